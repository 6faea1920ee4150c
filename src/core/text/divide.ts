import { abbreviated, isSpeakable, lineNumber, sentenceMarks, wideSentenceMarks } from "../../contract/scripts.ts";

/** A part of a text, where it stands in it, in UTF-16 units, and the silence in front of it, in seconds. */
export interface Division {
  readonly start: number;
  readonly end: number;
  readonly pause: number;
  /** The name of the voice that speaks it; the one of the form when absent. */
  readonly voice?: string;
  /** The silence that was asked for behind the last part, in seconds. */
  readonly pauseBehind?: number;
}

/**
 * Where a text says how it is to be spoken, in UTF-16 units: a pause in seconds, or a paragraph's voice by its name.
 */
export type Cue = { readonly start: number; readonly end: number } & (
  | { readonly pause: number }
  | { readonly voice: string }
);

/** What ends a sentence, but for the white space that must follow. */
const spaced = `[${sentenceMarks}](?<!(?:${lineNumber}|${abbreviated})\\.)[\\p{Pe}\\p{Pf}"']*`;
const wide = `[${wideSentenceMarks}][\\p{Pe}\\p{Pf}]*`;

/** The end of a sentence with the marks and the space behind it. */
export const sentenceEnd = new RegExp(`${spaced}\\s+|${wide}\\s*`, "gu");

/** The end of a paragraph. A line break within a sentence is none: so a text is wrapped. */
const paragraphEnd = new RegExp(`\\n[^\\S\\n]*\\n|(?:${spaced}|${wide})[^\\S\\n]*\\n`, "gu");

/** What begins a line of a list or a dialogue, if the line in front of it has one, too: "2.", "Ann:". */
const label = "\\s*(?:\\d{1,3}\\.\\s|(?!\\p{CWT})\\p{L}[^\\n:：]{0,19}[:：])";
/** The end of a line before one of a list or a dialogue. */
const itemEnd = new RegExp(`\\n(?=\\s*(?:[-*•][ \\t]|\\(?\\d{1,3}[)）、])|(?<=^${label}.*\\n)${label})`, "gmu");
/** A break before a line in lower case, which goes on. Georgian has no capitals, as written: it is `Ll`, not `CWT`. */
const lowerLine = "\\n[^\\p{L}\\n]*\\p{CWT}";
/** The end of a line that isn't wrapped at a page's width, as of a verse, where the text isn't prose. */
const lineEnd = new RegExp(`${itemEnd.source}|(?!${lowerLine})\\n`, "gmu");
/** What tells prose, of which any line may be wrapped: a line in lower case, and a sentence's end within a line. */
const proseSign = new RegExp(`${sentenceEnd.source}|${lowerLine}`, "gu");
/** Of so many lines of prose, one at least has a sign of it. */
const proseLines = 10;

/** How long it is silent between paragraphs and between sentences, as in a text that is spoken at once; seconds. */
const pauses = { paragraph: 0.55, sentence: 0.3, none: 0 } as const;

/**
 * Divides a text into parts of at most `limit` characters: behind a paragraph, else behind a line that isn't wrapped, a
 * sentence, any line, a space or sign, as far back as a third of the part; else anywhere between two characters. What
 * holds nothing to speak is no part, since a service refuses it; nor is the white space between parts.
 *
 * @param isSaid whether a part holds anything to speak, as it is sent.
 */
export function divideText(
  text: string,
  limit: number,
  from = 0,
  to = text.length,
  isSaid = isSpeakable,
): readonly Division[] {
  const divisions: Division[] = [];
  let pause: number = pauses.none;
  let start = skipSpace(text, from, to);
  while (start < to) {
    // As many UTF-16 units as may be characters: never more of these.
    const cut = to - start <= limit ? { at: to, pause: pauses.none } : cutOf(text, start, start + limit);
    const end = start + text.slice(start, cut.at).trimEnd().length;
    const isPart = isSaid(text.slice(start, end));
    if (isPart) divisions.push({ start, end, pause });
    pause = isPart ? cut.pause : Math.max(pause, cut.pause);
    start = skipSpace(text, cut.at, to);
  }
  return divisions;
}

/**
 * Divides a text into parts at its cues, which aren't said, and each stretch between them like {@link divideText}. A
 * voice speaks to the end of its paragraph; where its name has a line of its own, that is the paragraph below. Pauses
 * that follow one another are one.
 *
 * @param cues in their order.
 */
export function divideAtCues(
  text: string,
  limit: number,
  cues: readonly Cue[],
  isSaid = isSpeakable,
): readonly Division[] {
  const divisions: Division[] = [];
  let at = 0;
  let voice: string | undefined;
  let voiceEnd = text.length;
  /** What the next part is preceded by: an asked pause, else what stands between paragraphs. */
  let asked: number | undefined;
  let usual: number = pauses.none;

  function speakTo(to: number): void {
    if (voice !== undefined && voiceEnd < to) {
      speak(voiceEnd);
      voice = undefined;
      usual = pauses.paragraph;
    }
    speak(to);
  }

  function speak(to: number): void {
    if (to <= at) return;
    const [first, ...rest] = divideText(text, limit, at, to, isSaid);
    at = to;
    if (first === undefined) return;
    const pause = asked ?? (divisions.length === 0 ? pauses.none : usual);
    const spokenBy = voice === undefined ? {} : { voice };
    for (const each of [{ ...first, pause }, ...rest]) divisions.push({ ...each, ...spokenBy });
    asked = undefined;
    usual = pauses.none;
  }

  for (const [index, cue] of cues.entries()) {
    speakTo(cue.start);
    at = cue.end;
    if ("pause" in cue) asked = (asked ?? 0) + cue.pause;
    else {
      ({ voice } = cue);
      usual = pauses.paragraph;
      const end = text.indexOf("\n", nextSaid(text, cues, index));
      voiceEnd = end < 0 ? text.length : end;
    }
  }
  speakTo(text.length);
  const last = divisions.pop();
  if (last !== undefined) divisions.push(asked === undefined ? last : { ...last, pauseBehind: asked });
  return divisions;
}

/** Where what is said behind a cue begins; at the next voice at the latest. Pauses aren't said. */
function nextSaid(text: string, cues: readonly Cue[], index: number): number {
  let at = cues[index]?.end ?? 0;
  for (let next = index + 1; next <= cues.length; next++) {
    const cue = cues[next];
    at = skipSpace(text, at, cue?.start ?? text.length);
    if (cue === undefined || at < cue.start || "voice" in cue) break;
    at = cue.end;
  }
  return at;
}

function cutOf(text: string, start: number, most: number): { readonly at: number; readonly pause: number } {
  const earliest = start + Math.floor((most - start) / 3);
  // What is in front of the window tells, too, what a line break or a full stop in it is.
  const head = text.slice(start, most);
  const signs = [...head.matchAll(proseSign)].filter(([sign]) => !/\n\s*$/.test(sign));
  for (const [ends, pause] of [
    [paragraphEnd, pauses.paragraph],
    [signs.length * proseLines > head.split("\n").length ? itemEnd : lineEnd, pauses.sentence],
    [sentenceEnd, pauses.sentence],
    [/\n/g, pauses.none],
    [/[,;:，、；：]\s*|\s+/gu, pauses.none],
  ] as const) {
    const last = [...head.matchAll(ends)].at(-1);
    const at = last === undefined ? start : start + last.index + last[0].length;
    if (at > earliest) return { at, pause };
  }
  const isPair = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 && most - start > 1;
  return { at: isPair ? most - 1 : most, pause: pauses.none };
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /\s/u.test(text.charAt(at))) at++;
  return at;
}
