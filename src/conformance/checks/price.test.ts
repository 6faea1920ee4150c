import { expect, it } from "vitest";
import { type CheckRequest, spokenBy } from "./check.ts";
import { priceOf } from "./price.ts";

const socket = (model: string, ...frames: readonly string[]): CheckRequest => ({
  transport: "websocket",
  path: `/v1/audio/speech/websocket?model=${model}`,
  frames: [...frames],
});
const frame = (text: string) => JSON.stringify({ Text: text, VoiceId: "Mei" });

it("each frame of a WebSocket that speaks costs, not the first one alone", () => {
  const several = socket("streamspeech-v8", frame("Hello."), "No JSON.", frame("Good night."));
  expect(priceOf([several])).toEqual({ tokens: 17, amount: 0, undocumented: 0 });
  expect(priceOf([socket("streamspeech-v8", "No JSON.", frame("Hello."))])).toMatchObject({ tokens: 6 });
  expect(priceOf([socket("streamspeech-v9", frame("Hello."), frame("Hi."))])).toMatchObject({ undocumented: 2 });
  expect(spokenBy(several)?.text).toBe("Hello.");
});
