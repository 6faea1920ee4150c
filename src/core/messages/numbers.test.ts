import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interfaceLanguages } from "../../contract/language.ts";
import { languageOfBrowser, languageTags } from "./languages.ts";
import { numbersOf } from "./numbers.ts";

it("the page follows the browser's languages, and speaks English where it knows none", () => {
  expect(languageOfBrowser(["fr-FR", "zh-TW", "en"])).toBe("zh");
  expect(languageOfBrowser(["EN-gb"])).toBe("en");
  expect(languageOfBrowser(["fr"])).toBe("en");
  expect(languageOfBrowser([])).toBe("en");
});

describe("numbers", () => {
  const { clock, counted, decimal, integer, list, plural, size, span } = numbersOf("en");

  it("are written as people read them", () => {
    expect(integer(500_000)).toBe("500,000");
    expect(decimal(0.043)).toBe("0.043");
    expect([size(999), size(226_400), size(3_210_000)]).toEqual(["999 B", "226 kB", "3.2 MB"]);
    expect(size(2_460_000_000)).toBe("2.5 GB");
    expect([span(142.4), span(999.4), span(999.6), span(1_900)]).toEqual(["142 ms", "999 ms", "1.0 s", "1.9 s"]);
    expect([list(["1", "2", "3"]), numbersOf("zh").list(["1", "2", "3"])]).toEqual(["1, 2, and 3", "1、2 和 3"]);
  });

  it("in a Chinese list, Latin names stand apart from the word before the last one", () => {
    const { list } = numbersOf("zh");
    expect(list(["晓晓 Xiaoxiao", "云健 Yunjian"])).toBe("晓晓 Xiaoxiao 和云健 Yunjian");
    expect(list(["中文", "英语", "Kitten"])).toBe("中文、英语和 Kitten");
    expect([list(["饱和音", "中文"]), list(["Mei"]), list([])]).toEqual(["饱和音和中文", "Mei", ""]);
  });

  it.each(interfaceLanguages)("are grouped as the browser groups them, whole ones too: %s", (language) => {
    const browser = new Intl.NumberFormat(languageTags[language], { maximumFractionDigits: 0 });
    const { integer } = numbersOf(language);
    fc.assert(
      fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double(), fc.constant(-0)), (value) => {
        expect(integer(value)).toBe(browser.format(value));
      }),
    );
  });

  it("bring the form of a word that their language has for them", () => {
    const takes = { one: "take", other: "takes" };
    expect([0, 1, 2, 21, 1.5].map((count) => counted(count, takes))).toEqual([
      "0 takes",
      "1 take",
      "2 takes",
      "21 takes",
      "2 takes",
    ]);
    expect(plural(1, { other: "sheep" })).toBe("sheep");
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(plural(count, takes)).toBe(count === 1 ? "take" : "takes");
        // Chinese has one form for all.
        expect(numbersOf("zh").plural(count, takes)).toBe("takes");
        for (const language of interfaceLanguages) {
          const numbers = numbersOf(language);
          expect(numbers.counted(count, takes)).toBe(`${numbers.integer(count)} ${numbers.plural(count, takes)}`);
          expect(Number(numbers.integer(count).replaceAll(",", ""))).toBe(count);
        }
      }),
    );
  });

  it("show a clock rounded as other lengths are, on which no position is beyond its length", () => {
    expect([clock(0), clock(3.49), clock(59.99), clock(60), clock(754.25), clock(3_725)]).toEqual([
      "0:00.0",
      "0:03.5",
      "1:00.0",
      "1:00.0",
      "12:34.3",
      "1:02:05.0",
    ]);
    expect([clock(0.89), clock(0.84), clock(0.85), clock(0.95)]).toEqual(["0:00.9", "0:00.8", "0:00.9", "0:01.0"]);
    const shown = (seconds: number) =>
      clock(seconds)
        .split(":")
        .reduce((sum, part) => sum * 60 + Number(part), 0);
    for (let position = 0; position < 70; position += 0.0173) {
      expect(shown(position)).toBeLessThanOrEqual(shown(position + 0.0007));
    }
  });
});
