import { expect, test } from "vitest";
import { catalogue } from "../voices/catalogue.ts";
import { allows, parseEngineChoice } from "./engine-choice.ts";

const kitten = "kitten-nano-en-v0_8-int8";

test("the first rule that fits a model and a language decides", () => {
  const choice = parseEngineChoice(`cloud-tts/en=${kitten}, en=espeak-ng,streamspeech-v8=espeak-ng`) ?? [];
  expect(allows(choice, "cloud-tts", "en", kitten)).toBe(true);
  expect(allows(choice, "cloud-tts", "en", "other")).toBe(false);
  expect(allows(choice, "refvoice-2", "en", kitten)).toBe(false);
  expect(allows(choice, "streamspeech-v8", "zh", kitten)).toBe(false);
  expect(allows(choice, "cloud-tts", "zh", kitten)).toBe(true);
  expect(allows([], "cloud-tts", "en", kitten)).toBe(true);
});

test("every model that speaks may be named, also one that clones voices", () => {
  for (const { name, family } of catalogue) {
    expect(parseEngineChoice(`refvoice-2=${name}`) !== undefined, name).toBe(family !== "paraformer");
  }
});

test.each([
  "",
  "en",
  "en=",
  "en=nobody",
  "nobody=espeak-ng",
  "cloud-tts/=espeak-ng",
  "en=espeak-ng=x",
  "a/b/c=espeak-ng",
])("%j can't be read", (text) => expect(parseEngineChoice(text)).toBeUndefined());
