import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import type { AudioPart, AudioSource } from "../audio/base/source.ts";
import { createReplay } from "./replay.ts";

const parts: readonly AudioPart[] = [
  { type: "start", format: { codec: "mp3" } },
  { type: "audio", bytes: Uint8Array.of(1) },
  { type: "audio", bytes: Uint8Array.of(2) },
  { type: "end" },
];

/** A source that gives one part for each step, and counts how often it is begun. */
function stepwise(ending?: Error) {
  const steps: (() => void)[] = [];
  const waits = [...parts, undefined].map(() => new Promise<void>((resolve) => void steps.push(resolve)));
  const counted = { begun: 0 };
  const source: AudioSource = async function* () {
    counted.begun++;
    for (const [at, part] of parts.entries()) {
      await waits[at];
      if (ending !== undefined && part.type === "end") throw ending;
      yield part;
    }
  };
  return { source, counted, step: () => steps.shift()?.() };
}

async function collect(source: AudioSource, signal = new AbortController().signal): Promise<AudioPart[]> {
  const all: AudioPart[] = [];
  for await (const part of source(signal)) all.push(part);
  return all;
}

it("gives every listener everything, from one fetching", async () => {
  const { source, counted, step } = stepwise();
  const replay = createReplay(source);
  step();
  step();
  const early = collect(replay.source);
  step();
  step();
  expect(await early).toEqual(parts);
  expect(await collect(replay.source)).toEqual(parts);
  expect(await replay.whole).toEqual(parts);
  expect(counted.begun).toBe(1);
});

it("leaves no listener at the signal of whoever listened, however often it waited", async () => {
  const { source, step } = stepwise();
  const replay = createReplay(source);
  const { signal } = new AbortController();
  const heard = collect(replay.source, signal);
  for (const _ of parts) {
    step();
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, "abort").length).toBeLessThanOrEqual(1);
  }
  await heard;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("goes on when a listener leaves", async () => {
  const { source, step } = stepwise();
  const replay = createReplay(source);
  const controller = new AbortController();
  const listening = collect(replay.source, controller.signal);
  step();
  controller.abort(new Error("left"));
  await expect(listening).rejects.toThrow("left");
  for (let rest = 0; rest < 3; rest++) step();
  expect(await replay.whole).toEqual(parts);
});

it("tells every listener that the fetching failed, behind what came", async () => {
  const { source, step } = stepwise(new Error("broken off"));
  const replay = createReplay(source);
  for (let all = 0; all < 4; all++) step();
  await expect(replay.whole).rejects.toThrow("broken off");
  await expect(collect(replay.source)).rejects.toThrow("broken off");
});
