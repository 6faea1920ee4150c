import { expect, it } from "vitest";
import { emotionInName, emotionLevels, emotionOf } from "./emotion-values.ts";

const mix = { emo_control_method: "使用情感向量控制", emo_calm: 0, emo_sad: 0.6, emo_happy: 0.8, emo_random: true };

it("an emotion is what a request says of it, and nothing else", () => {
  expect(emotionOf({ ...mix, voice: "https://example.org/v.mp3" })).toEqual(mix);
  expect(emotionOf({ voice: "Autumn", speed: 1 })).toBeUndefined();
});

it("a mix is told by its strongest emotions", () => {
  expect(emotionLevels(mix)).toEqual([
    ["emo_happy", 0.8],
    ["emo_sad", 0.6],
  ]);
  expect(emotionInName({ ...mix, emo_angry: 0.9 })).toBe("angry 0.9 happy 0.8");
  expect(emotionInName(undefined)).toBe("");
});
