import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { timbreOf } from "../../contract/embedded-timbres.ts";
import { findModel } from "../../contract/models/index.ts";
import { languageName, localeTags, originOf } from "./voice-names.ts";
import { chineseNameOf, languageNameOf } from "./voice-other-names.ts";
import { createVoiceIndex, searchKindly } from "./voice-search.ts";
import { traitsAtEmbedded } from "./voice-traits.ts";

const voices = findModel("cloud-tts")?.fields.flatMap((field) => (field.kind === "voice" ? field.voices : [])) ?? [];
const english = createVoiceIndex(voices, "en");
const chinese = createVoiceIndex(voices, "zh");
const found = (query: string, index = english) => index.search(query).flatMap((group) => group.voices);

describe("searching 322 voices", () => {
  it("shows all of them without a query, the interface's language first, then by name", () => {
    const groups = english.search(" ");
    expect(groups.flatMap((group) => group.voices)).toHaveLength(322);
    expect(groups[0]).toMatchObject({ language: "en", name: "English" });
    expect(groups[1]?.name).toBe("Afrikaans");
    expect(chinese.search("")[0]).toMatchObject({ language: "zh", name: "中文", nativeName: "中文" });
  });

  it.each(["chinese", "中文", "zh", "Mandarin", "普通话", "china", "中国"])("%s leads to Chinese voices", (query) => {
    expect(found(query)[0]?.locale).toMatch(/^zh/);
  });

  it("finds a voice by its name, the best match first", () => {
    expect(found("xiaoxiao")[0]?.name).toBe("zh-CN-XiaoxiaoNeural");
    expect(found("en-US-AriaNeural")[0]?.name).toBe("en-US-AriaNeural");
    expect(found("ava")[0]?.label).toBe("Ava");
  });

  it.each([
    ["男声", chinese, "zh"],
    ["女", chinese, "zh"],
    ["male", english, "en"],
    ["female voice", english, "en"],
  ])("%s leads to the voices of one's own language", (query, index, language) => {
    expect(index.search(query)[0]?.language).toBe(language);
  });

  it("takes a whole word for what it says, before a name that begins so", () => {
    for (const index of [english, chinese]) {
      expect(index.search("man")[0]?.language).toBe(index === english ? "en" : "zh");
      expect(found("man", index)[0]?.gender).toBe("male");
    }
    // A voice that is called so comes before all of them.
    expect(found("guy us")[0]?.label).toBe("Guy");
  });

  it("puts the browser's languages behind the interface's, and all others behind those", () => {
    vi.stubGlobal("navigator", { languages: ["de-CH", "fr", "de"] });
    const index = createVoiceIndex(voices, "en");
    for (const query of ["", "male"])
      expect(
        index
          .search(query)
          .slice(0, 3)
          .map(({ language }) => language),
      ).toEqual(["en", "de", "fr"]);
    // What matches better still comes first.
    expect(index.search("ka")[0]?.language).not.toBe("en");
  });

  it("finds nobody by what merely stands within a name, but by each word that a name is made of", () => {
    expect(found("deep voice")).toEqual([]);
    expect(found("deep")).toEqual([]);
    expect(found("pradeep").map(({ label }) => label)).toEqual(["Pradeep"]);
    expect(found("chen").map(({ name }) => name)).toContain("zh-TW-HsiaoChenNeural");
    expect(searchKindly(english, "deep male voice", {}).dropped).toEqual(["deep"]);
    expect(searchKindly(english, "British accent", {}).dropped).toEqual([]);
  });

  it("leaves out words that match nothing, and only those", () => {
    const kind = searchKindly(english, "mandarin warm female", {});
    expect(kind.dropped).toEqual(["warm"]);
    expect(kind.groups).toEqual(english.search("mandarin female"));
    expect(searchKindly(english, "mandarin female", {}).dropped).toEqual([]);
    // Each is known, but no voice is both: nothing was typed in vain.
    expect(searchKindly(english, "mandarin german", {})).toEqual({ groups: [], dropped: [] });
    expect(searchKindly(english, "xyzzy plugh", {})).toEqual({ groups: [], dropped: [] });
  });

  it.each(["liaoning", "辽宁"])("%s leads to the voice from there", (query) => {
    expect(found(query).map(({ locale }) => locale)).toEqual(["zh-CN-liaoning"]);
    expect(found(query).map((voice) => originOf(voice, localeTags.zh))).toEqual(["中国 · 辽宁"]);
    expect(found(query).map((voice) => originOf(voice, localeTags.en))).toEqual(["China · Liaoning"]);
  });

  it.each([
    ["british", "GB"],
    ["England", "GB"],
    ["UK", "GB"],
    ["american", "US"],
    ["usa", "US"],
    ["mexican", "MX"],
    ["美式", "US"],
  ])("%s leads to voices from there", (query, region) => {
    expect(found(query)[0]?.locale).toContain(region);
  });

  it("finds the north-east of China by the name that it is called by", () => {
    expect(found("东北", chinese).map(({ locale }) => locale)).toEqual(["zh-CN-liaoning"]);
  });

  it.each([
    ["美国女声", /-US$/, "female"],
    ["台湾的男声", "zh-TW", "male"],
    ["香港女生", /-HK$/, "female"],
    ["日文", "ja-JP", undefined],
    ["英文男声", /^en-/, "male"],
    ["法語", /^fr-/, undefined],
    ["粤语", "zh-HK", undefined],
    ["美国female", /-US$/, "female"],
  ])("%s, written together, leads to the voices that are meant", (query, locale, gender) => {
    const voices = found(query, chinese);
    expect(voices.length).toBeGreaterThan(0);
    for (const voice of voices) {
      expect(voice.locale).toMatch(locale);
      if (gender !== undefined) expect(voice.gender).toBe(gender);
    }
  });

  it("leaves out what is unknown in words that are written together", () => {
    expect(searchKindly(chinese, "温柔的日文女声", {})).toEqual({
      groups: chinese.search("日文 女声"),
      dropped: ["温柔"],
    });
  });

  it("finds the Chinese voices by their Chinese names, in either writing", () => {
    for (const voice of voices.filter(({ locale }) => locale.startsWith("zh-"))) {
      const written = chineseNameOf(voice);
      expect(written).toBeDefined();
      expect([found(written ?? "", chinese), found(written ?? "")]).toEqual([[voice], [voice]]);
    }
    expect(found("云龙", chinese)).toEqual(found("WanLung"));
    expect(found("我要听晓晓", chinese)).toEqual([]);
    expect(searchKindly(chinese, "我要听晓晓", {}).groups[0]?.voices[0]?.label).toBe("Xiaoxiao");
  });

  it("knows its own words from names that somebody may want to send", () => {
    for (const query of ["Katja", "xiaoxiao", "Serbian", "Brazil", "晓晓", "zh-CN-XiaoxiaoNeural", "female"])
      expect([query, english.knows(query)]).toEqual([query, true]);
    // What merely begins one may be a name of its own.
    for (const query of ["kat", "serb", "Dan", "katz", "Aurora", "de-DE-KlausNeural", ""])
      expect([query, english.knows(query)]).toEqual([query, false]);
  });

  it("calls what is spoken in Hong Kong by its name", () => {
    const hongKong = found("HiuGaai")[0];
    if (hongKong === undefined) throw new Error("no voice");
    expect([languageName(hongKong, localeTags.zh), languageName(hongKong, localeTags.en)]).toEqual([
      "粤语",
      "Cantonese",
    ]);
  });

  it("tells voices of one name apart by their script", () => {
    const twins = found("siqiniq");
    expect(twins.map((voice) => originOf(voice, localeTags.en))).toEqual([
      "Canada · syllabics",
      "Canada · Latin letters",
    ]);
    expect(twins.map((voice) => originOf(voice, localeTags.zh))).toEqual(["加拿大 · 音节文字", "加拿大 · 拉丁字母"]);
    expect(new Set(found("inuktitut"))).toEqual(new Set([...twins, ...found("taqqiq")]));
  });

  it("no two voices are described by the same words", () => {
    const described = (tag: string) =>
      voices.map((voice) => [voice.label, languageName(voice, tag), originOf(voice, tag), voice.gender].join());
    expect(new Set(described(localeTags.en)).size).toBe(voices.length);
    expect(new Set(described(localeTags.zh)).size).toBe(voices.length);
  });

  it("names every language where the browser can't", () => {
    for (const tag of ["en", "zh-Hans", "iu"]) expect(languageNameOf("iu", tag)).toMatch(/Inuktitut|因纽特语|ᐃᓄᒃᑎᑐᑦ/);
    expect(languageNameOf("en", "en")).toBeUndefined();
  });

  it("finds languages by their own names, with and without accents", () => {
    expect(found("deutsch").every(({ locale }) => locale.startsWith("de-"))).toBe(true);
    expect(found("español")).toEqual(found("espanol"));
    expect(found("日本語")[0]?.locale).toBe("ja-JP");
    expect(found("德语", chinese)[0]?.locale).toMatch(/^de/);
  });

  it("combines language, region and gender in any order", () => {
    const german = found("german female");
    expect(german.length).toBeGreaterThan(2);
    for (const { locale, gender } of german) expect([locale.slice(0, 2), gender]).toEqual(["de", "female"]);
    expect(new Set(found("female german"))).toEqual(new Set(german));
    expect(found("taiwan male").map(({ name }) => name)).toEqual(["zh-TW-YunJheNeural"]);
    expect(found("女声 中国", chinese).every(({ gender }) => gender === "female")).toBe(true);
  });

  it("never takes a woman's voice for male", () => {
    expect(found("male").every(({ gender }) => gender === "male")).toBe(true);
    expect(found("male").length + found("female").length).toBe(322);
  });

  it("finds every voice by its whole name, and never invents one", () => {
    for (const voice of voices) expect(found(voice.name)[0]).toBe(voice);
    fc.assert(
      fc.property(fc.string(), (query) => {
        for (const voice of found(query)) expect(voices).toContain(voice);
      }),
    );
  });

  it("narrows as more is typed", () => {
    fc.assert(
      fc.property(fc.constantFrom("english", "chinese", "french"), fc.constantFrom("female", "male"), (a, b) => {
        const wide = new Set(found(a));
        for (const voice of found(`${a} ${b}`)) expect(wide).toContain(voice);
      }),
    );
  });
});

describe("filters", () => {
  it("narrow by language, region and gender, with and without a query", () => {
    const names = (...asked: Parameters<typeof english.search>) =>
      english.search(...asked).flatMap((group) => group.voices.map(({ name }) => name));
    expect(names("", { language: "de", region: "AT" })).toEqual(["de-AT-IngridNeural", "de-AT-JonasNeural"]);
    expect(names("jonas", { language: "de", gender: "male" })).toEqual(["de-AT-JonasNeural"]);
    expect(names("jonas", { gender: "female" })).toEqual([]);
    expect(names("", {})).toHaveLength(322);
  });

  it("offer nothing that leaves no voice, and nothing where there is no choice", () => {
    const { languages, regions, genders } = english.options({});
    expect(languages).toHaveLength(new Set(voices.map(({ locale }) => locale.split("-")[0])).size);
    expect(languages.find(({ value }) => value === "de")?.name).toBe("German · Deutsch");
    expect(genders).toEqual(["female", "male"]);
    expect(regions.length).toBeGreaterThan(100);
    for (const { value: language } of languages) {
      expect(english.search("", { language })).toHaveLength(1);
      for (const { value: region } of english.options({ language }).regions) {
        expect(english.search("", { language, region })).toHaveLength(1);
      }
    }
    expect(chinese.options({ language: "af" }).regions).toEqual([]);
    expect(chinese.options({ language: "zh" }).regions.map(({ name }) => name)).toContain("台湾");
  });
});

describe("what speaks a voice", () => {
  const cloudVoices =
    findModel("cloud-tts")?.fields.flatMap((field) => (field.kind === "voice" ? field.voices : [])) ?? [];
  const engineOf = (name: string) => (name === "en-US-GuyNeural" ? "kitten-nano-en-v0_8-int8" : undefined);
  const index = createVoiceIndex(cloudVoices, "en", engineOf);
  const named = (groups: ReturnType<typeof index.search>) =>
    groups.flatMap(({ voices }) => voices.map(({ name }) => name));

  it("is found by a word, in both languages, and by its name", () => {
    for (const query of ["natural", "自然", "自然音色", "kitten"]) {
      expect(named(index.search(query)), query).toEqual(["en-US-GuyNeural"]);
    }
  });

  it("is a filter, where there is a choice", () => {
    expect(index.options({}).sounds.toSorted()).toEqual(["natural", "usual"]);
    expect(createVoiceIndex(cloudVoices, "en").options({}).sounds).toEqual(["usual"]);
    expect(named(index.search("", { sound: "natural" }))).toEqual(["en-US-GuyNeural"]);
    expect(named(index.search("guy", { sound: "usual" }))).not.toContain("en-US-GuyNeural");
  });
});

describe("how a voice sounds", () => {
  const traitsOf = traitsAtEmbedded(voices, (name) => (name === "en-US-GuyNeural" ? "kitten" : undefined));

  it("is found by words of both languages, before what merely is in a name, and only of what really speaks so", () => {
    for (const index of [
      createVoiceIndex(voices, "en", undefined, traitsOf),
      createVoiceIndex(voices, "zh", undefined, traitsOf),
    ])
      for (const query of ["deep male voice", "低沉的男声"]) {
        const low = index.search(query).flatMap((group) => group.voices);
        expect(low.length, query).toBeGreaterThan(20);
        for (const voice of low)
          expect([voice.gender, traitsOf(voice)]).toEqual(["male", expect.arrayContaining(["low"])]);
      }
    const guy = found("en-US-GuyNeural")[0];
    if (guy === undefined) throw new Error("no voice");
    expect(traitsOf(guy)).toEqual([]);
  });

  it.each([
    ["low", ["deep", "深沉"]],
    ["bright", ["bright", "clear voice", "明亮", "清脆的声音"]],
    ["dark", ["warm", "soft voice", "温暖", "柔和的音色"]],
    ["even", ["calm", "沉稳"]],
    ["creaky", ["hoarse", "嘶哑"]],
  ] as const)("is found by near words: %s", (trait, queries) => {
    const sounding = voices.filter((voice) => traitsOf(voice).includes(trait)).length;
    for (const query of queries)
      for (const language of ["en", "zh"] as const) {
        const near = createVoiceIndex(voices, language, undefined, traitsOf).search(query);
        const hits = near.flatMap((group) => group.voices);
        expect(hits, query).toHaveLength(sounding);
        for (const voice of hits) expect(traitsOf(voice), query).toContain(trait);
      }
  });

  it("isn't age or use, which no engine tells", () => {
    const index = createVoiceIndex(voices, "zh", undefined, traitsOf);
    for (const query of ["news", "novel", "child", "young", "old", "新闻", "小说", "成熟"])
      expect(index.search(query), query).toEqual([]);
  });

  it("is what the engine's figures say: no voice is low and high, bright and dark, lively and even", () => {
    for (const voice of voices) {
      const { f0 } = timbreOf(voice, voices);
      const traits = traitsOf(voice);
      for (const [one, other] of [
        ["low", "high"],
        ["bright", "dark"],
        ["lively", "even"],
      ] as const)
        expect(traits.includes(one) && traits.includes(other)).toBe(false);
      if (traits.includes("low")) expect(f0).toBeLessThan(voice.gender === "female" ? 193 : 99);
      if (traits.includes("high")) expect(f0).toBeGreaterThan(voice.gender === "female" ? 219 : 118);
    }
  });
});
