/** So many bytes stand on a line. */
const perLine = 16;

/**
 * Bytes for the eye: their place, their values in hexadecimal, and what of them is visible ASCII.
 *
 * @param start the place of the first byte in the file that it belongs to.
 */
export function hexLines(bytes: Uint8Array, start = 0): readonly string[] {
  return Array.from({ length: Math.ceil(bytes.length / perLine) }, (_, line) => {
    const own = bytes.subarray(line * perLine, (line + 1) * perLine);
    const values = Array.from(own, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const letters = Array.from(own, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    return `${(start + line * perLine).toString(16).padStart(8, "0")}  ${values.padEnd(perLine * 3 - 1)}  ${letters}`;
  });
}

/** Where a part of a file begins, by its `content-range` (RFC 9110, section 14.4); 0 for a whole one. */
export function startOfPart(headers: readonly (readonly [name: string, value: string])[]): number {
  const range = headers.find(([name]) => name === "content-range")?.[1] ?? "";
  const start = Number(/^bytes (\d+)-\d+\//.exec(range)?.[1] ?? 0);
  return Number.isSafeInteger(start) ? start : 0;
}
