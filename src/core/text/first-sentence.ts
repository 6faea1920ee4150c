import { sentenceMarks, wideSentenceMarks } from "../../contract/scripts.ts";

/** The least that is said to hear a voice by, and the most, in UTF-16 units; a Chinese character counts as two. */
const least = 12;
const most = 300;
const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu;
const sentenceEnd = new RegExp(`[${sentenceMarks}${wideSentenceMarks}]["”’」』)]*$`, "u");
/** For browsers that don't know where sentences end. */
const betweenSentences = new RegExp(`(?<=[${sentenceMarks}]\\s|[${wideSentenceMarks}\\n])`, "u");

/**
 * The first sentence of a text, with the next one where it is hardly a word. What has no end within 300 UTF-16 units is
 * cut between words. Empty for a text without a letter or a figure.
 */
export function firstSentence(text: string): string {
  const head = text.trimStart().slice(0, most);
  let said = "";
  for (const sentence of sentencesOf(head)) {
    said += sentence;
    const spoken = said.trim();
    if (spoken.length + (spoken.match(wide)?.length ?? 0) >= least) break;
  }
  const whole = said.trimEnd();
  const isCut = said.length === head.length && head.length < text.trimStart().length && !sentenceEnd.test(whole);
  const cut = isCut ? whole.replace(/\s+\S*$/u, "").replace(/[\uD800-\uDBFF]$/u, "") : whole;
  return /[\p{L}\p{N}]/u.test(cut) ? cut : "";
}

function sentencesOf(text: string): readonly string[] {
  if (!("Segmenter" in Intl)) return text.split(betweenSentences);
  const segmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
