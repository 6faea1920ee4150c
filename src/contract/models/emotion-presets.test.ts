import { expect, test } from "vitest";
import { buildRequest } from "../request.ts";
import { resolveRequest } from "../resolve.ts";
import { validateRequest } from "../validate.ts";
import { emotionPresets } from "./emotion-presets.ts";
import { emotionMethods, refVoice2 } from "./refvoice-2.ts";

test.each(emotionPresets)(
  "the preset $key is what the document allows, and holds no emotion that is fixed",
  ({ values }) => {
    const form = {
      text: "Hi",
      voice: "https://media.example.org/narrator.wav",
      emo_control_method: emotionMethods.emotionVector,
      ...values,
    };
    const { body, endpoint } = buildRequest(refVoice2, form, { mode: "async" });
    const resolution = resolveRequest(refVoice2, JSON.parse(body), endpoint);
    expect(validateRequest(resolution)).toEqual([]);
    expect(resolution.ignored).toEqual([]);
    expect(Object.values(values).every((value) => value > 0)).toBe(true);
    expect(Object.keys(values)).not.toContain("emo_surprised");
  },
);

test("no two presets are the same", () => {
  expect(new Set(emotionPresets.map(({ values }) => JSON.stringify(values))).size).toBe(emotionPresets.length);
  expect(new Set(emotionPresets.map(({ key }) => key)).size).toBe(emotionPresets.length);
});
