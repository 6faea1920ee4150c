import type { InterfaceLanguage } from "../../contract/language.ts";
import { numbersOf } from "../messages/numbers.ts";
import type { TakeRow } from "../takes/take.ts";
import { remarksMessages } from "./messages/index.ts";
import { type RemarkCode, remarkCodes } from "./remark-codes.ts";

/** The remarks that tell a number of something. */
const counted: ReadonlySet<RemarkCode> = new Set([
  "truncated",
  "bytes_behind",
  "stray_bytes",
  "joined",
  "odd_samples",
  "assumed_rate",
  "frames",
]);

/** What is remarked on a take's answer, each in a few words and as a sentence. What this version doesn't know is passed over. */
export function describeRemarks(
  { remarks = [] }: Pick<TakeRow, "remarks">,
  language: InterfaceLanguage,
): readonly { readonly code: RemarkCode; readonly short: string; readonly long: string }[] {
  const { codes } = remarksMessages[language];
  return remarks.flatMap(({ code: name, was = "" }) => {
    const code = remarkCodes.find((known) => known === name);
    if (code === undefined) return [];
    const told = counted.has(code) ? numbersOf(language).integer(Number(was)) : was;
    return [{ code, short: codes[code].short(told), long: codes[code].long(told) }];
  });
}

/** The most remarks that stand in a row. */
const mostInRow = 2;

/** The same in a few words for a row; empty where there are none. */
export function shortRemarks(row: Pick<TakeRow, "remarks">, language: InterfaceLanguage): string {
  const all = describeRemarks(row, language).map(({ short }) => short);
  const more = all.length - mostInRow;
  const shown = all.slice(0, mostInRow);
  return [...shown, ...(more > 0 ? [remarksMessages[language].more(String(more))] : [])].join(" · ");
}
