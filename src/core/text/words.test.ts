import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Timing } from "../../contract/timestamps.ts";
import { captionWordsOf } from "./caption-words.ts";
import { deriveWords, marksOf, spanAt, startsOf } from "./words.ts";

const timing = (text: string, index: number, textOffset?: number): Timing => ({
  text,
  start: index,
  end: index + 0.8,
  ...(textOffset === undefined ? {} : { textOffset }),
});

function wordsOf(script: string, texts: readonly (string | readonly [string, number])[]) {
  const timings = texts.map((entry, index) =>
    typeof entry === "string" ? timing(entry, index) : timing(entry[0], index, entry[1]),
  );
  const words = deriveWords(script, { granularity: "word", unit: "seconds", timings, raw: undefined });
  if (words === undefined) throw new Error("There are no words.");
  return words;
}

/** What lights up with each word, as text. */
function lit(script: string, texts: readonly (string | readonly [string, number])[]): (string | undefined)[] {
  return wordsOf(script, texts).words.map(({ range }) =>
    range === undefined ? undefined : script.slice(range.start, range.end),
  );
}

/** Where each word lights up. */
const places = (script: string, texts: readonly (string | readonly [string, number])[]) =>
  wordsOf(script, texts).words.map(({ range }) => range?.start);

describe("words find their place", () => {
  it("by offsets in code points, as the embedded service counts", () => {
    expect(
      places("😀 go 😀 go", [
        ["go", 2],
        ["go", 7],
      ]),
    ).toEqual([3, 9]);
  });

  it("by offsets in UTF-16 units", () => {
    expect(
      places("😀 go 😀 go", [
        ["go", 3],
        ["go", 9],
      ]),
    ).toEqual([3, 9]);
  });

  it("without offsets, by walking along the text", () => {
    expect(places("The end of the end.", ["The", "end", "of", "the", "end"])).toEqual([0, 4, 8, 11, 15]);
    expect(lit("“Don’t!”, she said.", ["don't", "she", "SAID."])).toEqual(["Don’t", "she", "said."]);
  });

  it("though offsets are wrong", () => {
    expect(
      places("one two three", [
        ["one", 100],
        ["two", 7],
        ["three", -1],
      ]),
    ).toEqual([0, 4, 8]);
    expect(
      places("one two three", [
        ["one", 0.5],
        ["two", Number.NaN],
        ["three", 8],
      ]),
    ).toEqual([0, 4, 8]);
  });

  it("in scripts without spaces", () => {
    expect(lit("夜里的火车十点出发。", ["夜里", "的", "火车", "十点", "出发"])).toEqual([
      "夜里",
      "的",
      "火车",
      "十点",
      "出发",
    ]);
    expect(lit("夜行列車は十時に。", ["夜行列車は", "十時に"])).toEqual(["夜行列車は", "十時に"]);
  });

  it("in Arabic", () => {
    expect(lit("يغادر القطار الليلي.", ["يغادر", "القطار", "الليلي"])).toEqual(["يغادر", "القطار", "الليلي"]);
  });

  it("and never inside of another word", () => {
    expect(places("often the ten", ["often", "the", "ten"])).toEqual([0, 6, 10]);
    expect(lit("It often rains", ["it", "ten", "rains"])).toEqual(["It", "often", "rains"]);
  });

  it("words that are spoken otherwise share what is written", () => {
    expect(lit("It costs $10 in the end.", ["it", "costs", "ten", "dollars", "in", "the", "end"])).toEqual([
      "It",
      "costs",
      "$10",
      "$10",
      "in",
      "the",
      "end",
    ]);
    expect(lit("See you in 2026!", ["see", "you", "in", "twenty", "twenty-six"])).toEqual([
      "See",
      "you",
      "in",
      "2026",
      "2026",
    ]);
  });

  it("and go on behind text that nobody speaks", () => {
    expect(
      lit("Hear this [a long remark that is not spoken at all] and then go on.", [
        "hear",
        "this",
        "and",
        "then",
        "go",
        "on",
      ]),
    ).toEqual(["Hear", "this", "and", "then", "go", "on"]);
  });

  it("a letter that changes its length in lower case moves nothing", () => {
    expect(places("İstanbul is far", ["istanbul", "IS", "far"]).slice(1)).toEqual([9, 12]);
  });
});

describe("words that aren't in the script", () => {
  it("are shown among the others", () => {
    const words = wordsOf("One. Two.", ["one", "extra", "two"]);
    expect(words.text).toBe("One extra. Two.");
    expect(words.spans.map(({ start, end }) => words.text.slice(start, end))).toEqual(["One", "extra", "Two"]);
  });

  it("are shown alone where nothing fits", () => {
    const words = wordsOf("Entirely different text", ["alpha", "beta", "gamma", "delta"]);
    expect(words.text).toBe("alpha beta gamma delta");
    expect(wordsOf("Other", ["你", "好"]).text).toBe("你好");
  });
});

it("there is nothing to light up without times", () => {
  expect(deriveWords("Text", { granularity: "unknown", unit: "seconds", timings: [], raw: {} })).toBeUndefined();
});

it("every span lies in the shown text, in order, and every word has one", () => {
  const script = fc.string({
    unit: fc.constantFrom("a", "B", "é", "你", "😀", " ", "\n", ".", "1", "'", "İ"),
    maxLength: 80,
  });
  const text = fc.oneof(script, fc.constantFrom("", " ", "you", "\ud83d"));
  const offset = fc.option(fc.oneof(fc.integer({ min: -5, max: 100 }), fc.double()), { nil: undefined });
  fc.assert(
    fc.property(script, fc.array(fc.tuple(text, offset), { maxLength: 30 }), fc.boolean(), (shown, entries, own) => {
      const texts = own ? shown.split(/(?<=\s)/).map((word) => [word, undefined] as const) : entries;
      const timings = texts.map(([word, at], index) => timing(word, index, at));
      const words = deriveWords(shown, {
        granularity: "word",
        unit: "seconds",
        timings,
        raw: undefined,
      });
      if (words === undefined) return;
      let [free, next] = [0, 0];
      for (const { start, end, first, last } of words.spans) {
        expect(start).toBeGreaterThanOrEqual(free);
        expect(end).toBeGreaterThan(start);
        expect(first).toBe(next);
        expect(last).toBeGreaterThanOrEqual(first);
        [free, next] = [end, last + 1];
      }
      expect(free).toBeLessThanOrEqual(words.text.length);
      expect(next).toBe(words.words.length);
      if (own) expect(words.text).toBe(shown);
    }),
  );
});

it("the lit span is the last that has begun", () => {
  const starts = startsOf(wordsOf("a b c", ["a", "b", "c"]));
  expect([-1, 0, 0.5, 0.99, 1, 2, 100].map((seconds) => spanAt(starts, seconds))).toEqual([-1, 0, 0, 0, 1, 2, 2]);
  expect(spanAt(new Float64Array(), 1)).toBe(-1);
});

it("captions get the punctuation of the script", () => {
  const texts = (script: string, spoken: readonly string[]) =>
    captionWordsOf(wordsOf(script, spoken)).map(({ text }) => text);
  expect(texts("“Well,” he said — (softly): yes!", ["well", "he", "said", "softly", "yes"])).toEqual([
    "“Well,”",
    "he",
    "said —",
    "(softly):",
    "yes!",
  ]);
  expect(texts("他说：“你好。”", ["他", "说", "你好"])).toEqual(["他", "说：", "“你好。”"]);
  expect(captionWordsOf(wordsOf("One.\n\nTwo", ["one", "two"]))).toMatchObject([
    { text: "One.", last: true, spaced: true },
    { text: "Two" },
  ]);
  expect(texts("(Hear) this [which nobody says]. “And”, unspoken rest.", ["hear", "this", "and"])).toEqual([
    "(Hear)",
    "this",
    "“And”,",
  ]);
  expect(captionWordsOf(wordsOf("$10 now", ["ten", "dollars", "now"]))).toMatchObject([
    { text: "$10", start: 0, end: 1.8 },
    { text: "now", start: 2 },
  ]);
});

describe("captions hold the whole text", () => {
  const texts = (script: string, spoken: readonly string[]) =>
    captionWordsOf(wordsOf(script, spoken)).map(({ text }) => text);

  it.each([
    ["I don't: it's 5 p.m.", ["i", "don", "it", "5", "p"], ["I", "don't:", "it's", "5", "p.m."]],
    ["还没看见它，听。", ["还", "没", "看", "它", "听"], ["还", "没", "看", "见", "它，", "听。"]],
    [
      "It is $1,234.56 at http://a.com now",
      ["it", "is", "1", "234.56", "http", "a", "com", "now"],
      ["It", "is", "$1,234.56", "at", "http://a.com", "now"],
    ],
    ["听iPhone手机", ["听", "手", "机"], ["听", "iPhone", "手", "机"]],
    ["<b>tags</b> on", ["b", "tags", "b", "on"], ["<b>tags</b>", "on"]],
  ] as const)("where the service has no times for a part of it: %s", (script, spoken, shown) => {
    expect(texts(script, spoken)).toEqual(shown);
  });

  it("with the time between their neighbours for words that were left out", () => {
    const timings = [timing("one", 0), timing("four", 3)];
    const words = deriveWords("One two three four", {
      granularity: "word",
      unit: "seconds",
      timings,
      raw: undefined,
    });
    if (words === undefined) throw new Error("There are no words.");
    const shown = captionWordsOf(words);
    expect(shown.map(({ text }) => text)).toEqual(["One", "two", "three", "four"]);
    expect(shown[1]?.start).toBeCloseTo(0.8);
    expect(shown[1]?.end).toBeCloseTo(0.8 + (2.2 * 3) / 8);
    expect(shown[2]?.end).toBeCloseTo(3);
  });
});

it("the marks of a gap belong to the words that they stand at", () => {
  const parts = (gap: string, isFirst = false) => Object.values(marksOf(gap, isFirst));
  expect(parts(", ")).toEqual([",", " ", ""]);
  expect(parts("?” “")).toEqual(["?”", " ", "“"]);
  expect(parts("。“")).toEqual(["。", "", "“"]);
  expect(parts(" [which nobody says]. (")).toEqual(["", " [which nobody says]. ", "("]);
  expect(parts("—")).toEqual(["—", "", ""]);
  expect(parts(" “", true)).toEqual(["", " ", "“"]);
  expect(parts("...", true)).toEqual(["", "", "..."]);
  expect(parts("")).toEqual(["", "", ""]);
});

it("any number of marks is looked through in no time", () => {
  const marks = "“".repeat(200_000);
  expect(marksOf(`${marks}a b`, true)).toEqual({ tail: "", between: `${marks}a b`, lead: "" });
  expect(marksOf(`${marks}a b`, false)).toEqual({ tail: marks, between: "a b", lead: "" });
  const two = marks.length + 7;
  expect(places(`one a${marks}a two`, [["one", 0], "ten", ["two", two]])).toEqual([0, undefined, two]);
  expect(places("two", [`a${marks}a`, "two"])).toEqual([undefined, 0]);
});

it("words that would stand at every place of a row of letters are soon given up", () => {
  const begun = performance.now();
  expect(
    places(
      "a".repeat(50_000),
      Array.from({ length: 2_000 }, () => "aaa"),
    )[0],
  ).toBeUndefined();
  expect(performance.now() - begun).toBeLessThan(3_000);
});

it("captions show any number of words that share one place", () => {
  const words = Array.from({ length: 200_000 }, (_, at) => ({ text: "dollar", start: at, end: at + 1 }));
  const shared = { granularity: "word", text: "$10", spans: [{ start: 0, end: 3, first: 0, last: 199_999 }] } as const;
  expect(captionWordsOf({ ...shared, words })).toMatchObject([{ text: "$10", start: 0, end: 200_000 }]);
});
