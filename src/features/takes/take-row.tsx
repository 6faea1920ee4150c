import { memo, useMemo } from "react";
import { agesOf } from "../../core/takes/age.ts";
import { type DescribedTake, describeTake } from "../../core/takes/describe-take.ts";
import { HearButton } from "../../core/takes/hear-button.tsx";
import parts from "../../core/takes/parts.module.css";
import { canGoOn, isSending, type TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Cell } from "../../kit/cell.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { TakeEditor, type TakeNaming } from "./take-editor.tsx";
import type { TakeCommand } from "./take-menu.tsx";
import { TakeMenu } from "./take-menu.tsx";
import styles from "./takes.module.css";

interface CellsProps {
  readonly row: TakeRow;
  /** Whether its row is the list's tab stop. */
  readonly active: boolean;
  /** Whether it is heard. */
  readonly sounding: boolean;
  /** Whether somebody looked for its sound, and it isn't there. */
  readonly lost: boolean;
  readonly editing: boolean;
  /** Whether it is chosen; undefined while nobody chooses. */
  readonly chosen: boolean | undefined;
  /** Its number in the programme, where it stands there. */
  readonly place: number | undefined;
  /** What tells it from others in sight that look like it. */
  readonly distinction: string;
  /** The day it was spoken on, where that isn't clear. */
  readonly day: string;
  readonly onRun: (command: TakeCommand, row: TakeRow) => void;
  readonly onEdited: (id: string, change: TakeNaming | undefined, unasked: boolean) => void;
}

interface TakeRowProps extends CellsProps {
  readonly at: number;
  /** Where it lies in the list and how high it is, in pixels. */
  readonly start: number;
  readonly height: number;
  /** Whether the player holds it. */
  readonly shown: boolean;
  readonly onActive: (id: string) => void;
}

/** A take in the list. A new one moves all others, whose cells stay as they are. */
export const TakeRowView = memo(function TakeRowView({ at, start, height, shown, onActive, ...cells }: TakeRowProps) {
  const { row, active, editing, chosen, onRun } = cells;
  const texts = useHistoryTexts();
  const take = useMemo(() => describeTake(row, texts), [row, texts]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      role="row"
      tabIndex={active ? 0 : -1}
      aria-rowindex={at + 1}
      aria-label={take.title}
      aria-selected={chosen}
      className={styles["row"]}
      data-take={row.id}
      data-shown={shown || undefined}
      data-status={row.status}
      data-busy={take.tone === "busy" || undefined}
      style={{ transform: `translateY(${start}px)`, height }}
      onFocus={() => onActive(row.id)}
      onClick={({ target }) => {
        // A press on something of its own, or the end of a selection, isn't meant for the row.
        const own = target instanceof Element && target.closest("button, input, label, a") !== null;
        if (!own && !editing && document.getSelection()?.isCollapsed !== false)
          onRun(chosen === undefined ? "show" : "choose", row);
      }}
    >
      <TakeCells {...cells} take={take} />
    </div>
  );
});

const toRow = focusAfter((rest) => rest.closest<HTMLElement>("[role=row]"));

const TakeCells = memo(function TakeCells(props: CellsProps & { readonly take: DescribedTake }) {
  const { row, take, active, sounding, lost, editing, chosen, place, distinction, day, onRun, onEdited } = props;
  const { takes: messages, language } = useHistoryTexts();
  const remark = [
    distinction,
    canGoOn(row) ? take.pace : "",
    place === undefined ? "" : messages.inProgramme(place),
    take.remark,
  ]
    .filter((part) => part !== "")
    .join(" · ");
  const who = [take.voice, row.serviceName].filter(Boolean).join(" · ");
  const ages = agesOf(language);
  const silent = lost || (!isSending(row) && (row.sound === "none" || row.sound === "removed"));
  const length = lost ? messages.soundLost : take.length;
  const size = lost ? "" : take.size;
  const figures = [length, size].filter((part) => part !== "").join(" · ");
  const tabIndex = active ? 0 : -1;
  return (
    <>
      <Cell className={styles["hearCell"]}>
        {chosen === undefined ? (
          <HearButton sounding={sounding} disabled={silent} tabIndex={tabIndex} onPress={() => onRun("hear", row)} />
        ) : (
          <label className={styles["choose"]}>
            <input
              type="checkbox"
              aria-label={messages.choose}
              tabIndex={tabIndex}
              checked={chosen}
              onChange={() => onRun("choose", row)}
            />
          </label>
        )}
      </Cell>
      {editing ? (
        <Cell className={styles["editor"]}>
          <TakeEditor row={row} onDone={(...end) => onEdited(row.id, ...end)} />
        </Cell>
      ) : (
        <>
          <Cell className={styles["words"]}>
            <span className={styles["title"]} dir="auto" lang={take.lang} title={take.title}>
              {take.title}
            </span>
            {remark !== "" && (
              <span className={styles["remark"]} dir="auto" data-tone={take.tone} title={remark}>
                {remark}
              </span>
            )}
          </Cell>
          <Cell className={styles["who"]}>
            <span title={who}>{who}</span>
            <span title={row.engine}>{take.model}</span>
          </Cell>
          <Cell className={styles["state"]}>
            <span className={parts["badge"]} data-tone={take.tone} title={take.stateHelp ?? take.state}>
              {take.state}
            </span>
            {canGoOn(row) ? (
              <Button ref={toRow} look="link" tabIndex={tabIndex} title={take.pace} onClick={() => onRun("goOn", row)}>
                {messages.goOn}
              </Button>
            ) : (
              <span className={styles["pace"]} title={take.pace}>
                {take.pace}
              </span>
            )}
          </Cell>
          <Cell className={styles["figures"]}>
            <span title={figures}>
              {length}
              {size !== "" && <span data-wide="">{length === "" ? size : ` · ${size}`}</span>}
            </span>
            <span title={take.priceHelp}>{take.price}</span>
          </Cell>
          <Cell className={styles["age"]}>
            <time dateTime={new Date(row.created).toISOString()} title={ages.exactly(row.created)}>
              {day !== "" && <span className="visuallyHidden">{`${day} `}</span>}
              {ages.clock(row.created)}
            </time>
          </Cell>
          <Cell className={styles["actions"]}>
            <IconButton
              icon={row.starred ? "starred" : "star"}
              label={messages.star}
              tabIndex={tabIndex}
              aria-pressed={row.starred}
              onClick={() => onRun("star", row)}
            />
            <IconButton
              icon="restore"
              label={messages.restore}
              tabIndex={tabIndex}
              data-wide=""
              onClick={() => onRun("restore", row)}
            />
            <TakeMenu row={row} place={place} tabIndex={tabIndex} onRun={onRun} />
          </Cell>
        </>
      )}
    </>
  );
});
