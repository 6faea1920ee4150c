import { useState } from "react";
import { useConfig } from "../../core/page/playground-context.ts";
import { asksBeforeRepeating } from "../../core/submit/questions.ts";
import { floatsId } from "../../core/takes/floats.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { isSending, isSilent, type TakeRow } from "../../core/takes/take.ts";
import { isHeaderless } from "../../core/takes/take-file.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/popup.tsx";

/** Everything that one can do with a take. Only a menu that is open is there: a list has many rows. */
export function TakeMenu({
  row,
  place,
  tabIndex,
  onRun,
}: {
  readonly row: TakeRow;
  /** Its number in the programme, where it stands there. */
  readonly place: number | undefined;
  readonly tabIndex: number;
  readonly onRun: (command: TakeCommand, row: TakeRow) => void;
}) {
  const { h } = useHistoryTexts();
  const offers = useOffers();
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const button = (
    <IconButton
      icon="more"
      label={h.more}
      tabIndex={tabIndex}
      aria-haspopup="menu"
      onClick={() => {
        setWanted(true);
        setOpened((open) => !open);
      }}
    />
  );
  if (!wanted) return button;
  const hasSound = row.sound === "whole" || row.sound === "partial";
  const whyNotPresented = isSilent(row) ? h.noSoundToUse : place === undefined ? undefined : h.presentedAs(place);
  const item = (command: TakeCommand, label: string, reason?: string) => (
    <MenuItem disabled={reason !== undefined} onClick={() => onRun(command, row)}>
      {reason === undefined ? label : `${label} (${reason})`}
    </MenuItem>
  );
  return (
    <Menu
      target={`#${floatsId}`}
      button={button}
      opened={opened}
      onChange={setOpened}
      // As far out as the buttons above the list, so that it covers them wholly or not at all.
      offset={{ mainAxis: 8, crossAxis: 8 }}
    >
      {isSending(row) && item("end", h.end)}
      {item("restore", h.restore)}
      <MenuItem onClick={() => onRun("repeat", row)}>
        <RepeatName row={row} />
      </MenuItem>
      {offers.compare && item("compare", h.compare)}
      {offers.present && item("present", h.present, whyNotPresented)}
      {hasSound && item("save", isHeaderless(row) ? h.downloadWav : h.download)}
      {hasSound && isHeaderless(row) && item("saveRaw", h.downloadRaw)}
      {!isSending(row) && offers.keepTake && item("keepCase", h.keepCase)}
      {item("edit", h.edit)}
      {item("choose", h.choose)}
      {offers.Export && item("export", h.export)}
      {item("remove", h.remove)}
    </Menu>
  );
}

/** Tells by its name whether it asks first. */
function RepeatName({ row }: { readonly row: TakeRow }) {
  const { h } = useHistoryTexts();
  const config = useConfig().data;
  return asksBeforeRepeating(row, config) ? h.repeatAsking : h.repeat;
}

/** What a row can be asked for. */
export type TakeCommand =
  | "hear"
  | "show"
  | "star"
  | "edit"
  | "restore"
  | "compare"
  | "present"
  | "repeat"
  | "keepCase"
  | "save"
  | "saveRaw"
  | "end"
  | "choose"
  | "export"
  | "remove";
