import type { InterfaceLanguage } from "../../contract/language.ts";
import type { TakeRow } from "../takes/take.ts";
import { remarksMessages } from "./messages/index.ts";
import { type RemarkCode, remarkCodes } from "./remark-codes.ts";

/**
 * What is remarked on a take's answer, each in a few words and as a sentence. What this version doesn't know is passed
 * over.
 */
export function describeRemarks(
  { remarks = [] }: Pick<TakeRow, "remarks">,
  language: InterfaceLanguage,
): readonly { readonly code: RemarkCode; readonly short: string; readonly long: string }[] {
  const { codes } = remarksMessages.in(language);
  return remarks.flatMap(({ code: name, was = "" }) => {
    const code = remarkCodes.find((known) => known === name);
    if (code === undefined) return [];
    return [{ code, short: codes[code].short(was), long: codes[code].long(was) }];
  });
}

const mostInRow = 2;

/** The same in a few words for a row; empty where there are none. */
export function shortRemarks(row: Pick<TakeRow, "remarks">, language: InterfaceLanguage): string {
  const all = describeRemarks(row, language).map(({ short }) => short);
  const more = all.length - mostInRow;
  const shown = all.slice(0, mostInRow);
  return [...shown, ...(more > 0 ? [remarksMessages.in(language).more(more)] : [])].join(" · ");
}
