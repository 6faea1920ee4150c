import type { FrameRow } from "../../core/exchanges/frame-rows.ts";

/**
 * The rows as JSON for a report: every digit of the times, text as it came, the kept beginning of binary data as
 * lower-case hexadecimal. Names carry their unit. Of `count` that aren't kept one by one, `bytes` are those of all.
 */
export function exportFrames(about: Readonly<Record<string, unknown>>, rows: readonly FrameRow[]): string {
  return JSON.stringify(
    {
      ...about,
      frames: rows.map(({ index, at, until, count, direction, kind, event, size, text, start, facts }) => ({
        index,
        milliseconds: at,
        ...(count > 1 ? { count, untilMilliseconds: until } : {}),
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
