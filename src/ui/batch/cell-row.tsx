import type { ModelDescriptor } from "../../contract/model.ts";
import { type CellFigure, type CellStatus, cellFigures, figureOf } from "../../state/batch/cell-state.ts";
import type { Tone } from "../history/describe-take.ts";
import { HearButton } from "../history/hear-button.tsx";
import parts from "../history/parts.module.css";
import { useTakeActions } from "../history/use-take-actions.ts";
import { Cell } from "../kit/cell.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import styles from "./batch.module.css";
import { describeSettings } from "./describe-cell.ts";
import { type BatchTexts, useBatchTexts } from "./use-batch.ts";
import type { ShownCell } from "./use-cells.ts";

/** One cell of a batch. */
export function CellRow({
  cell,
  at,
  start,
  height,
  model,
  severalWays,
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
  readonly severalWays: boolean;
  /** Whether it is the grid's tab stop. */
  readonly active: boolean;
  /** Whether the player holds it, and whether it is heard. */
  readonly shown: boolean;
  readonly sounding: boolean;
  readonly busy: boolean;
  readonly onActive: (index: number) => void;
  readonly onRepeat: (cell: ShownCell) => void;
}) {
  const texts = useBatchTexts();
  const { b, h } = texts;
  const actions = useTakeActions();
  const { take, row, status, voice, text } = cell;
  const tabIndex = active ? 0 : -1;
  const hasSound = row?.sound === "whole" || row?.sound === "partial" || row?.sound === "remote";
  const settings = describeSettings(model, cell, severalWays, texts);
  const failure = row?.failure;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid takes the keys
    <div
      role="row"
      tabIndex={tabIndex}
      aria-rowindex={at + 2}
      aria-label={[text.slice(0, 80), voice, settings].filter(Boolean).join(", ")}
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
      <Cell className={styles["play"]}>
        <HearButton
          sounding={sounding}
          disabled={!hasSound}
          tabIndex={tabIndex}
          onPress={() => take !== undefined && actions.hear(take)}
        />
      </Cell>
      <Cell className={styles["text"]}>
        <span dir="auto" title={text.slice(0, 500)}>
          {text.slice(0, 200)}
        </span>
      </Cell>
      <Cell className={styles["text"]}>
        <span dir="auto" title={voice}>
          {voice}
        </span>
      </Cell>
      <Cell className={styles["text"]}>
        <span title={settings}>{settings}</span>
      </Cell>
      {cellFigures.map((figure) => (
        <Cell key={figure} className={styles[figure === "status" ? "status" : "figure"]}>
          {figure === "status" ? (
            <span
              className={parts["badge"]}
              data-tone={tones[status]}
              title={failure === undefined ? undefined : [failure.code, failure.message].filter(Boolean).join(": ")}
            >
              {describeStatus(cell, texts)}
            </span>
          ) : (
            describeFigure(figure, figureOf(figure, status, row), texts)
          )}
        </Cell>
      ))}
      <Cell className={styles["actions"]}>
        {row !== undefined && (
          <IconButton
            icon={row.starred ? "starred" : "star"}
            label={h.star}
            aria-pressed={row.starred}
            tabIndex={tabIndex}
            onClick={() => actions.star(row)}
          />
        )}
        <IconButton
          icon="repeat"
          label={b.repeat}
          tabIndex={tabIndex}
          disabled={busy || status === "waiting" || status === "running"}
          onClick={() => onRepeat(cell)}
        />
      </Cell>
    </div>
  );
}

const tones: Readonly<Record<CellStatus, Tone>> = {
  waiting: "quiet",
  running: "busy",
  done: "good",
  failed: "bad",
  unknown: "warn",
  gone: "quiet",
};

function describeStatus({ status, row }: ShownCell, { b, numbers }: BatchTexts): string {
  const progress = row?.task?.progress;
  if (status === "running" && row?.status === "waiting" && progress !== undefined) {
    return `${numbers.integer(progress)} %`;
  }
  return status === "failed" && row?.httpStatus !== undefined
    ? `${b.status.failed} ${row.httpStatus}`
    : b.status[status];
}

function describeFigure(figure: CellFigure, value: number | undefined, { numbers }: BatchTexts): string {
  if (value === undefined) return "";
  switch (figure) {
    case "firstByte":
    case "complete":
      return numbers.span(value);
    case "duration":
      return numbers.clock(value);
    case "realTime":
      return numbers.fixed(value, 1);
    case "bytes":
      return numbers.size(value);
    case "loudness":
      return `${numbers.fixed(value, 1)} LUFS`;
    default:
      return numbers.span(value * 1_000);
  }
}
