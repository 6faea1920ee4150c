import * as z from "zod/mini";
import { type Frame, frameTypes, parseFrame } from "../../contract/frames.ts";
import type { TakeLogEntry } from "../takes/take.ts";

/** Which way something went; `none` for what only happened, such as the end. */
export type FrameDirection = "sent" | "received" | "none";

/**
 * What a row of the time line shows: a WebSocket frame, a piece of an HTTP body, a whole body that isn't sound, or a
 * turning point of the request.
 */
export type FrameKind = "text" | "binary" | "chunk" | "body" | "milestone";

/** One line of the time line. Times in milliseconds since the request was started, sizes in bytes. */
export interface FrameRow {
  /** Its place among all that happened, from 0; it stays the same under a filter. */
  readonly index: number;
  readonly at: number;
  /** When the last of {@link FrameRow.count} came. */
  readonly until: number;
  /** Since the row before, whatever is filtered out. */
  readonly after: number;
  /** For how many of its kind it stands, with the size of all and the first one's content. */
  readonly count: number;
  readonly direction: FrameDirection;
  readonly kind: FrameKind;
  /** The type of what happened, as the log names it: `headers`, `opened`, `chunk`, … */
  readonly event: string;
  readonly size: number | undefined;
  /** Sound that had come by then, this row's included. */
  readonly received: number;
  /** A text frame as it came, cut where it was too long to be kept. */
  readonly text: string | undefined;
  /** What a text frame from the service is, as a whole. */
  readonly is: Frame["type"] | undefined;
  /** A text frame from the service, read; undefined where it was too long to be kept. */
  readonly frame: Frame | undefined;
  /** The beginning of binary data. */
  readonly start: Uint8Array | undefined;
  /** Further facts of a turning point: status, close code, message. */
  readonly facts: Readonly<Record<string, string | number | boolean>>;
}

export const frameFilters = ["all", "sent", "received", "text", "binary"] as const;
export type FrameFilter = (typeof frameFilters)[number];

const size = z.catch(z.optional(z.number()), undefined);
const contentSchema = z.object({
  direction: z.catch(z.optional(z.enum(["sent", "received"])), undefined),
  kind: z.catch(z.optional(z.enum(["text", "binary"])), undefined),
  size,
  bytes: size,
  text: z.catch(z.optional(z.string()), undefined),
  is: z.catch(z.optional(z.enum(frameTypes)), undefined),
  start: z.catch(z.optional(z.instanceof(Uint8Array)), undefined),
  count: z.catch(z.number().check(z.positive()), 1),
  lasted: z.catch(z.number(), 0),
});
const factSchema = z.union([z.string(), z.number(), z.boolean()]);

/** Everything that happened to a request as lines, in the order in which it happened. */
export function toFrameRows(entries: readonly TakeLogEntry[]): readonly FrameRow[] {
  let received = 0;
  const begun = entries[0]?.at ?? 0;
  let before = { at: begun, until: begun };
  return entries.map((entry, index) => {
    const content = contentSchema.parse(entry);
    const kind = kindOf(entry.type, content.kind);
    const bytes = entry.type === "frame" ? content.size : kind === "milestone" ? undefined : content.bytes;
    const direction = directionOf(entry.type, content.direction);
    if (direction === "received" && (kind === "chunk" || kind === "binary")) received += bytes ?? 0;
    const until = entry.at + content.lasted;
    // What is counted together goes on behind what comes by turns with it.
    const after = entry.at - (before.until > entry.at ? before.at : before.until);
    before = { at: entry.at, until };
    const frame = kind === "text" && direction === "received" ? readFrame(content) : undefined;
    return {
      index,
      at: entry.at,
      until,
      after,
      count: content.count,
      direction,
      kind,
      event: entry.type,
      size: bytes,
      received,
      text: kind === "text" || entry.type === "poll" ? content.text : undefined,
      is: content.is ?? frame?.type,
      frame,
      start: content.start,
      facts: kind === "milestone" ? factsOf(entry) : {},
    };
  });
}

/** A frame that was kept whole. */
function readFrame({ text, is }: z.infer<typeof contentSchema>): Frame | undefined {
  const frame = text === undefined ? undefined : parseFrame(text);
  return is !== undefined && frame?.type !== is ? undefined : frame;
}

/** Whether a row is shown under a filter. Turning points stand under every filter but those for what a frame holds. */
export function isShown({ kind, direction }: FrameRow, filter: FrameFilter): boolean {
  switch (filter) {
    case "all":
      return true;
    case "sent":
    case "received":
      return direction === filter;
    case "text":
      return kind === "text" || kind === "body";
    case "binary":
      return kind === "binary" || kind === "chunk";
  }
}

function kindOf(type: string, content: "text" | "binary" | undefined): FrameKind {
  if (type === "frame") return content ?? "binary";
  if (type === "body") return "body";
  return type === "chunk" ? "chunk" : "milestone";
}

function directionOf(type: string, direction: "sent" | "received" | undefined): FrameDirection {
  if (direction !== undefined) return direction;
  if (type === "sent") return "sent";
  return type === "chunk" || type === "body" || type === "headers" ? "received" : "none";
}

function factsOf(entry: TakeLogEntry): FrameRow["facts"] {
  const facts: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(entry)) {
    if (["at", "type", "text", "direction", "same"].includes(key)) continue;
    const fact = factSchema.safeParse(value);
    if (fact.success) facts[key] = fact.data;
  }
  return facts;
}
