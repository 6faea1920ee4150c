import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparedWords, wordErrorRate } from "./word-errors.ts";

/** Words that differ from each other whatever isn't compared. */
const words = fc.array(fc.constantFrom("ferry", "leaves", "at", "nine", "élan", "船", "が", "出る", "ไป"), {
  maxLength: 12,
});
const texts = words.map((each) => each.join(" "));
const some = texts.filter((text) => text !== "");
const countOf = (text: string) => comparedWords(text).length;
const errorsOf = (script: string, heard: string) => ((wordErrorRate(script, heard) ?? NaN) * countOf(script)) / 100;

describe("the word error rate", () => {
  test.each([
    ["The ferry leaves at nine.", "the ferry leaves at nine", 0],
    ["The ferry leaves at nine.", "the fairy leaves at nine", 20],
    ["The ferry leaves at nine.", "the ferry leaves nine", 20],
    ["The ferry leaves at nine.", "the the ferry leaves at nine", 20],
    ["The ferry leaves at nine.", "", 100],
    ["Nine.", "it is at nine o'clock", 400],
    ["Don’t go, well-known friend!", "dont go well known friend", 0],
    ["渡轮九点出发。", "渡轮九点出发", 0],
    ["渡轮九点出发。", "渡轮六点出发", 100 / 6],
    ["フェリーは九時に出る。", "フェリー は 九時 に 出る", 0],
    ["フェリーは九時に出る。", "フェリは九時に出る", 10],
    ["ﾌｪﾘｰ ＡＢＣ", "フェリー abc", 0],
    ["페리는 아홉 시에 떠난다.", "페리는 여섯 시에 떠난다", 25],
  ])("of “%s” heard as “%s” is %f %%", (script, heard, rate) => {
    expect(wordErrorRate(script, heard)).toBeCloseTo(rate, 9);
  });

  test("isn't there where the script has no words", () => {
    expect(wordErrorRate("… !", "hello")).toBeUndefined();
  });

  test("is 0 for what was said alone, whatever the case and the punctuation", () => {
    const decorated = fc.array(fc.constantFrom(" ", ", ", "! ", " — ", "。", "\n", " “"), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(words, decorated, fc.boolean(), (each, between, loud) => {
        const script = each.join(" ");
        const other = each.map((one, at) => `${loud ? one.toUpperCase() : one}${between[at]} `).join("");
        return script === "" || wordErrorRate(script, other) === 0;
      }),
    );
    fc.assert(
      fc.property(some, texts, (one, other) => {
        const same = comparedWords(one).join(" ") === comparedWords(other).join(" ");
        return (wordErrorRate(one, other) === 0) === same;
      }),
    );
  });

  test("counts as many errors one way as the other, and none twice", () => {
    fc.assert(fc.property(some, some, (one, other) => Math.abs(errorsOf(one, other) - errorsOf(other, one)) < 1e-9));
    fc.assert(
      fc.property(some, some, some, (one, two, three) => {
        return errorsOf(one, three) <= errorsOf(one, two) + errorsOf(two, three) + 1e-9;
      }),
    );
    fc.assert(
      fc.property(some, texts, (script, heard) => {
        const [least, most] = [Math.abs(countOf(script) - countOf(heard)), Math.max(countOf(script), countOf(heard))];
        const errors = errorsOf(script, heard);
        return errors >= least - 1e-9 && errors <= most + 1e-9;
      }),
    );
  });

  test("has one error more or less for each word that is put in, left out or exchanged", () => {
    const changes = fc.record({ at: fc.nat(12), how: fc.constantFrom("in", "out", "exchanged") });
    fc.assert(
      fc.property(some, changes, (script, { at, how }) => {
        const said = [...comparedWords(script)];
        const place = at % said.length;
        said.splice(place, how === "in" ? 0 : 1, ...(how === "out" ? [] : ["unheardof"]));
        return Math.abs(errorsOf(script, said.join(" ")) - 1) < 1e-9;
      }),
    );
  });
});
