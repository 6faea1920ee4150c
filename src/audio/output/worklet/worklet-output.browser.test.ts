import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Samples } from "../../decoders/decoder.ts";
import { createPlayout } from "../../players/playout.ts";
import type { SoundSink } from "../sound-sink.ts";
import { createWebAudioSink, type MakeLine } from "../web-audio-sink.ts";
import { fetchLines, loadLines } from "./load-lines.ts";
import type { WorkletOutput } from "./worklet-output.ts";

const sampleRate = 48_000;
const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Frames numbered from 1, small enough that each is exact. */
const frames = (from: number, count: number): Samples =>
  Float32Array.from({ length: count }, (_, index) => (from + index + 1) / 2 ** 20);
const numbersIn = (heard: Samples): number[] => [...heard].map((sample) => sample * 2 ** 20);
const count = (frameCount: number): number[] => Array.from({ length: frameCount }, (_, index) => index + 1);

/** What an offline context makes of one second that is handed over in pieces. */
async function render(linesOf: (context: BaseAudioContext) => Promise<MakeLine | undefined>) {
  const context = new OfflineAudioContext(1, 2 * sampleRate, sampleRate);
  const lines = linesOf(context);
  const sink = createWebAudioSink(context, lines);
  await lines.catch(() => undefined);
  const playout = createPlayout(sink);
  for (let pushed = 0; pushed < sampleRate; pushed += 480) {
    playout.push([frames(pushed, 480)]);
    if (playout.started) playout.update();
    else if (playout.ahead >= 0.05) playout.start();
  }
  playout.end();
  playout.update();
  return (await context.startRendering()).getChannelData(0);
}

test.each([
  ["can't be had", async () => undefined],
  ["can't be loaded", (context: BaseAudioContext) => context.audioWorklet.addModule("/none.js").then(() => undefined)],
  [
    "can't be made",
    () =>
      Promise.resolve(() => {
        throw new TypeError("The context is closed.");
      }),
  ],
])("where a line %s, buffers sound", async (_, linesOf) => {
  const numbers = numbersIn(await render(linesOf));
  const start = numbers.findIndex((number) => number !== 0);
  expect(numbers.slice(start, start + sampleRate)).toEqual(count(sampleRate));
});

const recorder = `registerProcessor("recorder", class extends AudioWorkletProcessor {
  heard = [];
  constructor() {
    super();
    this.port.onmessage = () => this.port.postMessage(this.heard);
  }
  process([[samples]]) {
    if (samples !== undefined) for (const sample of samples) if (sample !== 0) this.heard.push([sample, currentFrame]);
    return true;
  }
});`;

/** A context that runs, a line in it, and what records every sample of the line that isn't 0, with its block. */
async function openRecorded() {
  const button = document.createElement("button");
  document.body.append(button);
  closing.push(() => button.remove());
  // Only inside a click a browser lets a context run.
  const clicked = new Promise<AudioContext>((made) => {
    button.addEventListener("click", () => made(new AudioContext({ sampleRate })), { once: true });
  });
  await userEvent.click(button);
  const context = await clicked;
  closing.push(() => context.close());
  await context.resume();
  const address = URL.createObjectURL(new Blob([recorder], { type: "text/javascript" }));
  await context.audioWorklet.addModule(address);
  URL.revokeObjectURL(address);
  const node = new AudioWorkletNode(context, "recorder");
  node.connect(context.destination);
  await fetchLines();
  const make = await loadLines(context);
  let line: WorkletOutput | undefined;
  const closed = new Promise<void>((released) => {
    line = make(node, released);
  });
  const heard = (): Promise<[number, number][]> =>
    new Promise((told) => {
      node.port.onmessage = ({ data }) => told(data);
      node.port.postMessage("");
    });
  const sink: SoundSink = {
    sampleRate,
    margin: 0.03,
    get time() {
      return context.currentTime;
    },
    open() {
      const stretch = line?.open();
      if (stretch === undefined) throw new Error("There is no line.");
      return stretch;
    },
  };
  return { sink, heard, closed, close: () => line?.close() };
}

test("on a busy page no sample is missing or moved, the first one's time is right, and all is released", async () => {
  const { sink, heard, closed, close } = await openRecorded();
  const playout = createPlayout(sink);
  playout.push([frames(0, sampleRate)]);
  playout.start();
  let pushed = sampleRate;
  let told = performance.now();
  for (let piece = 0; piece < 20; piece += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    const until = performance.now() + 15;
    while (performance.now() < until);
    // As much as was heard meanwhile: on a busy machine the line must not run dry.
    const length = Math.max(480, Math.ceil(((performance.now() - told) / 1_000) * sampleRate));
    told = performance.now();
    playout.push([frames(pushed, length)]);
    pushed += length;
    playout.update();
  }
  playout.end();
  playout.update();
  close();
  await closed;
  const time = playout.firstLoud;
  const samples = await heard();
  expect(samples.map(([sample]) => sample * 2 ** 20)).toEqual(count(pushed));
  const blocks = samples.map(([, block], index) => block + (index % 128));
  const [first = 0] = blocks;
  expect(samples.every(([, block], index) => block === first + index - (index % 128))).toBe(true);
  // The first frame that can be noticed is the first one above −60 dB.
  const loudIndex = samples.findIndex(([sample]) => sample >= 0.001);
  expect(time).toBeCloseTo((first + loudIndex) / sampleRate, 9);
});
