import { describe, expect, it } from "vitest";
import { cloudVoices } from "../../../contract/models/cloud-tts-voices.ts";
import { streamVoices } from "../../../contract/models/streamspeech-v8-voices.ts";
import { unspokenByEmbedded } from "../../../contract/playground.ts";
import type { Voice } from "../../../contract/voices.ts";
import type { EngineVoice } from "./engine-voice.ts";
import { planVoice } from "./plan.ts";

const cloud = (name: string): EngineVoice | undefined => {
  const voice = cloudVoices.find((candidate) => candidate.name === name);
  if (voice === undefined) throw new Error(`No voice is called ${name}.`);
  return planVoice(voice, cloudVoices);
};

describe("planning voices", () => {
  it.each([
    ["en-US-AriaNeural", "en-us", "en-US"],
    ["en-GB-SoniaNeural", "en", "en-GB"],
    ["es-MX-DaliaNeural", "es-419", "es-MX"],
    ["pt-BR-AntonioNeural", "pt-br", "pt-BR"],
    ["zh-CN-XiaoxiaoNeural", "cmn", "zh-CN"],
    ["zh-CN-shaanxi-XiaoniNeural", "cmn", "zh-CN"],
    ["zh-TW-YunJheNeural", "cmn", "zh-TW"],
    ["zh-HK-HiuMaanNeural", "yue", "zh-HK"],
  ])("%s speaks %s", (name, language, spokenLanguage) => {
    expect(cloud(name)).toMatchObject({ language, spokenLanguage });
  });

  it.each([
    ["gl-ES-RoiNeural", "pt", "pt-PT"],
    ["fil-PH-BlessicaNeural", "id", "id-ID"],
    ["jv-ID-SitiNeural", "id", "id-ID"],
    ["su-ID-TutiNeural", "id", "id-ID"],
    ["so-SO-UbaxNeural", "sw", "sw-KE"],
    ["zu-ZA-ThandoNeural", "tn", "tn-ZA"],
  ])("%s has a stand-in, which says what is heard", (name, language, spokenLanguage) => {
    expect(cloud(name)).toMatchObject({ language, spokenLanguage });
  });

  it.each([
    "km-KH-PisethNeural",
    "ps-AF-LatifaNeural",
    "lo-LA-KeomanyNeural",
    "iu-Latn-CA-TaqqiqNeural",
    "mn-MN-BataaNeural",
  ])("%s is refused", (name) => expect(cloud(name)).toBeUndefined());

  it("refuses exactly the voices of five languages", () => {
    const refused = cloudVoices.filter((voice) => planVoice(voice, cloudVoices) === undefined);
    // The page marks these.
    expect(new Set(refused.map((voice) => voice.locale.split("-")[0]))).toEqual(unspokenByEmbedded);
    expect(refused).toHaveLength(12);
  });

  it("speaks another language with a voice's own timbre, where it is told to", () => {
    const ava = cloudVoices.find(({ name }) => name === "en-US-AvaMultilingualNeural");
    if (ava === undefined) throw new Error("no such voice");
    const own = planVoice(ava, cloudVoices);
    const chinese = planVoice(ava, cloudVoices, "zh-CN");
    expect(chinese).toMatchObject({ language: "cmn", spokenLanguage: "zh-CN" });
    expect(chinese?.timbre).toEqual(own?.timbre);
  });

  it("gives the 25 voices of Model B Mandarin and American English", () => {
    const languages = streamVoices.map((voice) => {
      const plan = planVoice(voice, streamVoices);
      return plan && `${plan.language} ${plan.spokenLanguage}`;
    });
    expect(languages.filter((language) => language === "cmn zh-CN")).toHaveLength(8);
    expect(languages.filter((language) => language === "en-us en-US")).toHaveLength(17);
  });
});

describe.each([
  ["Model A", cloudVoices],
  ["Model B", streamVoices],
] as const)("timbres of %s", (_, catalogue) => {
  const planned = catalogue.flatMap((voice) => {
    const spoken = planVoice(voice, catalogue);
    return spoken === undefined ? [] : [{ voice, ...spoken }];
  });
  const familyOf = ({ voice, language }: { voice: Voice; language: string }) =>
    `${language.split("-")[0]} ${voice.gender}`;

  it("are the same each time", () => {
    for (const { voice, timbre } of planned) expect(planVoice(voice, catalogue)).toMatchObject({ timbre });
  });

  it("keep women and men well apart", () => {
    for (const { voice, timbre } of planned) {
      const [low, high] = voice.gender === "female" ? [165, 255] : [80, 145];
      expect(timbre.f0).toBeGreaterThan(low);
      expect(timbre.f0).toBeLessThan(high);
      if (voice.gender === "female") expect(timbre.formantScale).toBeGreaterThan(1.08);
      else expect(timbre.formantScale).toBeLessThan(1.05);
    }
  });

  it("differ between any two voices of a language", () => {
    for (const [index, one] of planned.entries()) {
      for (const other of planned.slice(index + 1)) {
        if (familyOf(one) !== familyOf(other)) continue;
        const pitch = Math.abs(Math.log2(one.timbre.f0 / other.timbre.f0)) * 12;
        const size = Math.abs(Math.log2(one.timbre.formantScale / other.timbre.formantScale)) * 12;
        expect(Math.hypot(pitch, size), `${one.voice.name} and ${other.voice.name}`).toBeGreaterThan(0.25);
      }
    }
  });

  it("differ between languages too", () => {
    expect(new Set(planned.map(({ timbre }) => JSON.stringify(timbre))).size).toBe(planned.length);
  });
});
