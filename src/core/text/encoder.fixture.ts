import type { TextEncoding } from "./text-file.ts";

/** An encoder for every character of one or two bytes, taken from the platform's own decoder. */
export function encoderOf(encoding: TextEncoding): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, readonly number[]>();
  const note = (...bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if (Array.from(character).length !== 1 || character === "\ufffd" || table.has(character)) return;
    table.set(character, bytes);
  };
  for (let lead = 0; lead <= 0xff; lead++) note(lead);
  for (let lead = 0x81; lead <= 0xfe; lead++) for (let trail = 0x40; trail <= 0xfe; trail++) note(lead, trail);
  return (text) =>
    Uint8Array.from(
      Array.from(text).flatMap((character) => {
        const bytes = table.get(character);
        if (bytes === undefined) throw new Error(`${character} takes more than two bytes`);
        return bytes;
      }),
    );
}
