import { describe, expect, it } from "vitest";
import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import { fieldOfParam } from "../takes/failure.ts";
import { findProblem } from "./failure-explanation.tsx";

const sent = (model: typeof cloudTts, body: object | string) => ({
  model,
  request: {
    endpoint: "speech" as const,
    path: "/v1/audio/speech",
    body: typeof body === "string" ? body : JSON.stringify({ model: model.id, input: "Hello", ...body }),
  },
});
const refusal = (model: typeof cloudTts, code: string, param: string) => {
  const field = fieldOfParam(model, param);
  return { code, param, ...(field === undefined ? {} : { field }) };
};

describe("what a service refused", () => {
  it("is found again by the contract's own rules", () => {
    const take = sent(streamSpeechV8, { voice: "Autumn", Speed: 99 });
    expect(findProblem(refusal(streamSpeechV8, "out_of_range", "Speed"), take)).toMatchObject({
      code: "out_of_range",
      minimum: -1,
      maximum: 1,
      sent: 99,
    });
  });

  it("is found where the document gives no range, by the sliders' ends", () => {
    const take = sent(cloudTts, { voice: "en-US-AriaNeural", speed: 99 });
    expect(findProblem(refusal(cloudTts, "out_of_range", "speed"), take)).toMatchObject({ maximum: 4, sent: 99 });
  });

  it.each([
    ["another field", "out_of_range", "pitch", { voice: "Autumn", Speed: 99 }],
    ["another code", "too_fast", "Speed", { voice: "Autumn", Speed: 99 }],
    ["what isn't wrong by the document", "out_of_range", "Speed", { voice: "Autumn", Speed: 1 }],
    ["a body that isn't JSON", "out_of_range", "Speed", "{"],
  ])("isn't claimed of %s", (_, code, param, body) => {
    expect(findProblem(refusal(streamSpeechV8, code, param), sent(streamSpeechV8, body))).toBeUndefined();
  });
});
