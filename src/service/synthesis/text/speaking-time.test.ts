import { expect, it } from "vitest";
import { cloudVoices } from "../../../contract/models/cloud-tts-voices.ts";
import { sampleSentences } from "../../../contract/sample-sentences.ts";
import { languageOf } from "../../../contract/voices.ts";
import { planVoice } from "../voices/plan.ts";
import { speakingTime } from "./speaking-time.ts";

it.each([
  ["en-US", "a", 1 / 16],
  ["en-US", "é", 1 / 16],
  ["en-US", "车", 1],
  ["en-US", "ب", 1],
  ["en-US", "7", 0.4],
  ["cmn-CN", "车", 0.25],
  ["cmn-CN", "a", 1 / 16],
  ["ja-JP", "か", 0.25],
  ["ja-JP", "ー", 1 / 16],
  ["ko-KR", "밤", 0.25],
  ["ar-EG", "ب", 1 / 16],
  ["ru-RU", "ж", 1 / 16],
  ["ru-RU", "ب", 1],
])("in %s %j takes %d s", (language, character, seconds) => {
  expect(speakingTime(language)(character)).toBe(seconds);
});

it("takes no letter of any voice's own language for a foreign one", () => {
  for (const voice of cloudVoices) {
    const plan = planVoice(voice, cloudVoices);
    const sentence = sampleSentences[languageOf(voice.locale)];
    // A language that is written in another script than its stand-in is turned into that script before it is split.
    if (plan === undefined || sentence === undefined) continue;
    if (languageOf(plan.spokenLanguage) !== languageOf(voice.locale)) continue;
    const slow = Array.from(sentence).filter((character) => speakingTime(plan.spokenLanguage)(character) === 1);
    expect(slow, voice.name).toEqual([]);
  }
});
