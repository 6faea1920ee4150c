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

/** The end of a sentence with the marks and the space behind it. */
export const sentenceEnd = /[.!?…][\p{Pe}\p{Pf}"']*\s+|[。！？][\p{Pe}\p{Pf}]*\s*/gu;

/** How long it is silent between paragraphs and between sentences, as in a text that is spoken at once; seconds. */
const pauses = { paragraph: 0.55, sentence: 0.3, none: 0 } as const;

/**
 * Divides a text into parts of at most `limit` characters: behind a paragraph, else behind a sentence, else at a space
 * or sign, as far back as a third of the part; else anywhere between two characters. Parts begin and end with what is
 * said; white space between them is left out.
 */
export function divideText(text: string, limit: number, from = 0, to = text.length): readonly Division[] {
  const divisions: Division[] = [];
  let pause: number = pauses.none;
  let start = skipSpace(text, from, to);
  while (start < to) {
    // As many UTF-16 units as may be characters: never more of these.
    const cut = to - start <= limit ? { at: to, pause: pauses.none } : cutOf(text, start, start + limit);
    const end = start + text.slice(start, cut.at).trimEnd().length;
    divisions.push({ start, end, pause });
    ({ pause } = cut);
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
export function divideAtCues(text: string, limit: number, cues: readonly Cue[]): readonly Division[] {
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
    const [first, ...rest] = divideText(text, limit, at, to);
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
  const window = text.slice(earliest, most);
  const paragraph = window.lastIndexOf("\n");
  if (paragraph >= 0) return { at: earliest + paragraph + 1, pause: pauses.paragraph };
  for (const [ends, pause] of [
    [sentenceEnd, pauses.sentence],
    [/[,;:，、；：]\s*|\s+/gu, pauses.none],
  ] as const) {
    const last = [...window.matchAll(ends)].at(-1);
    if (last !== undefined) return { at: earliest + last.index + last[0].length, pause };
  }
  const isPair = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 && most - start > 1;
  return { at: isPair ? most - 1 : most, pause: pauses.none };
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /\s/u.test(text.charAt(at))) at++;
  return at;
}
