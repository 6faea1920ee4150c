import { shorten } from "../../contract/characters.ts";

/** The most values that one list may hold. */
export const mostValues = 1_000;

/** A list of numbers as a person wrote it. */
export interface NumberList {
  readonly values: readonly number[];
  /** Parts that are no numbers and no ranges. */
  readonly wrong: readonly string[];
  /** Parts that would make the list longer than {@link mostValues}. */
  readonly tooMany: readonly string[];
}

const number = "[-+−]?(?:\\d+(?:\\.\\d+)?|\\.\\d+)";
const range = new RegExp(
  `^(${number})\\s*(?:\\.\\.|…|–|~|to|至|到)\\s*(${number})(?:\\s*(?:step|by|步长)\\s*(${number}))?$`,
  "i",
);
const single = new RegExp(`^${number}$`);

/**
 * Numbers and ranges, such as `0.5..2 step 0.5, 3`: each value once, in the order in which it stands there. A range may
 * go down; without a step it goes by `step`. Its end belongs to it where a step meets it.
 */
export function parseNumbers(text: string, step: number): NumberList {
  const values = new Set<number>();
  const wrong: string[] = [];
  const tooMany: string[] = [];
  // As a Chinese or Japanese keyboard writes them, too.
  const plain = text.replace(/[！-～]/g, (wide) => wide.normalize("NFKC"));
  for (const part of plain.split(/[,;、\n]/).map((each) => each.trim())) {
    if (part === "") continue;
    const [, first, last, by] = range.exec(part) ?? [];
    const found =
      first !== undefined && last !== undefined
        ? rangeOf(read(first), read(last), by === undefined ? step : Math.abs(read(by)), digitsOf(part, step))
        : single.test(part)
          ? [read(part)]
          : undefined;
    if (found === undefined) wrong.push(shorten(part, 60));
    else if (values.size + found.length > mostValues) tooMany.push(shorten(part, 60));
    else for (const value of found) values.add(value);
  }
  return { values: [...values], wrong, tooMany };
}

function rangeOf(first: number, last: number, by: number, digits: number): readonly number[] | undefined {
  const count = Math.floor(Math.abs(last - first) / by + 1e-9) + 1;
  if (!(by > 0)) return undefined;
  const sign = last < first ? -1 : 1;
  // Rounded to the digits that were written, so that 0.1 + 0.2 is 0.3.
  return Array.from(
    { length: Math.min(count, mostValues + 1) },
    (_, at) => Number((first + sign * at * by).toFixed(digits)) + 0,
  );
}

function digitsOf(part: string, step: number): number {
  const all = [...part.matchAll(/\.(\d+)/g), ...String(step).matchAll(/\.(\d+)/g)];
  return Math.min(12, Math.max(0, ...all.map(([, digits]) => digits?.length ?? 0)));
}

function read(text: string): number {
  return Number(text.replace("−", "-"));
}

/** How a text is divided into texts of their own. */
export const divisions = ["lines", "paragraphs", "whole"] as const;
export type Division = (typeof divisions)[number];

/** The texts in what was written or in a file: each one once, in their order, without what is around them. */
export function divideTexts(text: string, division: Division): readonly string[] {
  const plain = text.replace(/\r\n?/g, "\n");
  const parts = division === "lines" ? plain.split("\n") : division === "paragraphs" ? plain.split(/\n\s*\n/) : [plain];
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}

/** The addresses in a list, on lines of their own or not: a comma or semicolon belongs to one only within it. */
export function divideAddresses(text: string): readonly string[] {
  // Each run is looked through from its beginning alone: it may be as long as the text.
  return divideTexts(text.replace(/(?<![\s,，;；])[\s,，;；]+(?=https?:|[\r\n]|$)/gi, "\n"), "lines");
}
