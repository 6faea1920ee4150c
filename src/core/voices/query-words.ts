/** Words that say nothing about a voice: of, voice, accent. */
const fillers: ReadonlySet<string> = new Set(["的", "腔", "声音", "音色", "语音", "口音", "配音", "發音", "发音"]);
const han = /\p{Script=Han}/u;

/**
 * Makes the words of a query out of one that is written together, as Chinese is: 美国女声 is 美国 and 女声. The longest known
 * word counts; what is between known words stays a word of its own, and so does a word that holds no Chinese.
 *
 * @param known words that can be found; those without a Chinese character are of no use here.
 */
export function createWordSplitter(known: Iterable<string>): (word: string) => readonly string[] {
  const words = new Set([...[...known].filter((word) => han.test(word)), ...fillers]);
  const longest = Math.max(...[...words].map(({ length }) => length));

  return (word) => {
    if (!han.test(word) || words.has(word)) return [word];
    const found: string[] = [];
    let unknown = "";
    for (let at = 0; at < word.length; ) {
      const next = longestAt(word, at);
      if (next === undefined) unknown += word.charAt(at++);
      else {
        if (unknown !== "") found.push(unknown);
        unknown = "";
        if (!fillers.has(next)) found.push(next);
        at += next.length;
      }
    }
    if (unknown !== "") found.push(unknown);
    return found.length === 0 ? [word] : found;
  };

  function longestAt(text: string, at: number): string | undefined {
    for (let length = Math.min(longest, text.length - at); length > 0; length--) {
      const candidate = text.slice(at, at + length);
      if (words.has(candidate)) return candidate;
    }
    return undefined;
  }
}
