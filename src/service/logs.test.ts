import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { poison } from "./tone.fixture.ts";
import { keys, startToneService, type ToneService } from "./tone-service.fixture.ts";

let service: ToneService;
beforeAll(async () => {
  service = await startToneService();
});
afterAll(() => service.close());

const canary = "canary7f3a";
const speech = "/v1/audio/speech";
const modelB = { model: "streamspeech-v8", input: `${canary} word\r\n{"level":60}`, voice: "Autumn" };
const modelC = { model: "refvoice-2", input: canary, voice: `https://user:${canary}@example.com/gone.wav?t=${canary}` };

const requests: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["a wrong key", () => service.post(speech, modelB, canary)],
  ["a body that isn't JSON", () => service.post(speech, `{"input":"${canary}`)],
  ["a wrong value", () => service.post(speech, { ...modelB, Bitrate: canary })],
  ["an unknown model", () => service.post(speech, { ...modelB, model: canary })],
  ["an unknown voice", () => service.post(speech, { ...modelB, voice: canary })],
  ["an unknown field", () => service.post(speech, { ...modelB, colour: canary })],
  ["an engine that fails", () => service.post(speech, { ...modelB, input: `${poison}${canary}` })],
  [
    "a body that is cut in the middle of its sound",
    () => service.post(speech, { ...modelB, input: `a ${poison}${canary}` }),
  ],
  ["a reference that is gone", () => service.post(speech, modelC)],
  ["a task that fails", async () => service.ended((await service.createTask(modelC)).id)],
  [
    "a task whose engine fails",
    async () => service.ended((await service.createTask({ ...modelB, input: `${poison}${canary}` })).id),
  ],
  ["a wrong signature", () => service.request(`${speech}/tasks/task_x/content?signature=${canary}&expires=1`)],
  ["an unknown path", () => service.request(`/${canary}?${canary}`)],
  ["an unknown task", () => service.request(`${speech}/tasks/task_${canary}`)],
  ["a handshake with a wrong key", () => converse(canary, [])],
  ["a handshake of an unknown model", () => converse(keys.all, [], canary)],
  ["frames that are wrong", () => converse(keys.all, [canary])],
  ["frames with wrong values", () => converse(keys.all, [JSON.stringify({ Text: canary, VoiceId: canary })])],
  [
    "frames that break the engine",
    () => converse(keys.all, [JSON.stringify({ Text: `${poison}${canary}`, VoiceId: "Autumn" })]),
  ],
];

async function converse(key: string, messages: readonly string[], model = "streamspeech-v8"): Promise<void> {
  const address = `${service.address.replace("http", "ws")}${speech}/websocket?model=${model}`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } });
  socket.on("error", () => undefined);
  socket.on("open", () => {
    for (const message of messages) socket.send(message);
  });
  await new Promise((closed) => socket.once("close", closed));
}

test.each(requests)("%s leaves no trace of what was sent in the log", async (_what, send) => {
  const response = await send();
  if (response instanceof Response) await response.arrayBuffer().catch(() => undefined);
  await expect.poll(() => service.tones.active).toBe(0);
  expect(service.logText()).not.toContain(canary);
  expect(service.logText()).not.toContain(keys.all);
  for (const line of service.logText().split("\n").slice(0, -1)) {
    expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
  }
});

test("thousands of unknown fields are one short line", async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, index) => [`field-${index}-${"x".repeat(500)}`, 1]),
  );
  await (await service.post(speech, { ...modelB, input: "One.", ...fields })).arrayBuffer();
  await expect.poll(() => service.logText()).toContain("field-19-xxx");
  expect(service.logText()).not.toContain("field-20-");
  expect(
    Math.max(
      ...service
        .logText()
        .split("\n")
        .map((line) => line.length),
    ),
  ).toBeLessThan(4_000);
});
