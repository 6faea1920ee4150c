import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Mode, modes } from "./model.ts";
import { cloudTts } from "./models/cloud-tts.ts";
import { models } from "./models/index.ts";
import { refVoice2 } from "./models/refvoice-2.ts";
import { streamSpeechV8 } from "./models/streamspeech-v8.ts";
import { effectiveMode, modeAvailability, whatWouldWork } from "./modes.ts";

const lengths = [0, 999, 1_000, 1_001, 4_999, 5_000, 5_001, 500_000, 500_001] as const;

function derived(model: (typeof models)[number], choice: Mode | undefined): readonly string[] {
  return lengths.map((length) => {
    const { mode, blocked } = effectiveMode(model, choice, length);
    return blocked === undefined ? mode : `${mode}, off`;
  });
}

describe("Model B yields from stream to speech to async (section 8)", () => {
  test.each([
    ["stream", "stream stream stream speech speech speech async async async,off"],
    ["speech", "speech speech speech speech speech speech async async async,off"],
    ["async", "async async async async async async async async async,off"],
  ] as const)("chosen: %s", (choice, expected) => {
    expect(derived(streamSpeechV8, choice)).toEqual(expected.replaceAll(",off", ", off").split(/(?<!,) /));
  });

  test("says which choice yielded, and to what length it holds", () => {
    expect(effectiveMode(streamSpeechV8, "stream", 1_001)).toEqual({
      mode: "speech",
      yielded: { from: "stream", reason: "too_long", limit: 1_000 },
    });
    expect(effectiveMode(streamSpeechV8, "stream", 1_000)).toEqual({ mode: "stream" });
    expect(effectiveMode(streamSpeechV8, "async", 500_001)).toEqual({ mode: "async", blocked: { limit: 500_000 } });
  });
});

test("Model A has speech up to 5,000 characters and nothing beyond", () => {
  for (const choice of [...modes, undefined]) {
    expect(derived(cloudTts, choice)).toEqual([
      ...Array.from({ length: 6 }, () => "speech"),
      ...Array.from({ length: 3 }, () => "speech, off"),
    ]);
  }
  expect(effectiveMode(cloudTts, "async", 10).yielded).toEqual({ from: "async", reason: "not_offered" });
});

test("Model C is async unless one chooses speech, up to 2,048 characters, and never streams", () => {
  expect(effectiveMode(refVoice2, undefined, 2_048)).toEqual({ mode: "async" });
  expect(effectiveMode(refVoice2, "speech", 2_048)).toEqual({ mode: "speech" });
  expect(effectiveMode(refVoice2, "stream", 5).mode).toBe("async");
  expect(effectiveMode(refVoice2, "async", 2_049)).toEqual({ mode: "async", blocked: { limit: 2_048 } });
  expect(effectiveMode(refVoice2, "speech", 2_049)).toMatchObject({ mode: "async", blocked: { limit: 2_048 } });
  expect(modeAvailability(refVoice2, "stream", 1)).toEqual({ on: false, reason: "not_offered" });
});

test("says what takes a text that the chosen model does not", () => {
  const ways = whatWouldWork(models, 5_001).map(({ model, mode }) => `${model.id} ${mode}`);
  expect(ways).toEqual(["streamspeech-v8 async"]);
  expect(whatWouldWork(models, 500_001)).toEqual([]);
});

test("a mode that can be sent takes the text, and the choice holds whenever it can", () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), fc.constantFrom(...modes), fc.nat(600_000), (model, choice, length) => {
      const { mode, blocked, yielded } = effectiveMode(model, choice, length);
      expect(modeAvailability(model, mode, length).on).toBe(blocked === undefined);
      expect(yielded === undefined).toBe(mode === choice);
      if (modeAvailability(model, choice, length).on) expect(mode).toBe(choice);
    }),
  );
});
