import { describe, expect, it } from "vitest";
import { countCharacters } from "../../contract/characters.ts";
import { findModel } from "../../contract/models/index.ts";
import { modeAvailability } from "../../contract/modes.ts";
import { writingOf, writingsOfLocale } from "../../core/text/writing-system.ts";
import { lengthLanguages, sampleScripts } from "./sample-scripts.ts";

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
});
