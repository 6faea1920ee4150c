import { describeRowFailure, type Tone, titleOfFailure } from "../../core/takes/describe-take.ts";
import type { CellFigure, CellStatus } from "./cell-state.ts";
import type { BatchTexts } from "./messages/index.ts";
import type { ShownCell } from "./use-cells.ts";

/** Why nothing was heard, in a sentence: what happened, and what was said about it. */
export function describeWhy({ row, status }: ShownCell, texts: BatchTexts): string {
  const { titles, costs } = texts.page.failure;
  // Whoever doesn't know what became of it wants to know what that may cost.
  const cost = status === "unknown" ? costs.possible : "";
  if (row?.failure === undefined) {
    const title = row?.status === "interrupted" ? titles.interrupted : "";
    return [title, cost].filter(Boolean).join(texts.page.between.colon);
  }
  const title = titleOfFailure(row.failure.kind, texts) ?? "";
  return [...new Set([title, describeRowFailure(row, texts), cost])].filter(Boolean).join(texts.page.between.colon);
}

/** How each state is coloured. */
export const tones: Readonly<Record<CellStatus, Tone>> = {
  waiting: "quiet",
  running: "busy",
  done: "good",
  failed: "bad",
  unknown: "warn",
  gone: "quiet",
};

/** How far a cell is, in a word or two. */
export function describeStatus({ status, row }: ShownCell, { messages, numbers }: BatchTexts): string {
  const progress = row?.task?.progress;
  if (status === "running" && row?.status === "waiting" && progress !== undefined) {
    return `${numbers.integer(progress)} %`;
  }
  return status === "failed" && row?.httpStatus !== undefined
    ? `${messages.status.failed} ${row.httpStatus}`
    : messages.status[status];
}

/** A figure as its column shows it; empty until it is known. */
export function describeFigure(figure: CellFigure, value: number | undefined, { numbers }: BatchTexts): string {
  if (value === undefined) return "";
  switch (figure) {
    case "firstByte":
    case "complete":
      return numbers.span(value);
    case "duration":
      return value < 10 ? `${numbers.fixed(value, 2)} s` : numbers.clock(value);
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
