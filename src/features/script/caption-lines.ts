import { sentenceMarks, unspaced, wideSentenceMarks } from "../../contract/scripts.ts";

/** The line that tells when a caption is shown, of SubRip and of WebVTT. */
const timing = /^[ \t]*((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3})[ \t]+-->[ \t]+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}).*$/;
/** A caption that begins so soon behind the end of the one before shows its line on, in seconds: it rolls up. */
const rollsUpWithin = 0.1;
/** What a caption file begins with: the word of WebVTT, or a caption's number and its times. */
const start = /^(?:WEBVTT(?:[ \t].*)?(?:\n|$)|(?:\d+[ \t]*\n)?[ \t]*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]+-->)/;
/**
 * Markup within a caption; of ruby, what is written above the characters is left out with it. No part goes on over
 * what begins another, or a long line of beginnings would be read from each of them to its end.
 */
const markup =
  /<rt>(?:(?!<rt>).)*?<\/rt>|<\/?(?:i|b|u|s|c|v|ruby|rt|lang|font)(?:[. ][^<>]*)?>|<\d[\d:.]*>|\{\\[^{}]*\}/gi;
/** Characters that WebVTT writes by a name; the others of HTML are seldom in captions. */
const references: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", lrm: "", rlm: "" },
    ...{ hellip: "…", mdash: "—", ndash: "–" },
  }),
);
/** What begins a block of WebVTT that holds nothing to be spoken. */
const unspoken = /^[ \t]*(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;

/** Whether a text, with lines ended by `\n`, is a file of captions. */
export function isCaptions(text: string): boolean {
  return start.test(text.trimStart());
}

/**
 * What is spoken of a file of captions: without numbers, times, markup and notes. Lines that a caption broke off are
 * one again, since a break is heard; what ends a sentence ends a line.
 */
export function captionLines(text: string): string {
  const spoken: string[] = [];
  let within = false;
  let end = Number.NEGATIVE_INFINITY;
  for (const block of text.split(/\n[ \t]*\n+/)) {
    const lines = block.split("\n");
    const times = lines.findIndex((line) => timing.test(line));
    // Without times it is WebVTT's head, a style, a note, or more of the caption before: some leave a line free in it.
    if (times < 0 && (!within || unspoken.test(lines[0] ?? "") || block.includes("->"))) continue;
    within = true;
    const said = lines.slice(times + 1).flatMap((line) => plain(line) || []);
    const [, begins, ends] = timing.exec(lines[times] ?? "") ?? [];
    // Captions that roll up show a line twice.
    const rollsUp = begins !== undefined && secondsOf(begins) - end <= rollsUpWithin && said[0] === spoken.at(-1);
    // One by one: a call takes no hundred thousand lines at once.
    for (const line of said.slice(rollsUp ? 1 : 0)) spoken.push(line);
    if (ends !== undefined) end = secondsOf(ends);
  }
  return spoken.map((line, at) => breakBefore(line, spoken[at - 1]) + line).join("");
}

function secondsOf(time: string): number {
  return time
    .replace(",", ".")
    .split(":")
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

function plain(line: string): string {
  return line
    .replace(markup, "")
    .replace(/&(\w+);/g, (whole, name: string) => references.get(name) ?? whole)
    .replace(/&#(?:(\d{1,7})|[xX]([\da-fA-F]{1,6}));/g, (whole, decimal?: string, hexadecimal?: string) => {
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .trim();
}

const ended = new RegExp(`[${sentenceMarks}${wideSentenceMarks}♪:：;；]["'”’」』）)\\]]*$`, "u");

function breakBefore(line: string, before: string | undefined): string {
  if (before === undefined) return "";
  if (ended.test(before) || /^[-–—♪]/.test(line)) return "\n";
  return unspaced.test(before.at(-1) ?? "") && unspaced.test(line.charAt(0)) ? "" : " ";
}
