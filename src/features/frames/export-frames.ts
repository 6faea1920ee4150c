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

/** One line of a hex view: offset, sixteen bytes, and what they mean as ASCII. */
export interface HexLine {
  readonly offset: string;
  readonly bytes: string;
  readonly characters: string;
}

const bytesPerLine = 16;

/** Bytes as one looks at them: sixteen a line, in two groups of eight. What isn't printable is a dot. */
export function hexLines(bytes: Uint8Array): readonly HexLine[] {
  return Array.from({ length: Math.ceil(bytes.length / bytesPerLine) }, (_, line) => {
    const part = bytes.subarray(line * bytesPerLine, (line + 1) * bytesPerLine);
    const pairs = Array.from(part, (byte) => byte.toString(16).padStart(2, "0"));
    const halves = [pairs.slice(0, 8), pairs.slice(8)].map((half) => half.join(" "));
    return {
      offset: (line * bytesPerLine).toString(16).padStart(8, "0"),
      bytes: halves.filter((half) => half !== "").join("  "),
      characters: Array.from(part, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join(""),
    };
  });
}
