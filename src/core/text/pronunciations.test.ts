import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Pronunciation, pronunciationProblems, respell, usablePronunciations } from "./pronunciations.ts";
import { writtenRange, writtenTimings } from "./written-timings.ts";

const list = (entries: Readonly<Record<string, string>>): Pronunciation[] =>
  Object.entries(entries).map(([word, spoken]) => ({ word, spoken }));

describe("a script by a list", () => {
  it("is soon looked through, however many flags stand in it in a row", () => {
    const begun = performance.now();
    expect(respell("🇺🇸".repeat(50_000), list({ "🇸🇩": "Sudan", "…": "dots" })).text.slice(0, 8)).toBe("🇺🇸🇺🇸");
    expect(performance.now() - begun).toBeLessThan(3_000);
  });

  it.each([
    ["The GPU, the GPUs and aGPU", { GPU: "G P U" }, "The G P U, the GPUs and aGPU"],
    ["GPU", { GPU: "G P U" }, "G P U"],
    // Without capitals a word is found with them, too; with capitals only so.
    ["Live is live is LIVE", { live: "lyve" }, "lyve is lyve is lyve"],
    ["The US and us", { US: "U S" }, "The U S and us"],
    ["The US and us", { US: "U S", us: "uss" }, "The U S and uss"],
    // The longest first, over a line's end, too.
    ["New York, New\nYork, York", { York: "Yorrk", "New York": "Noo York" }, "Noo York, Noo York, Yorrk"],
    // Chinese and Japanese don't part their words.
    ["我在重庆的重庆路", { 重庆: "崇庆", 重庆路: "虫庆路" }, "我在崇庆的虫庆路"],
    ["用AI技术", { AI: "A I" }, "用A I技术"],
    ["C++ or C#?", { "C++": "see plus plus", "C#": "see sharp" }, "see plus plus or see sharp?"],
    ["Μάης ΣΑΣ", { σας: "sas" }, "Μάης sas"],
    // However its marks are written, and wherever it may be broken.
    ["Caf\u00e9 and CAFE\u0301, Cafe", { "caf\u00e9": "kaffay" }, "kaffay and kaffay, Cafe"],
    ["soft\u00adware, soft", { software: "soff", soft: "s" }, "soff, s"],
    // An emoji is one sign, of whatever it is made.
    ["\u095bरूरी \u05e9\u05c1", { "\u095bरूरी": "z", "\ufb2a": "shin" }, "z shin"],
    ["\u1112\u1161\u11ab\u1100\u1173\u11af, 한글", { 한글: "hangeul" }, "hangeul, hangeul"],
    ["ê\u0301k \u1ebfk soft\ufeffware", { "e\u0302\u0301k": "ek", software: "soff" }, "ek ek soff"],
    ["\u200fשלום\u200f, עולם", { שלום: "shalom" }, "\u200fshalom\u200f, עולם"],
    // What is joined to the sign before it is no word.
    ["ශ්\u200dරී රී", { රී: "ri" }, "ශ්\u200dරී ri"],
    ["🇺🇸🇩🇪 🇸🇩", { "🇸🇩": "Sudan" }, "🇺🇸🇩🇪 Sudan"],
    ["👍 👍🏽 👨‍👩‍👧 👨 ❤️", { "👍": "yes", "👨": "man", "👧": "girl", "❤": "love" }, "yes 👍🏽 👨‍👩‍👧 man love"],
    [
      "What is spoken isn't looked through again: AB",
      { AB: "A AB", A: "ay" },
      "What is spoken isn't looked through again: A AB",
    ],
  ])("%j", (script, entries, sent) => {
    expect(respell(script, usablePronunciations(list(entries))).text).toBe(sent);
  });

  it("bears the longest list, and uses no more of one", () => {
    const words = Array.from({ length: 1_200 }, (_, at) => ({ word: `word${at}`, spoken: `w ${at}` }));
    const usable = usablePronunciations(words);
    expect(usable).toHaveLength(1_000);
    expect(respell("word7, word999 and word1000, Word77", usable).text).toBe("w 7, w 999 and word1000, w 77");
  });

  it("names what of the list is in it", () => {
    expect(respell("The GPU", list({ GPU: "G P U", CPU: "C P U" })).used).toEqual(list({ GPU: "G P U" }));
  });
});

describe("an entry", () => {
  it.each([
    [[{ word: " ", spoken: "x" }], ["no_word"]],
    [[{ word: "x", spoken: "" }], ["no_spoken"]],
    [list({ ["x".repeat(101)]: "y", z: "y".repeat(101), y: "y".repeat(100) }), ["long_word", "long_spoken", undefined]],
    [[{ word: "[Mei]", spoken: "x" }], ["brackets"]],
    [[{ word: "x", spoken: "x【停顿】" }], ["brackets"]],
    [list({ a: "x", " a ": "y", A: "z" }), [undefined, "doubled", undefined]],
  ])("%j is told what is wrong with it, and isn't used then", (entries, problems) => {
    expect(pronunciationProblems(entries)).toEqual(problems);
    expect(usablePronunciations(entries)).toHaveLength(problems.filter((problem) => problem === undefined).length);
  });
});

/** Scripts and lists that meet often: few letters, with spaces, signs of Chinese and a pair of units among them. */
const letters = fc.constantFrom("a", "B", "b", " ", ".", "重", "庆", "😀", "é", "\n");
const text = (constraints: { minLength?: number; maxLength: number }) =>
  fc.array(letters, constraints).map((each) => each.join(""));
const entries = fc
  .array(fc.record({ word: text({ minLength: 1, maxLength: 3 }), spoken: text({ minLength: 1, maxLength: 5 }) }), {
    maxLength: 6,
  })
  .map(usablePronunciations);

describe("whatever the script and the list", () => {
  it("only words of the list change, and everything else stands where it says", () => {
    fc.assert(
      fc.property(text({ maxLength: 40 }), entries, (script, used) => {
        const sent = respell(script, used);
        let [written, respelled] = [0, 0];
        for (const { start, end, from, to } of sent.places) {
          expect(sent.text.slice(respelled, from)).toBe(script.slice(written, start));
          const spoken = used.filter(({ word }) => word.toLowerCase() === tidy(script.slice(start, end)).toLowerCase());
          expect(spoken.map((entry) => entry.spoken)).toContain(sent.text.slice(from, to));
          [written, respelled] = [end, to];
        }
        expect(sent.text.slice(respelled)).toBe(script.slice(written));
      }),
    );
  });

  it("a stretch of what is sent leads to the script, and from there to no less of what is sent", () => {
    fc.assert(
      fc.property(text({ maxLength: 40 }), entries, fc.nat(60), fc.nat(10), (script, used, from, length) => {
        const { text: sent, places } = respell(script, used);
        const start = Math.min(from, Math.max(0, sent.length - 1));
        const end = Math.min(sent.length, start + 1 + length);
        fc.pre(start < end);
        const range = writtenRange(places, { start, end });
        expect(range.start).toBeLessThan(range.end);
        const back = respelledRange(places, range);
        expect(back.start).toBeLessThanOrEqual(start);
        expect(back.end).toBeGreaterThanOrEqual(end);
        // Whole words are where they are.
        expect(writtenRange(places, back)).toEqual(range);
        if (!places.some((place) => place.from < end && place.to > start))
          expect([sent.slice(start, end), back]).toEqual([script.slice(range.start, range.end), { start, end }]);
      }),
    );
  });
});

/** The way there, which only a test goes. */
function respelledRange(places: ReturnType<typeof respell>["places"], range: { start: number; end: number }) {
  const there = (at: number, isEnd: boolean): number => {
    let shift = 0;
    for (const { start, end, from, to } of places) {
      if (isEnd ? at > start && at <= end : at >= start && at < end) return isEnd ? to : from;
      if (end <= at) shift = to - end;
    }
    return at + shift;
  };
  return { start: there(range.start, false), end: there(range.end, true) };
}

const tidy = (word: string) => word.replace(/\s+/gu, " ");

describe("the times of what was sent", () => {
  const script = "😀 Der GPU hilft, und AI.";
  const used = list({ GPU: "G P U", AI: "A I" });
  const heard = ["Der", "G", "P", "U", "hilft", "und", "A", "I"];
  const offsets = [2, 6, 8, 10, 12, 19, 23, 25];

  it.each([[true], [false]])("become those of the words as they are written (offsets: %s)", (hasOffsets) => {
    const timings = heard.map((word, index) => ({
      ...{ text: word, start: index, end: index + 0.9 },
      ...(hasOffsets ? { textOffset: offsets[index] ?? 0 } : {}),
    }));
    const told = writtenTimings(script, used, timings);
    expect(told.map(({ text: word, start, end }) => [word, start, end])).toEqual([
      ["Der", 0, 0.9],
      ["GPU", 1, 3.9],
      ["hilft", 4, 4.9],
      ["und", 5, 5.9],
      ["AI", 6, 7.9],
    ]);
    expect(told.map(({ textOffset }) => textOffset)).toEqual(
      hasOffsets ? [2, 6, 10, 17, 21] : told.map(() => undefined),
    );
  });

  it("stay as they came where the list has no word of the script", () => {
    const timings = [{ text: "Der", start: 0, end: 1, textOffset: 2 }];
    expect(writtenTimings(script, list({ CPU: "C P U" }), timings)).toBe(timings);
  });

  it("of a sentence are those of the sentence as it is written", () => {
    const sentence = "😀 Der G P U hilft, und A I.";
    const told = writtenTimings(script, used, [{ text: sentence, start: 0, end: 3, textOffset: 0 }]);
    expect(told).toEqual([{ text: script, start: 0, end: 3, textOffset: 0 }]);
  });
});
