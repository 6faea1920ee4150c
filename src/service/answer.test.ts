import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startToneService, type ToneService } from "./tone-service.fixture.ts";

let service: ToneService;
beforeAll(async () => {
  service = await startToneService();
});
afterEach(() => service.tones.release());
afterAll(() => service.close());

async function speak(input: string): Promise<{ wav: Buffer; length: string | null }> {
  const body = { model: "cloud-tts", input, voice: "en-US-AriaNeural", response_format: "wav" };
  const response = await service.post("/v1/audio/speech", body);
  expect(response.status).toBe(200);
  return { wav: Buffer.from(await response.arrayBuffer()), length: response.headers.get("content-length") };
}

test("a short WAV says how long it is, in its header and in the answer's", async () => {
  const { wav, length } = await speak("One two three.");
  expect(wav.toString("latin1", 0, 4)).toBe("RIFF");
  expect(wav.readUInt32LE(4)).toBe(wav.length - 8);
  expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
  expect(Number(length)).toBe(wav.length);
});

test("a long one goes out while it is made, and says that its length isn't known", async () => {
  service.tones.hold();
  const speaking = speak("word ".repeat(101));
  await expect.poll(() => service.tones.active).toBe(1);
  service.tones.release();
  const { wav, length } = await speaking;
  expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([0xffffffff, 0xffffffff]);
  expect(length).toBeNull();
});

test("a short WAV that fails costs nothing, and neither does one whose client leaves before it is sent", async () => {
  const before = (await service.query("select kind from ledger")).length;
  const body = { model: "cloud-tts", input: "One poison.", voice: "en-US-AriaNeural", response_format: "wav" };
  expect((await service.post("/v1/audio/speech", body)).status).toBe(500);
  service.tones.hold();
  const left = new AbortController();
  const answer = service.request("/v1/audio/speech", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...body, input: "One two." }),
    signal: left.signal,
  });
  await expect.poll(() => service.tones.active).toBe(1);
  left.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => service.tones.active).toBe(0);
  expect(await service.query("select kind from ledger")).toHaveLength(before);
});

test.each([
  [{ model: "cloud-tts", voice: "en-US-GuyNeural", pitch: -100 }, "pitch of 6 Hz is out of reach; spoken at 45 Hz"],
  [{ model: "cloud-tts", voice: "en-US-GuyNeural", pitch: -20 }, null],
  [{ model: "streamspeech-v8", voice: "Noah", Pitch: 1 }, null],
])("a pitch that the engine doesn't reach is said to be one: %j", async (body, note) => {
  const response = await service.post("/v1/audio/speech", { ...body, input: "One." });
  await response.arrayBuffer();
  expect(response.headers.get("x-speech-note")?.replace(/of -?\d+/, "of 6") ?? null).toBe(note);
});
