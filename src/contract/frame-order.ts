import type { Frame } from "./frames.ts";

/** Who ended a WebSocket: `nobody` where the connection broke off without a close frame. */
export const socketClosers = ["service", "page", "playground", "nobody"] as const;
export type SocketCloser = (typeof socketClosers)[number];

/** What happened over a WebSocket, as far as the order of section 6 is about it. */
export type SocketStep =
  | { readonly kind: "sent" }
  /** `type` is what the whole frame is, however little of it is kept. */
  | { readonly kind: "received"; readonly type: "binary" | Frame["type"] }
  | { readonly kind: "closed"; readonly by: SocketCloser; readonly code: number };

/** What a WebSocket did otherwise than section 6 says. */
const orderRemarks = [
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
  "no_progress",
  "no_complete",
  "error_frame",
  "unknown_type",
  "not_json",
  /** The service left the closing to the other side. */
  "not_closed",
  "no_close_frame",
  "closed_abnormally",
] as const;
export type OrderRemark = (typeof orderRemarks)[number];

/** A remark, and the step that gives rise to it; undefined for what is missing. */
export interface OrderFinding {
  readonly remark: OrderRemark;
  readonly step: number | undefined;
}

/**
 * Compares what happened over a WebSocket with the order of section 6: one JSON text frame goes; binary frames,
 * `progress`, `complete` and a normal close by the service come back. Each remark stands once, at the first step that
 * gives rise to it.
 *
 * @param over whether the conversation has ended by itself: before that, and where a person has ended it, nothing is
 *   missing.
 */
export function judgeFrameOrder(steps: readonly SocketStep[], over: boolean): readonly OrderFinding[] {
  const findings = new Map<OrderRemark, OrderFinding>();
  const note = (remark: OrderRemark, step?: number) => {
    if (!findings.has(remark)) findings.set(remark, { remark, step });
  };
  const seen = { request: false, audio: false, progress: false, complete: false, error: false };
  let close: (SocketStep & { readonly kind: "closed" }) | undefined;
  let closedAt: number | undefined;

  for (const [at, step] of steps.entries()) {
    if (step.kind === "sent") {
      if (seen.request) note("several_requests", at);
      seen.request = true;
      continue;
    }
    if (step.kind === "closed") {
      close = step;
      closedAt = at;
      continue;
    }
    if (!seen.request) note("before_request", at);
    switch (step.type) {
      case "binary":
        if (seen.complete) note("audio_after_complete", at);
        else if (seen.progress) note("audio_after_progress", at);
        seen.audio = true;
        break;
      case "progress":
        if (seen.complete) note("progress_after_complete", at);
        seen.progress = true;
        break;
      case "complete":
        if (seen.complete) note("complete_twice", at);
        seen.complete = true;
        break;
      case "error":
        note("error_frame", at);
        seen.error = true;
        break;
      default:
        note(step.type === "invalid" ? "not_json" : "unknown_type", at);
    }
  }

  if (!over) return [...findings.values()];
  if (!seen.error) {
    if (!seen.audio) note("no_audio");
    if (!seen.progress) note("no_progress");
    if (!seen.complete) note("no_complete");
  }
  if (close === undefined || close.by === "page") note("not_closed", closedAt);
  else if (close.by !== "service") note("no_close_frame", closedAt);
  else if (close.code !== 1000) note("closed_abnormally", closedAt);
  return [...findings.values()];
}
