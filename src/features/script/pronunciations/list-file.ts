import type { Pronunciations } from "../../../core/text/pronunciations.ts";

/** A list as a text: a line for each word. What would part it elsewhere is a space, or stands behind a backslash. */
export function formatList(list: Pronunciations): string {
  const line = (text: string) => text.replace(/\s+/gu, " ");
  return list.map(({ word, spoken }) => `${line(word).replace(/[=＝]/gu, "\\$&")} = ${line(spoken)}\n`).join("");
}

/**
 * The list that a text holds: what stands behind the first `=` or tab of a line is how its word is spoken. A line
 * without one is a word of which that isn't known. An `=` behind a backslash belongs to the word.
 */
export function parseList(text: string): Pronunciations {
  return text.split(/\r\n?|\n/).flatMap((line) => {
    const [, word = line, spoken = ""] = /^((?:\\[=＝]|[^=＝\t])*)[=＝\t](.*)$/u.exec(line) ?? [];
    const plain = word.trim().replace(/\\([=＝])/gu, "$1");
    return line.trim() === "" ? [] : [{ word: plain, spoken: spoken.trim() }];
  });
}
