import { describe, expect, it } from "vitest";
import { needsReading } from "./needs-reading.ts";
import { type DictionaryWord, spokenParts } from "./reading.ts";

const word = (
  surface: string,
  pronunciation?: string,
  partOfSpeech = "名詞",
  subcategory = "一般",
): DictionaryWord => ({
  surface,
  pronunciation,
  partOfSpeech,
  subcategory,
});

describe("how Japanese is read", () => {
  it("says particles as they sound and joins them to the word before", () => {
    const parts = spokenParts("今日は学校へ行く。", [
      word("今日", "キョー"),
      word("は", "ワ", "助詞"),
      word("学校", "ガッコー"),
      word("へ", "エ", "助詞"),
      word("行く", "イク", "動詞", "自立"),
      word("。", "。", "記号"),
    ]);
    expect(parts.map(({ said }) => said).join("")).toBe("キョーワ ガッコーエ イク。");
    expect(parts.map(({ written }) => written).join("")).toBe("今日は学校へ行く。");
  });

  it("leaves numbers whole, Latin letters and what the dictionary doesn't know as they are", () => {
    const parts = spokenParts("2026年 ABC 龘", [
      word("2", "ニ", "名詞", "数"),
      word("026", undefined, "名詞", "数"),
      word("年", "ネン", "名詞", "接尾"),
      word("ABC", "エービーシー"),
      word("龘", undefined),
    ]);
    expect(parts.map(({ said }) => said).join("")).toBe("2026ネン  ABC  龘");
    expect(parts.map(({ written }) => written).join("")).toBe("2026年 ABC 龘");
  });

  it("keeps what the dictionary passes over", () => {
    const parts = spokenParts("  犬 \n猫 ", [word("犬", "イヌ"), word("猫", "ネコ")]);
    expect(parts.map(({ written }) => written).join("")).toBe("  犬 \n猫 ");
  });

  it("needs the dictionary for kanji, and for kana that may be particles", () => {
    expect(["今日", "時々", "〆切"].map(needsReading)).toEqual([true, true, true]);
    const particles = ["これは", "こんにちは", "そこへ", "きょうははれです。", "これははなです。", "それはへんです。"];
    particles.push("「ありがとう」はうれしい。", "「そこ」へいく。", "3は2よりおおきい。", "ぼく は がくせい です。");
    expect(particles.filter((text) => !needsReading(text))).toEqual([]);
    const plain = ["きょうも", "カタカナー", "ABC 123、。", "はは", "ははのひ", "ちちとはは", "わはははは"];
    plain.push("ふははは！", "へへへ", "えへへ", "はい");
    expect(plain.filter(needsReading)).toEqual([]);
  });
});
