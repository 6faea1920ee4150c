import { configAt } from "../../contract/playground.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import { asksBeforeRepeating } from "../../core/submit/questions.ts";
import { floatsId } from "../../core/takes/floats.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { canGoOn, isDownloadable, isSending, isSilent, type TakeRow } from "../../core/takes/take.ts";
import { isHeaderless } from "../../core/takes/take-file.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { Menu, MenuItem } from "../../kit/popup.tsx";

interface TakeMenuProps {
  readonly row: TakeRow;
  /** Its number in the programme, where it stands there. */
  readonly place: number | undefined;
  readonly onRun: (command: TakeCommand, row: TakeRow) => void;
}

/** Everything that one can do with a take. */
export function TakeMenu({ tabIndex, ...others }: TakeMenuProps & { readonly tabIndex: number }) {
  const { takes: messages } = useHistoryTexts();
  return (
    <Menu
      target={`#${floatsId}`}
      button={<IconButton icon="more" label={messages.more} tabIndex={tabIndex} />}
      // As far out as the buttons above the list, so that it covers them wholly or not at all.
      offset={{ mainAxis: 8, crossAxis: 8 }}
    >
      <Items {...others} />
    </Menu>
  );
}

function Items({ row, place, onRun }: TakeMenuProps) {
  const { takes: messages } = useHistoryTexts();
  const offers = useOffers();
  const playground = usePlayground();
  const { library } = playground;
  const sharesLinks = useConfig().data?.shareHours !== undefined;
  const hasSound = isDownloadable(row);
  const isShared = hasSound && row.sound !== "remote";
  const whyNotPresented = isSilent(row)
    ? messages.noSoundToUse
    : place === undefined
      ? undefined
      : messages.presentedAs(place);
  const item = (command: TakeCommand, label: string, reason?: string) => (
    <MenuItem disabled={reason !== undefined} onClick={() => onRun(command, row)}>
      {reason === undefined ? label : `${label} (${reason})`}
    </MenuItem>
  );
  return (
    <>
      {/* Another page's request isn't this one's to end. */}
      {isSending(row) && row.owner === library.self && item("end", messages.end)}
      {canGoOn(row) && item("goOn", messages.goOn)}
      {item("restore", messages.restore)}
      <MenuItem onClick={() => onRun("repeat", row)}>
        <RepeatName row={row} />
      </MenuItem>
      {offers.compare && item("compare", messages.compare)}
      {offers.compare && <Elsewhere row={row} onRun={onRun} />}
      {offers.present && item("present", messages.present, whyNotPresented)}
      {hasSound && item("save", isHeaderless(row) ? messages.downloadWav : messages.download)}
      {hasSound && isHeaderless(row) && item("saveRaw", messages.downloadRaw)}
      {/* A case is one request. */}
      {!isSending(row) && row.parts === undefined && offers.keepTake && item("keepCase", messages.keepCase)}
      {item("edit", messages.edit)}
      {item("choose", messages.choose)}
      {isShared && offers.Export && item("share", messages.share)}
      {/* A link outlives the sound that is kept here, and must be found to be deleted. */}
      {(isShared || offers.links?.(playground).of(row.id) !== undefined) &&
        offers.ShareLink &&
        sharesLinks &&
        item("shareLink", messages.shareLink)}
      {offers.Export && item("export", messages.export)}
      {item("remove", messages.remove)}
    </>
  );
}

/** Tells by its name whether it asks first. */
function RepeatName({ row }: { readonly row: TakeRow }) {
  const { takes: messages } = useHistoryTexts();
  const config = useConfig().data;
  return asksBeforeRepeating(row, config) ? messages.repeatAsking : messages.repeat;
}

/** The same request at each of the other services, to be compared. */
function Elsewhere({ row, onRun }: Pick<TakeMenuProps, "row" | "onRun">) {
  const { takes: messages } = useHistoryTexts();
  const config = useConfig().data;
  return config?.services?.map(({ name }) => {
    if (name === row.serviceName) return null;
    const asks = asksBeforeRepeating(row, configAt(config, name));
    return (
      <MenuItem key={name} onClick={() => onRun(`alsoAt ${name}`, row)}>
        {messages.alsoAt(name) + (asks ? "…" : "")}
      </MenuItem>
    );
  });
}

/** What a row can be asked for. */
export type TakeCommand =
  | `alsoAt ${string}`
  | "hear"
  | "show"
  | "star"
  | "edit"
  | "restore"
  | "compare"
  | "present"
  | "repeat"
  | "goOn"
  | "keepCase"
  | "save"
  | "saveRaw"
  | "end"
  | "choose"
  | "export"
  | "share"
  | "shareLink"
  | "remove";
