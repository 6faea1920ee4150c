import type { SecretForm } from "./secret-forms.ts";

/** Finds a secret's forms, and parts of them, in bytes. */
export interface SecretSearch {
  /** Calls `found` for every run of bytes that is a part of a form, from its first byte to the one behind its last. */
  each(bytes: Buffer, found: (start: number, end: number) => void): void;
  /** How many bytes at the end may belong to a part that goes on behind it. */
  unfinished(bytes: Buffer): number;
  /** How many of them should wait for what comes: all that begin the secret as it is, and else `fewest` or more. */
  awaited(bytes: Buffer, fewest: number): number;
}

/** A place in a form where four bytes stand. */
interface Place {
  /** The form's letters, in lower case. */
  readonly letters: Buffer;
  readonly at: number;
  readonly least: number;
}

const gramLength = 4;
/**
 * Sets the bit that tells small letters from capitals, in four bytes at once; what else it makes alike is told apart
 * later.
 */
const caseBits = 0x20202020;

/**
 * Prepares a search that looks at every fifth place of a text alone: a part of eight bytes or more holds four bytes
 * in a row that begin at one. Capitals count as small letters.
 */
export function searchFor(forms: readonly SecretForm[]): SecretSearch {
  const places = placesIn(forms);
  const stride = Math.min(...forms.map(({ least }) => least)) - gramLength + 1;
  // Most places are passed over by one look into a table, which has room for sixteen times as many as there are.
  const bits = Math.max(8, Math.ceil(Math.log2(16 * places.size)));
  const shift = 32 - bits;
  const table = new Uint8Array(2 ** bits);
  for (const gram of places.keys()) table[slot(gram, shift)] = 1;

  return {
    each(bytes, found) {
      const last = bytes.length - gramLength;
      for (let at = 0; at <= last; at += stride) {
        const gram = gramAt(bytes, at);
        if (table[slot(gram, shift)] !== 1) continue;
        for (const place of places.get(gram) ?? []) extend(bytes, at, place, found);
      }
    },
    unfinished: (bytes) => longestEnd(bytes, forms, (part, { text }) => text.includes(part)),
    awaited: (bytes, fewest) =>
      longestEnd(bytes, forms, (part, { text, isPlain }) =>
        part.length < fewest ? isPlain && text.startsWith(part) : text.includes(part),
      ),
  };
}

/** The length of the longest end of `bytes` that is too short to be found and `belongs` to a form. */
function longestEnd(
  bytes: Buffer,
  forms: readonly SecretForm[],
  belongs: (part: string, form: SecretForm) => boolean,
): number {
  const most = Math.max(...forms.map(({ least }) => least)) - 1;
  const end = bytes.toString("latin1", Math.max(0, bytes.length - most)).toLowerCase();
  for (let start = 0; start < end.length; start++) {
    const part = end.slice(start);
    if (forms.some((form) => part.length < form.least && belongs(part, form))) return part.length;
  }
  return 0;
}

/** Four bytes as one number; `readInt32LE` takes twice as long. */
function gramAt(bytes: Buffer, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24) | caseBits;
}

function slot(gram: number, shift: number): number {
  return Math.imul(gram, 0x9e3779b1) >>> shift;
}

/** Where each four bytes in a row stand in the forms; what looks alike all around is there once. */
function placesIn(forms: readonly SecretForm[]): ReadonlyMap<number, readonly Place[]> {
  const places = new Map<number, Place[]>();
  for (const { text, least } of forms) {
    const letters = Buffer.from(text, "latin1");
    for (let at = 0; at + gramLength <= letters.length; at++) {
      const gram = gramAt(letters, at);
      const place = { letters, at, least };
      const same = places.get(gram);
      if (same === undefined) places.set(gram, [place]);
      else if (!same.some((other) => isSame(other, place))) same.push(place);
    }
  }
  return places;
}

/** The first byte that can stand in one part with those of a place, and the one behind the last. */
function reach({ letters, at, least }: Place): readonly [start: number, end: number] {
  return [Math.max(0, at + gramLength - least), Math.min(letters.length, at + least)];
}

function isSame(one: Place, other: Place): boolean {
  const [start, end] = reach(one);
  const [otherStart, otherEnd] = reach(other);
  const isAlike = one.least === other.least && one.at - start === other.at - otherStart;
  return isAlike && one.letters.compare(other.letters, otherStart, otherEnd, start, end) === 0;
}

/** Compares what stands around `from` with what stands around a place, byte by byte in both directions. */
function extend(bytes: Buffer, from: number, place: Place, found: (start: number, end: number) => void): void {
  const { letters, at, least } = place;
  const [start, end] = reach(place);
  let right = 0;
  while (at + right < end && isLetter(bytes[from + right], letters[at + right])) right++;
  if (right < gramLength) return;
  let left = 0;
  while (at - left > start && isLetter(bytes[from - left - 1], letters[at - left - 1])) left++;
  if (left + right >= least) found(from - left, from + right);
}

/** Whether a byte of a text is a letter of a form, small or capital. */
function isLetter(byte: number | undefined, letter: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte) === letter;
}
