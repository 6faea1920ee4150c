import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CaptionWord,
  type Cue,
  formatSrt,
  formatVtt,
  lineWidth,
  sentenceCues,
  widthOf,
  wordCues,
} from "./captions.ts";

/** Words of a text, each a third of a second long. */
function wordsOf(text: string, pause: Readonly<Record<number, number>> = {}): CaptionWord[] {
  let time = 0;
  return text.split(" ").map((word, index) => {
    const start = time + (pause[index] ?? 0);
    time = start + 0.3;
    return { text: word, start, end: time, spaced: true };
  });
}

const wordArbitrary: fc.Arbitrary<CaptionWord> = fc.record({
  text: fc.oneof(
    fc.string({ unit: "grapheme", minLength: 0, maxLength: 14 }),
    fc.string({ unit: fc.constantFrom("你", "好", "，", "。", "ー", "カ"), maxLength: 4 }),
    fc.constantFrom(
      "-->",
      "<b>",
      "{\\an8}",
      "&amp;",
      "1",
      "\n\n",
      "end.",
      "so,",
      "\ud800",
      "x".repeat(60),
      "\u202eRTL",
    ),
  ),
  start: fc.float({ min: 0, max: 5_000, noNaN: true }),
  end: fc.float({ min: 0, max: 5_000, noNaN: true }),
  spaced: fc.boolean(),
  last: fc.boolean(),
});
const inTime = fc
  .array(wordArbitrary, { maxLength: 60 })
  .map((words) => words.map((word, index) => ({ ...word, start: index * 0.4, end: index * 0.4 + 0.3 })));

const clockOf = (text: string): number => {
  const [, hours = "", minutes = "", seconds = "", fraction = ""] =
    /^(\d\d+):(\d\d):(\d\d)[.,](\d{3})$/.exec(text) ?? [];
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction);
};

/** Reads a file of captions as its format says: blocks between empty lines, times in one line, text below it. */
function readBack(file: string): Cue[] {
  return file
    .split(/\n\n+/)
    .map((block) => block.trimEnd().split("\n"))
    .flatMap((lines) => {
      const at = lines.findIndex((line) => line.includes(" --> "));
      if (at === -1) return [];
      const [start = "", end = ""] = (lines[at] ?? "").split(" --> ");
      return [{ start: clockOf(start), end: clockOf(end), lines: lines.slice(at + 1) }];
    });
}

const squeezed = (texts: readonly string[]): string =>
  texts
    .join("")
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd");

describe("captions of words", () => {
  it.each([
    // Spoken slowly, so that the time runs out before the room does.
    ["他站在码头上，望着灰色的海面，等着一条不会回来的船。", 0.29],
    ["他站在码头上望着灰色的海面，等着一条不会回来的船。", 0.3],
    ["老钟表匠在窗边坐了整整一个下午他望着灰色的海面等着一条永远也不会再回来的船。", 0.15],
  ])("of Chinese divide at punctuation, and leave no word alone: %s", (text, pace) => {
    const words: string[] = [];
    for (const { segment, isWordLike } of new Intl.Segmenter("zh", { granularity: "word" }).segment(text)) {
      // Punctuation stands at its word.
      words.push(isWordLike === true ? segment : `${words.pop() ?? ""}${segment}`);
    }
    let time = 0;
    const timed = words.map((word) => {
      const start = time;
      time += word.length * pace;
      return { text: word, start, end: time, spaced: false };
    });
    const cues = wordCues(timed);
    expect(cues.length).toBeGreaterThan(1);
    const said = cues.map(({ lines }) => lines.join(""));
    expect(said.join("")).toBe(text);
    for (const each of said) expect(each.length).toBeGreaterThan(5);
    if (text.includes("，")) for (const each of said) expect(each).toMatch(/[，。]$/);
  });

  it("end with their sentence, at a pause and at a clause, in lines that can be read", () => {
    const text =
      "The night train leaves at ten. You can hear it long before you see it: first the rails, " +
      "then a low whistle over the river, and at last the lights.";
    expect(wordCues(wordsOf(text)).map(({ lines }) => lines)).toEqual([
      ["The night train leaves at ten."],
      ["You can hear it long before you see it:", "first the rails,"],
      ["then a low whistle over the river,", "and at last the lights."],
    ]);
    expect(wordCues(wordsOf("One two three four", { 2: 2 })).map(({ lines }) => lines)).toEqual([
      ["One two"],
      ["three four"],
    ]);
  });

  it("let a very short sentence stand with the next one", () => {
    expect(wordCues(wordsOf("No. Not today.")).map(({ lines }) => lines)).toEqual([["No. Not today."]]);
  });

  it("in Chinese have no spaces and at most 18 characters to a line", () => {
    const words = Array.from("夜里的火车十点出发，你在看见它之前很久就能听见它，先是铁轨然后是汽笛").map(
      (text, index) => ({
        text,
        start: index * 0.2,
        end: index * 0.2 + 0.2,
        spaced: false,
      }),
    );
    const cues = wordCues(words);
    expect(cues.flatMap(({ lines }) => lines).join("")).toBe(words.map(({ text }) => text).join(""));
    for (const line of cues.flatMap(({ lines }) => lines)) expect(Array.from(line).length).toBeLessThanOrEqual(18);
    expect(cues[0]?.lines).toEqual(["夜里的火车十点出发，", "你在看见它之前很久就能听见它，"]);
  });

  it("keep every word in order, two lines at most, none too wide but for a single word", () => {
    fc.assert(
      fc.property(inTime, (words) => {
        const cues = wordCues(words);
        expect(squeezed(cues.flatMap(({ lines }) => lines))).toBe(squeezed(words.map(({ text }) => text)));
        const single = new Set(words.map(({ text }) => squeezed([text])));
        for (const { lines } of cues) {
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines) {
            expect(line).not.toMatch(/[\n\r]|^\s*$/);
            if (widthOf(line) > lineWidth) expect(single).toContain(squeezed([line]));
          }
        }
      }),
    );
  });

  it("never overlap and never go backward, whatever the times say", () => {
    fc.assert(
      fc.property(fc.array(wordArbitrary, { maxLength: 60 }), fc.boolean(), (words, sentences) => {
        let free = 0;
        for (const { start, end } of sentences ? sentenceCues(words) : wordCues(words)) {
          expect(start).toBeGreaterThanOrEqual(free);
          expect(end).toBeGreaterThan(start);
          free = end;
        }
      }),
    );
  });

  it("of any number of words are made in no time", () => {
    expect(wordCues(wordsOf(Array(10_000).fill("x".repeat(40)).join(" ")))).toHaveLength(5_000);
  });

  it("stand long enough to be read where the next one leaves the time, and don't blink", () => {
    const word = (text: string, start: number, end: number): CaptionWord => ({
      text,
      start,
      end,
      spaced: true,
      last: true,
    });
    const cues = wordCues([
      word("Hi.", 0, 0.2),
      word("Soon.", 3, 4.5),
      word("Now.", 4.7, 5),
      word("At once.", 5.4, 6.9),
    ]);
    expect(cues.map(({ start, end }) => [start, end])).toEqual([
      [0, 1_000],
      [3_000, 4_700],
      [4_700, 5_400],
      [5_400, 6_900],
    ]);
  });

  it("never stand beyond the sound, where its length is known", () => {
    const words: readonly CaptionWord[] = [{ text: "Go.", start: 6.6, end: 7.158, spaced: true }];
    for (const cues of [wordCues(words, 7.1589), sentenceCues(words, 7.1589)]) {
      expect(cues.map(({ start, end }) => [start, end])).toEqual([[6_600, 7_158]]);
    }
    expect(wordCues(words).at(-1)?.end).toBe(7_600);
  });
});

describe("captions of sentences", () => {
  const linesOf = (text: string) => sentenceCues([{ text, start: 0, end: 6, spaced: true }])[0]?.lines;

  it("are one each, with the times that were told", () => {
    const cues = sentenceCues([
      { text: "Nobody says when its words are heard.", start: 0, end: 6, spaced: true },
      { text: "Two\nlines.", start: 6, end: 8, spaced: true },
    ]);
    expect(cues).toEqual([
      { start: 0, end: 6_000, lines: ["Nobody says when its words are heard."] },
      { start: 6_000, end: 8_000, lines: ["Two lines."] },
    ]);
  });

  it("have as few lines as can be read, of about the same width", () => {
    const long = "This sentence goes on and on, and nobody says when its words are heard.";
    expect(linesOf(long)).toEqual(["This sentence goes on and on,", "and nobody says when its words are heard."]);
    const wide = "老张站在巷口看着最后一盏灯灭了，那天夜里雨下得很大。";
    expect(linesOf(wide)).toEqual(["老张站在巷口看着最后一盏灯灭了，", "那天夜里雨下得很大。"]);
  });

  it("keep every character, in lines that can be read and that no closing mark begins", () => {
    const piece = fc.constantFrom("word ", "a ", "Ou\u0300, ", "灯，", "船", "“灯”", "（船）。", "カー", "42 ");
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 90 }), (pieces) => {
        const text = pieces.join("");
        const lines = linesOf(text) ?? [];
        const bare = (one: string) => one.replace(/\s/g, "");
        expect(bare(lines.join(""))).toBe(bare(text));
        for (const line of lines) {
          expect(line).toBe(line.trim());
          expect(widthOf(line)).toBeLessThanOrEqual(lineWidth);
          expect(line).not.toMatch(/^(?:[，。）”ー]|\u0300)/u);
        }
      }),
    );
  });

  it("of any length are divided in no time", () => {
    expect(linesOf("灯".repeat(100_000))).toHaveLength(Math.ceil(100_000 / 18));
  });
});

describe("files of captions", () => {
  it("look as their formats say", () => {
    const cues = [
      { start: 0, end: 1_500, lines: ["One & two", "<three>"] },
      { start: 3_661_007, end: 360_000_001, lines: ["a --> b"] },
    ];
    expect(formatSrt(cues)).toBe(
      "1\n00:00:00,000 --> 00:00:01,500\nOne & two\n<\u2060three>\n\n" +
        "2\n01:01:01,007 --> 100:00:00,001\na --\u2060> b\n",
    );
    expect(formatVtt(cues)).toBe(
      "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nOne &amp; two\n&lt;three&gt;\n\n" +
        "01:01:01.007 --> 100:00:00.001\na --&gt; b\n",
    );
    expect([formatSrt([]), formatVtt([])]).toEqual(["", "WEBVTT\n"]);
  });

  it("can be read back: the same times and texts, and nothing in them that is taken for more", () => {
    fc.assert(
      fc.property(inTime, (words) => {
        const cues = wordCues(words);
        const srt = readBack(formatSrt(cues));
        const plain = srt.map((cue) => ({ ...cue, lines: cue.lines.map((line) => line.replaceAll("\u2060", "")) }));
        expect(plain).toEqual(
          cues.map((cue) => ({ ...cue, lines: cue.lines.map((line) => line.replaceAll("\u2060", "")) })),
        );
        for (const line of srt.flatMap(({ lines }) => lines)) expect(line).not.toMatch(/-->|<\/?\p{L}|\{\\/u);
        const vtt = readBack(formatVtt(cues));
        for (const line of vtt.flatMap(({ lines }) => lines)) expect(line).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        const unescaped = vtt.map((cue) => ({
          ...cue,
          lines: cue.lines.map((line) => line.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")),
        }));
        expect(unescaped).toEqual(cues);
      }),
    );
  });
});
