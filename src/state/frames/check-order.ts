import type { FrameRow } from "./frame-rows.ts";

/** What a WebSocket did otherwise than section 6 says. */
export const orderRemarks = [
  /** Something came before the request's one frame went. */
  "before_request",
  /** More than one frame was sent. */
  "several_requests",
  /** Sound behind the words' times, which the document puts behind all sound. */
  "audio_after_progress",
  "audio_after_complete",
  "progress_after_complete",
  "complete_twice",
  "no_audio",
  "no_complete",
  "error_frame",
  "unknown_type",
  "not_json",
  "not_closed",
  "no_close_frame",
  "closed_abnormally",
] as const;
export type OrderRemark = (typeof orderRemarks)[number];

/** A remark, and the row that gives rise to it; undefined for what is missing. */
export interface OrderFinding {
  readonly remark: OrderRemark;
  readonly row: number | undefined;
}

/**
 * Compares the frames of a WebSocket with the order of section 6: one JSON text frame goes; binary frames, `progress`,
 * `complete` and a normal close come back. Each remark stands once, at the first row that gives rise to it.
 *
 * @param over whether the request has ended: before that nothing is missing yet.
 * @returns undefined where no WebSocket was used.
 */
export function checkOrder(rows: readonly FrameRow[], over: boolean): readonly OrderFinding[] | undefined {
  if (!rows.some(({ event }) => event === "opened" || event === "frame")) return undefined;
  const findings = new Map<OrderRemark, OrderFinding>();
  const note = (remark: OrderRemark, row?: number) => {
    if (!findings.has(remark)) findings.set(remark, { remark, row });
  };
  const seen = { request: false, audio: false, progress: false, complete: false, error: false };
  let close: FrameRow | undefined;

  for (const row of rows) {
    const { index, event, direction, kind, frame } = row;
    if (event === "closed") close = row;
    if (event !== "frame") continue;
    if (direction === "sent") {
      if (seen.request) note("several_requests", index);
      seen.request = true;
      continue;
    }
    if (!seen.request) note("before_request", index);
    if (kind === "binary") {
      if (seen.complete) note("audio_after_complete", index);
      else if (seen.progress) note("audio_after_progress", index);
      seen.audio = true;
    } else if (frame?.type === "progress") {
      if (seen.complete) note("progress_after_complete", index);
      seen.progress = true;
    } else if (frame?.type === "complete") {
      if (seen.complete) note("complete_twice", index);
      seen.complete = true;
    } else if (frame?.type === "error") {
      note("error_frame", index);
      seen.error = true;
    } else note(frame?.type === "invalid" ? "not_json" : "unknown_type", index);
  }

  if (!over) return [...findings.values()];
  if (!seen.error) {
    if (!seen.audio) note("no_audio");
    if (!seen.complete) note("no_complete");
  }
  if (close === undefined) note("not_closed");
  else if (close.facts["playground"] !== undefined || close.facts["code"] === 1006) note("no_close_frame", close.index);
  else if (close.facts["clean"] === false || close.facts["code"] !== 1000) note("closed_abnormally", close.index);
  return [...findings.values()];
}
