import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { streamVoices } from "../../src/contract/models/streamspeech-v8-voices.ts";
import { createSynthesizer, type Synthesizer } from "../../src/service/synthesis/synthesizer.ts";
import { planVoice } from "../../src/service/synthesis/voices/plan.ts";
import buildPrograms from "../build-programs.ts";
import { type ServiceProcess, serviceKey, startServiceProcess } from "../soak/service-process.ts";
import type { Part } from "./requirement.ts";
import { benchShared } from "./service/segments.ts";
import { nativeSpeed } from "./synthesis.ts";
import { percentile, type Row, ratio } from "./table.ts";

const runs = 7;
const text = "The quick brown fox jumps over the lazy dog near the river bank, and then it sleeps until noon. ".repeat(
  40,
);
const short = "Good morning, this is a request of sixty characters, or so.";
const bitrate = 192;
const request = { model: "streamspeech-v8", voice: "Emily", Bitrate: `${bitrate}k` };
const headers = { authorization: `Bearer ${serviceKey}`, "content-type": "application/json" };

/**
 * The embedded service over its sockets: throughput beside the engine and the encoder alone and beside the native
 * programs, turn by turn in one run; the first byte; a short request while a very long task runs, and how much memory
 * that task takes; many requests at once. Medians, unless a row says otherwise.
 */
export async function benchService(): Promise<Part[]> {
  await buildPrograms();
  const folder = await mkdtemp(join(tmpdir(), "bench-service-"));
  const service = await startServiceProcess(folder);
  try {
    const rows = [
      ...(await throughput(service)),
      ...(await firstBytes(service)),
      ...(await besideLongTask(service)),
      await together(service, 100),
    ];
    await service.stop();
    return [{ rows }, ...(await benchShared())];
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function throughput(service: ServiceProcess): Promise<Row[]> {
  const alone = await createSynthesizer({
    workerFile: new URL("../../dist/programs/synthesis-worker.js", import.meta.url),
    threads: 1,
  });
  const speeds = { alone: [] as number[], speech: [] as number[], task: [] as number[] };
  try {
    for (let run = 0; run <= runs; run++) {
      const length = await spoken(alone);
      const speech = await timed(async () => (await speak(service, text)).rest());
      const task = await timed(async () => {
        const created = await service.createTask({ ...request, input: text });
        if (created === undefined) throw new Error("The service is gone.");
        await service.ended(created.id, 5);
        await service.content(created.id);
      });
      // The first run warms up.
      if (run === 0) continue;
      speeds.alone.push(length.duration / length.seconds);
      speeds.speech.push(length.duration / speech);
      speeds.task.push(length.duration / task);
    }
  } finally {
    await alone.close();
  }
  const native = await nativeSpeed(true);
  const peer = percentile(speeds.alone, 0.5);
  return Object.entries({
    "engine and encoder alone": speeds.alone,
    "speech mode": speeds.speech,
    "a task and its content": speeds.task,
  }).map(([what, values]) => {
    const median = percentile(values, 0.5);
    return {
      service: `× real time, ${what}`,
      value: median.toFixed(1),
      "/ alone": ratio(median, peer),
      "/ native": ratio(median, native),
    };
  });
}

async function spoken(synthesizer: Synthesizer): Promise<{ duration: number; seconds: number }> {
  const voice = streamVoices.find(({ name }) => name === request.voice);
  const plan = voice && planVoice(voice, streamVoices);
  if (plan === undefined) throw new Error(`${request.voice} is gone.`);
  const pitch = { multiplier: 1, offset: 0 };
  const format = { codec: "mp3", bitrate } as const;
  const utterance = { text, voice: plan, speed: 1, pitch, volume: 1, variation: 0, format };
  const synthesis = synthesizer.speak(utterance, new AbortController().signal);
  const seconds = await timed(async () => {
    for await (const _ of synthesis);
  });
  return { seconds, duration: (await synthesis.result).durationSeconds };
}

async function firstBytes(service: ServiceProcess): Promise<Row[]> {
  const http: number[] = [];
  const socket: number[] = [];
  for (let run = -10; run < 50; run++) {
    const { firstByte, rest } = await speak(service, short, { stream: true });
    await rest();
    const frame = await firstFrame(service);
    if (run < 0) continue;
    http.push(firstByte);
    socket.push(frame);
  }
  return [
    { service: "ms to the first byte, stream mode", value: percentile(http, 0.5).toFixed(1) },
    { service: "ms to the first byte, WebSocket, from its frame on", value: percentile(socket, 0.5).toFixed(1) },
  ];
}

async function firstFrame({ address }: ServiceProcess): Promise<number> {
  const url = `${address.replace("http", "ws")}/v1/audio/speech/websocket?model=${request.model}`;
  const socket = new WebSocket(url, { headers });
  await once(socket, "open");
  const closed = once(socket, "close");
  const begin = performance.now();
  socket.send(JSON.stringify({ Text: short, VoiceId: request.voice, Bitrate: request.Bitrate }));
  await once(socket, "message");
  const first = performance.now() - begin;
  await closed;
  return first;
}

async function besideLongTask(service: ServiceProcess): Promise<Row[]> {
  const before = await service.memory();
  const input = text.repeat(Math.ceil(500_000 / text.length)).slice(0, 500_000);
  const task = await service.createTask({ ...request, Bitrate: "16k", Speed: 1, input });
  if (task === undefined) throw new Error("The service is gone.");
  const times: number[] = [];
  let highest = 0;
  let { status } = task;
  while (status === "queued" || status === "in_progress") {
    if (times.length < 200) {
      const { firstByte, rest } = await speak(service, short);
      await rest();
      times.push(firstByte);
    } else await new Promise((wait) => setTimeout(wait, 500));
    highest = Math.max(highest, (await service.memory()) ?? 0);
    status = (await service.readTask(task.id)).status;
  }
  const growth = before === undefined ? "unknown" : ((highest - before) / 1e6).toFixed(1);
  return [
    {
      service: "ms to the first byte beside a task of 500,000 characters, 95 %",
      value: percentile(times, 0.95).toFixed(0),
    },
    { service: `MB that the process grew during that task (${status})`, value: growth },
  ];
}

async function together(service: ServiceProcess, count: number): Promise<Row> {
  const times: number[] = [];
  const seconds = await timed(async () => {
    await Promise.all(
      Array.from({ length: count }, async () => {
        const { firstByte, rest } = await speak(service, short);
        await rest();
        times.push(firstByte);
      }),
    );
  });
  const value = `${times.length} in ${seconds.toFixed(1)} s`;
  return { service: `${count} requests at once, answered`, value };
}

/** Sends a speech request; the time to its first byte is in milliseconds. */
async function speak({ address }: ServiceProcess, input: string, more: object = {}) {
  const begin = performance.now();
  const body = JSON.stringify({ ...request, ...more, input });
  const response = await fetch(`${address}/v1/audio/speech`, { method: "POST", headers, body });
  if (!response.ok || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
  const reader = response.body.getReader();
  await reader.read();
  const firstByte = performance.now() - begin;
  const rest = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  return { firstByte, rest };
}

/** Seconds that something takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}
