import { describe, expect, it } from "vitest";
import { cloudVoices } from "../../contract/models/cloud-tts-voices.ts";
import type { Voice } from "../../contract/voices.ts";
import type { NeuralModel } from "../engines/neural/model.ts";
import { utteranceOf } from "../synthesis/speaking.fixture.ts";
import { planVoice } from "../synthesis/voices/plan.ts";
import { catalogue } from "../voices/catalogue.ts";
import { readingVoice } from "./languages.ts";
import { enginesOf, withNaturalVoices } from "./natural-voices.ts";
import type { SpeechPlan } from "./plan.ts";

const models = catalogue.map(
  ({ name, family, speakers }): NeuralModel => ({ name, family, folder: "", files: { model: "" }, speakers }),
);
const [kokoro = "", kitten = ""] = catalogue.map(({ name }) => name);

function planned(voice: Voice, text = "x"): SpeechPlan {
  const plan = planVoice(voice, cloudVoices);
  if (!plan.ok) throw new Error(`${voice.name} has no language.`);
  const reading = readingVoice(text, "input", plan.voice);
  const utterance = utteranceOf({ text, voice: reading.voice });
  const { spokenLanguage } = reading;
  return { utterance, spokenLanguage, textParam: "input", named: { voice, catalogue: cloudVoices } };
}

function voiceOf(name: string): Voice {
  const voice = cloudVoices.find((each) => each.name === name);
  if (voice === undefined) throw new Error(`No voice is called ${name}.`);
  return voice;
}

const naturalOf = (name: string, installed = models) =>
  withNaturalVoices(planned(voiceOf(name)), installed).utterance.voice.natural;

describe("natural voices", () => {
  it("speak for voices of their language and gender, those of the same country first", () => {
    expect(naturalOf("zh-CN-XiaoxiaoNeural")?.model).toBe(kokoro);
    expect(naturalOf("zh-CN-YunxiNeural")?.speaker).toBeGreaterThanOrEqual(58);
    expect(naturalOf("en-US-AriaNeural")?.model).toBe(kokoro);
    // Kokoro has no man who speaks English.
    expect(naturalOf("en-US-GuyNeural")?.model).toBe(kitten);
    expect([0, 2, 4, 6]).toContain(naturalOf("en-US-GuyNeural")?.speaker);
    const briton = cloudVoices.find(({ locale, gender }) => locale === "en-GB" && gender === "female");
    expect(naturalOf(briton?.name ?? "")).toEqual({ model: kokoro, speaker: 2 });
  });

  it("leave the others to eSpeak NG", () => {
    for (const name of ["es-ES-ElviraNeural", "zh-HK-HiuMaanNeural"]) {
      const plan = planned(voiceOf(name));
      const { utterance, spokenLanguage } = withNaturalVoices(plan, models);
      expect(utterance).toEqual(plan.utterance);
      expect(spokenLanguage).toBe(plan.spokenLanguage);
      expect(enginesOf(utterance.voice)).toEqual(["espeak-ng"]);
    }
    expect(naturalOf("en-US-GuyNeural", models.slice(0, 1))).toBeUndefined();
    expect(naturalOf("en-US-AriaNeural", [])).toBeUndefined();
  });

  it("are the same each time, and different ones as long as there are any", () => {
    const women = cloudVoices.filter(({ locale, gender }) => locale === "en-US" && gender === "female");
    const given = women.map(({ name }) => JSON.stringify(naturalOf(name)));
    const there = models.flatMap(({ speakers }) =>
      speakers.filter(({ gender, language }) => gender === "female" && language.startsWith("en")),
    );
    expect(new Set(given).size).toBe(Math.min(women.length, there.length));
    expect(women.map(({ name }) => JSON.stringify(naturalOf(name)))).toEqual(given);
  });

  it("tell the language that is really heard", () => {
    expect(withNaturalVoices(planned(voiceOf("en-IN-NeerjaNeural")), models).spokenLanguage).toMatch(/^en-(US|GB)$/);
  });

  it("speak what of a mixed text they can", () => {
    const { utterance, spokenLanguage } = withNaturalVoices(
      planned(voiceOf("en-US-AriaNeural"), "I say 你好 and привет."),
      models,
    );
    expect(utterance.voice.otherScripts?.map(({ natural }) => natural?.model)).toEqual([kokoro, undefined]);
    expect(spokenLanguage).toBe("en-US, zh-CN, ru-RU");
    expect(enginesOf(utterance.voice)).toEqual([kokoro, "espeak-ng"]);
  });

  it("aren't there where a recording speaks", () => {
    const { named: _, ...plan } = planned(voiceOf("en-US-AriaNeural"));
    expect(withNaturalVoices(plan, models)).toBe(plan);
  });
});
