import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { parseTimestamps } from "../../src/contract/timestamps.ts";
import { type ServiceProcess, ServiceStartError, serviceKey, startServiceProcess } from "./service-process.ts";
import { decodeMp3, onsetNear, type Sound } from "./sound.ts";

let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "service-process-"));
  service = await startServiceProcess(folder);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("words are heard when their times say so", () => {
  // Each word is a sentence, so that silence stands before it.
  const text = "Dog. Bird. Garden. Mountain. Apple. Door 😀. Beach. Good. Table.";
  const words = ["Dog", "Bird", "Garden", "Mountain", "Apple", "Door", "Beach", "Good", "Table"];

  function check(document: unknown, sound: Sound): void {
    const { timings } = parseTimestamps(document);
    const known = timings.filter((timing) => words.includes(timing.text.replace(/\W/g, "")));
    expect(known).toHaveLength(words.length);
    for (const { text: word, start, textOffset } of known) {
      expect(Math.abs((onsetNear(sound, start) ?? Number.NaN) - start), word).toBeLessThan(0.06);
      expect(Array.from(text).slice(textOffset).join("").startsWith(word), word).toBe(true);
    }
  }

  test.each(["16k", "64k", "192k"])("in the finished task at %s", async (bitrate) => {
    const request = { model: "streamspeech-v8", input: text, voice: "Emily", Bitrate: bitrate, TimestampType: "word" };
    const task = await service.createTask(request);
    if (task === undefined) throw new Error("no answer");
    const { duration_seconds: duration } = await service.ended(task.id);
    const sound = await decodeMp3(await service.content(task.id));
    expect(sound.samples.length / sound.sampleRate).toBeCloseTo(duration ?? 0, 2);
    check(await service.timestamps(task.id), sound);
  });

  test.each(["16k", "192k"])("over WebSocket at %s, as a decoder plays the stream", async (Bitrate) => {
    const address = `${service.address.replace("http", "ws")}/v1/audio/speech/websocket?model=streamspeech-v8`;
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${serviceKey}` } });
    const audio: Buffer[] = [];
    const frames: string[] = [];
    socket.on("message", (data: Buffer, isBinary) => {
      if (isBinary) audio.push(data);
      else frames.push(data.toString());
    });
    await once(socket, "open");
    socket.send(JSON.stringify({ Text: text, VoiceId: "Emily", Bitrate, Speed: 0, Pitch: 1 }));
    const [code] = await once(socket, "close");
    expect(code).toBe(1000);
    check(JSON.parse(frames[0] ?? ""), await decodeMp3(Buffer.concat(audio)));
  });
});

test("a hundred requests at once are all answered while a long task goes on", async () => {
  const request = { model: "streamspeech-v8", voice: "Emily", Bitrate: "32k" };
  const task = await service.createTask({ ...request, input: "This sentence is one of very many. ".repeat(1_000) });
  if (task === undefined) throw new Error("no answer");
  const headers = { authorization: `Bearer ${serviceKey}`, "content-type": "application/json" };
  const sizes = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const body = JSON.stringify({ ...request, input: `Request number ${index} is a short one.` });
      const response = await fetch(`${service.address}/v1/audio/speech`, { method: "POST", headers, body });
      expect(response.status).toBe(200);
      return (await response.arrayBuffer()).byteLength;
    }),
  );
  expect(Math.min(...sizes)).toBeGreaterThan(4_000);
  expect(await service.readTask(task.id)).toMatchObject({ status: "in_progress" });
});

test("a second service on the same folder says so in one line and ends", async () => {
  const own = await mkdtemp(join(tmpdir(), "two-services-"));
  const first = await startServiceProcess(own);
  try {
    const second = startServiceProcess(own);
    await expect(second).rejects.toThrow(ServiceStartError);
    await expect(second).rejects.toThrow(/^Another speech service uses the data folder [^\n]+$/);
    await first.kill();
    await (await startServiceProcess(own)).stop();
  } finally {
    await first.stop();
    await rm(own, { recursive: true, force: true });
  }
});
