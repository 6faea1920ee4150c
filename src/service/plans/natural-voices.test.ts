import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cloudVoices } from "../../contract/models/cloud-tts-voices.ts";
import { streamVoices } from "../../contract/models/streamspeech-v8-voices.ts";
import type { Voice } from "../../contract/voices.ts";
import type { NaturalModel, NaturalSpeaker } from "../engines/natural-voices.ts";
import { naturalModel } from "../engines/neural/neural-models.ts";
import { spokenAs } from "../spoken-as.ts";
import { utteranceOf } from "../synthesis/speaking.fixture.ts";
import { planVoice } from "../synthesis/voices/plan.ts";
import { catalogue } from "../voices/catalogue.ts";
import { readingVoice } from "./languages.ts";
import { enginesOf, withNaturalVoices } from "./natural-voices.ts";
import type { SpeechPlan } from "./plan.ts";
import { primaryOf } from "./speakers.ts";

const models = catalogue.map(naturalModel);
const [kokoro = "", kitten = ""] = catalogue.map(({ name }) => name);

async function planned(voice: Voice, text = "x"): Promise<SpeechPlan> {
  const plan = planVoice(voice, cloudVoices);
  if (plan === undefined) throw new Error(`${voice.name} has no language.`);
  const utterance = utteranceOf({ text, voice: await readingVoice(text, "input", plan) });
  return { utterance, named: { voice, catalogue: cloudVoices } };
}

function voiceOf(name: string): Voice {
  const voice = cloudVoices.find((each) => each.name === name);
  if (voice === undefined) throw new Error(`No voice is called ${name}.`);
  return voice;
}

const naturalOf = async (name: string, installed = models) =>
  withNaturalVoices(await planned(voiceOf(name)), installed).utterance.voice.natural;

describe("natural voices", () => {
  it("speak for voices of their language and gender, those of the same country first", async () => {
    expect((await naturalOf("zh-CN-XiaoxiaoNeural"))?.model).toBe(kokoro);
    expect((await naturalOf("zh-CN-YunxiNeural"))?.speaker).toBeGreaterThanOrEqual(58);
    expect((await naturalOf("en-US-AriaNeural"))?.model).toBe(kokoro);
    // Kokoro has no man who speaks English.
    expect((await naturalOf("en-US-GuyNeural"))?.model).toBe(kitten);
    expect([0, 2, 4, 6]).toContain((await naturalOf("en-US-GuyNeural"))?.speaker);
    const briton = cloudVoices.find(({ locale, gender }) => locale === "en-GB" && gender === "female");
    expect(await naturalOf(briton?.name ?? "")).toEqual({ model: kokoro, speaker: 2 });
  });

  it("leave the others to eSpeak NG", async () => {
    for (const name of ["es-ES-ElviraNeural", "zh-HK-HiuMaanNeural"]) {
      const plan = await planned(voiceOf(name));
      const { utterance } = withNaturalVoices(plan, models);
      expect(utterance).toEqual(plan.utterance);
      expect(enginesOf(utterance.voice)).toEqual(["espeak-ng"]);
    }
    expect(await naturalOf("en-US-GuyNeural", models.slice(0, 1))).toBeUndefined();
    expect(await naturalOf("en-US-AriaNeural", [])).toBeUndefined();
  });

  it("are the same each time, and different ones as long as there are any", async () => {
    const women = cloudVoices.filter(({ locale, gender }) => locale.startsWith("en-") && gender === "female");
    const speakers = () => Promise.all(women.map(async ({ name }) => JSON.stringify(await naturalOf(name))));
    const given = await speakers();
    const there = models.flatMap(({ speakers }) =>
      speakers.filter(({ gender, language }) => gender === "female" && language.startsWith("en")),
    );
    expect(new Set(given).size).toBe(Math.min(women.length, there.length));
    expect(await speakers()).toEqual(given);
  });

  it("tell the language that is really heard", async () => {
    const { utterance } = withNaturalVoices(await planned(voiceOf("en-IN-NeerjaNeural")), models);
    expect(spokenAs(utterance).language).toMatch(/^en-(US|GB)$/);
  });

  it("speak what of a mixed text they can", async () => {
    const { utterance } = withNaturalVoices(
      await planned(voiceOf("en-US-AriaNeural"), "I say 你好 and привет."),
      models,
    );
    expect(utterance.voice.otherScripts?.map(({ natural }) => natural?.model)).toEqual([kokoro, undefined]);
    expect(spokenAs(utterance).language).toBe("en-US, zh-CN, ru-RU");
    expect(enginesOf(utterance.voice)).toEqual([kokoro, "espeak-ng"]);
  });

  it("aren't there where a recording speaks", async () => {
    const { named: _, ...plan } = await planned(voiceOf("en-US-AriaNeural"));
    expect(withNaturalVoices(plan, models)).toBe(plan);
  });
});

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

describe("whatever is installed, each voice of a catalogue", () => {
  const tags = ["en-US", "en-GB", "en-IN", "zh-CN", "es-ES", "es-MX", "de-DE", "fr-FR", "ja-JP", "hi-IN"] as const;
  const speaker = fc.record({ language: fc.constantFrom(...tags), gender: fc.constantFrom("female", "male") });
  const installed = fc.array(fc.array(speaker, { maxLength: 40 }), { minLength: 1, maxLength: 3 }).map((all) =>
    all.map((speakers, model) => ({
      name: `model-${model}`,
      speakers: speakers.map((each, number) => ({ ...each, speaker: number })),
    })),
  );
  const catalogues = [
    ["the 322 of Model A", plansOf(cloudVoices)],
    ["the 25 of Model B", plansOf(streamVoices)],
  ] as const;

  function plansOf(catalogue: readonly Voice[]) {
    return catalogue.flatMap((voice) => {
      const plan = planVoice(voice, catalogue);
      if (plan === undefined) return [];
      const speech: SpeechPlan = { utterance: utteranceOf({ text: "x", voice: plan }), named: { voice, catalogue } };
      return [{ voice, spoken: plan.spokenLanguage, primary: primaryOf(plan.language), speech }];
    });
  }

  function speakersBy(plans: ReturnType<typeof plansOf>, models: readonly NaturalModel[]) {
    return plans.map(({ speech, ...rest }) => {
      const { natural } = withNaturalVoices(speech, models).utterance.voice;
      const found = models.find(({ name }) => name === natural?.model)?.speakers[Number(natural?.speaker)];
      return { ...rest, natural, found };
    });
  }

  it.each(catalogues)("has a speaker of its language and gender, where there is one: %s", (_, voices) => {
    fc.assert(
      fc.property(installed, (models) => {
        const all = models.flatMap(({ speakers }) => speakers);
        for (const { voice, primary, found } of speakersBy(voices, models)) {
          const fits = ({ language, gender }: Pick<NaturalSpeaker, "language" | "gender">) =>
            language.split("-")[0] === primary && gender === voice.gender;
          expect(found !== undefined, voice.name).toBe(all.some(fits));
          if (found !== undefined) expect(fits(found), voice.name).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it.each(catalogues)(
    "has it alone as long as there are any, of its country first, and always the same: %s",
    (_, voices) => {
      fc.assert(
        fc.property(installed, (models) => {
          const all = speakersBy(voices, models);
          const there = models.flatMap(({ speakers }) => speakers);
          for (const group of grouped(all, ({ voice, primary }) => `${primary} ${voice.gender}`).values()) {
            const [{ voice: { gender } = { gender: "" }, primary = "" } = {}] = group;
            const fitting = there.filter((each) => each.gender === gender && each.language.split("-")[0] === primary);
            const given = new Set(group.flatMap(({ natural }) => (natural ? [JSON.stringify(natural)] : [])));
            expect(given.size).toBe(Math.min(group.length, fitting.length));
            for (const sameCountry of grouped(group, ({ spoken }) => spoken).values()) {
              const near = fitting.filter(({ language }) => language === sameCountry[0]?.spoken).length;
              const nearGiven = sameCountry.filter(({ found, spoken }) => found?.language === spoken).length;
              expect(nearGiven).toBeGreaterThanOrEqual(Math.min(near, sameCountry.length));
            }
          }
          expect(speakersBy(voices, models)).toEqual(all);
        }),
        { numRuns: 25 },
      );
    },
  );
});
