import type { InterfaceLanguage } from "../../contract/language.ts";
import { notesIn, readPitchNote, readWordsNote } from "../../contract/spoken-note.ts";
import { pageMessages } from "../messages/index.ts";
import type { TakeRow } from "../takes/take.ts";
import { shortEngineName } from "../voices/natural-voices.ts";
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
    if (code === "note") return { code, ...describeNotes(was, language) };
    return { code, short: codes[code].short(was), long: codes[code].long(was) };
  });
}

/** What a service says of a sound beyond the document; a note that isn't known as it came. */
function describeNotes(field: string, language: InterfaceLanguage): { readonly short: string; readonly long: string } {
  const { notes: messages } = remarksMessages.in(language);
  const all = notesIn(field).map((note) => {
    const [pitch, words] = [readPitchNote(note), readWordsNote(note)];
    if (pitch !== undefined) {
      const { asked, spoken } = pitch;
      return { short: messages.pitch.short(asked, spoken), long: messages.pitch.long(asked, spoken) };
    }
    if (words === undefined) return { short: note, long: messages.other(note) };
    const { model, recogniser, isHere } = words;
    const say = isHere ? messages.words.unheard : messages.words.add;
    return { short: messages.words.short(shortEngineName(model)), long: say(model, recogniser) };
  });
  const { sentences } = pageMessages.in(language).between;
  return { short: all.map(({ short }) => short).join(" · "), long: all.map(({ long }) => long).join(sentences) };
}

const mostInRow = 2;

/** The same in a few words for a row; empty where there are none. */
export function shortRemarks(row: Pick<TakeRow, "remarks">, language: InterfaceLanguage): string {
  const all = describeRemarks(row, language).map(({ short }) => short);
  const more = all.length - mostInRow;
  const shown = all.slice(0, mostInRow);
  return [...shown, ...(more > 0 ? [remarksMessages.in(language).more(more)] : [])].join(" · ");
}
