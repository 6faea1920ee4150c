import { describe, expect, it } from "vitest";
import { countCharacters } from "../../contract/characters.ts";
import { findModel, models } from "../../contract/models/index.ts";
import { modeAvailability } from "../../contract/modes.ts";
import { deriveParts, derivePlan, measureText } from "../../core/submit/derive.ts";
import { writingOf, writingsOfLocale } from "../../core/text/writing-system.ts";
import { dialogueFor, lengthLanguages, sampleScripts } from "./sample-scripts.ts";

const stream = findModel("streamspeech-v8");
if (stream === undefined) throw new Error("no model");

describe("the sample scripts", () => {
  it("are there in five languages, each in its own writing", () => {
    const short = sampleScripts.filter(({ length }) => length === undefined);
    expect(short.map(({ language }) => language)).toEqual(["en", "zh", "ja", "ko", "es"]);
    for (const { language, text } of short) {
      expect(writingsOfLocale(language)).toContain(writingOf(text));
      expect(modeAvailability(stream, "stream", countCharacters(text)).on).toBe(true);
    }
  });

  it.each(lengthLanguages)("are there for each mode in %s, too long for every shorter one", (language) => {
    const on = (text: string) =>
      (["stream", "speech", "async"] as const).filter(
        (mode) => modeAvailability(stream, mode, countCharacters(text)).on,
      );
    const lengths = sampleScripts.filter((sample) => sample.length !== undefined && sample.language === language);
    expect(lengths.map(({ length }) => length)).toEqual(["stream", "speech", "async"]);
    for (const { length, text } of lengths) {
      expect(on(text)[0]).toBe(length);
      expect(writingsOfLocale(language)).toContain(writingOf(text));
      // No writing of these has characters of two UTF-16 units: what one sees is what is counted.
      expect(countCharacters(text)).toBe(text.length);
    }
  });

  it.each(lengthLanguages)("have two voices speak with pauses in %s, with names that each model knows", (language) => {
    for (const model of models) {
      const dialogue = dialogueFor(model, language);
      expect(dialogue === undefined).toBe(model.id === "refvoice-2");
      if (dialogue === undefined) continue;
      const settings = { model: model.id, modes: {}, transport: "http" as const, values: {} };
      const plan = derivePlan(settings, language, measureText(dialogue.text));
      expect(plan.obstacle).toBeUndefined();
      expect(new Set(plan.cues.map((cue) => ("voice" in cue ? cue.voice : "pause"))).size).toBe(3);
      expect(deriveParts(plan, dialogue.text).map(({ pause }) => pause)).toEqual([0, 0.55, 0.8, 0.55, 1.2]);
    }
  });
});
