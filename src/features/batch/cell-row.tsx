import { shorten } from "../../contract/characters.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { describeValue, describeWay } from "../../core/takes/describe-values.ts";
import { HearButton } from "../../core/takes/hear-button.tsx";
import parts from "../../core/takes/parts.module.css";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { spokenLanguage } from "../../core/voices/spoken-language.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";
import { Cell } from "../../kit/cell.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./batch.module.css";
import { cellFigures, figureOf } from "./cell-state.ts";
import { type CellColumns, describeSettings } from "./describe-cell.ts";
import { describeFigure, describeStatus, describeWhy, tones } from "./describe-result.ts";
import { batchMessages } from "./messages/index.ts";
import type { ShownCell } from "./use-cells.ts";

export function CellRow({
  cell,
  at,
  start,
  height,
  model,
  columns,
  active,
  shown,
  sounding,
  busy,
  onActive,
  onRepeat,
}: {
  readonly cell: ShownCell;
  readonly at: number;
  /** Where it lies in the list and how high it is, in pixels. */
  readonly start: number;
  readonly height: number;
  readonly model: ModelDescriptor;
  readonly columns: CellColumns;
  /** Whether it is the grid's tab stop. */
  readonly active: boolean;
  /** Whether the player holds it, and whether it is heard. */
  readonly shown: boolean;
  readonly sounding: boolean;
  readonly busy: boolean;
  readonly onActive: (index: number) => void;
  readonly onRepeat: (cell: ShownCell) => void;
}) {
  const texts = useHistoryTexts(batchMessages);
  const { messages, takes } = texts;
  const actions = useTakeActions();
  const { take, row, status, voice, text } = cell;
  const voiceName = voiceNamed(model, voice, texts.language);
  const tabIndex = active ? 0 : -1;
  const hasSound = row?.sound === "whole" || row?.sound === "partial" || row?.sound === "remote";
  const settings = describeSettings(model, cell, columns.way, texts);
  const why = describeWhy(cell, texts);
  // Where nothing came, there are no figures: the reason has their room.
  const hasFigures = why === "" || hasSound;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    <div
      role="row"
      tabIndex={tabIndex}
      aria-rowindex={at + 2}
      aria-label={[shorten(text, 80), voiceName, settings].filter(Boolean).join(", ")}
      className={styles["row"]}
      data-cell={cell.index}
      data-shown={shown || undefined}
      style={{ transform: `translateY(${start}px)`, height }}
      onFocus={() => onActive(cell.index)}
      onClick={({ target }) => {
        const own = target instanceof Element && target.closest("button") !== null;
        if (!own && take !== undefined && document.getSelection()?.isCollapsed !== false) actions.show(take);
      }}
    >
      <Cell className={undefined}>
        <HearButton
          sounding={sounding}
          disabled={!hasSound}
          tabIndex={tabIndex}
          onPress={() => take !== undefined && actions.hear(take)}
        />
      </Cell>
      <Cell className={styles["text"]}>
        <span dir="auto" lang={spokenLanguage(text, { model, voice })} title={shorten(text, 500)}>
          {shorten(text, 200)}
        </span>
      </Cell>
      <Cell className={styles["text"]}>
        <span dir="auto" title={voice}>
          {voiceName}
        </span>
      </Cell>
      {columns.way && <ValueCell value={describeWay(model, cell, texts)} />}
      {columns.fields.map((key) => {
        const value = cell.values[key];
        return <ValueCell key={key} value={value === undefined ? "" : describeValue(model, key, value, texts)} />;
      })}
      <Cell className={styles["status"]} {...(hasFigures ? {} : { span: cellFigures.length })}>
        <span className={parts["badge"]} data-tone={tones[status]} title={why === "" ? undefined : why}>
          {describeStatus(cell, texts)}
        </span>
        {!hasFigures && (
          <span dir="auto" className={styles["why"]} title={why}>
            {why}
          </span>
        )}
      </Cell>
      {hasFigures &&
        cellFigures.map(
          (figure) =>
            figure !== "status" && (
              <Cell key={figure} className={styles["figure"]}>
                {describeFigure(figure, figureOf(figure, status, row), texts)}
              </Cell>
            ),
        )}
      <Cell className={styles["actions"]}>
        {row !== undefined && (
          <IconButton
            icon={row.starred ? "starred" : "star"}
            label={takes.star}
            aria-pressed={row.starred}
            tabIndex={tabIndex}
            onClick={() => actions.star(row)}
          />
        )}
        <IconButton
          icon="repeat"
          label={messages.repeat}
          tabIndex={tabIndex}
          off={busy || status === "waiting" || status === "running"}
          onClick={() => onRepeat(cell)}
        />
      </Cell>
    </div>
  );
}

/** What a cell has in one of the columns that are the batch's own. */
function ValueCell({ value }: { readonly value: string }) {
  return (
    <Cell className={styles["text"]}>
      <span dir="auto" title={value}>
        {value}
      </span>
    </Cell>
  );
}
