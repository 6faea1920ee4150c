import { expect, test } from "vitest";
import { cloudVoices } from "./models/cloud-tts-voices.ts";
import { languageOf, regionOf } from "./voices.ts";

test.each([
  ["en-US", "en", "US"],
  ["fil-PH", "fil", "PH"],
  ["iu-Cans-CA", "iu", "CA"],
  ["zh-CN-liaoning", "zh", "CN"],
  ["zh", "zh", undefined],
])("%s is the language %s in the region %s", (locale, language, region) => {
  expect(languageOf(locale)).toBe(language);
  expect(regionOf(locale)).toBe(region);
});

test("every voice of the catalogue has a language and a region that the runtime can name", () => {
  const languages = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  for (const { locale } of cloudVoices) {
    expect(languages.of(languageOf(locale)), locale).toBeDefined();
    expect(regions.of(regionOf(locale) ?? "ZZ"), locale).toBeDefined();
  }
});

test.each([
  ["en-US-AriaNeural", "Aria"],
  ["de-DE-SeraphinaMultilingualNeural", "Seraphina Multilingual"],
  ["en-IN-NeerjaExpressiveNeural", "Neerja Expressive"],
  ["zh-CN-liaoning-XiaobeiNeural", "Xiaobei"],
])("%s is called %s", (name, label) => {
  expect(cloudVoices.find((voice) => voice.name === name)?.label).toBe(label);
});
