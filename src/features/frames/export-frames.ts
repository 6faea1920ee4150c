import type { FrameRow } from "../../core/exchanges/frame-rows.ts";

/**
 * The rows as JSON for a report: every digit of the times, text as it came, the kept beginning of binary data as
 * lower-case hexadecimal. Names carry their unit.
 */
export function exportFrames(about: Readonly<Record<string, unknown>>, rows: readonly FrameRow[]): string {
  return JSON.stringify(
    {
      ...about,
      frames: rows.map(({ index, at, direction, kind, event, size, text, start, facts }) => ({
        index,
        milliseconds: at,
        direction,
        kind,
        event,
        bytes: size,
        text,
        hexadecimalStart: start === undefined ? undefined : hexadecimal(start),
        ...facts,
      })),
    },
    undefined,
    2,
  );
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
