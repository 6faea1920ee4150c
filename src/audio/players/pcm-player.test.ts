import { expect, test } from "vitest";
import { createByteStore } from "../base/byte-store.ts";
import { detectCapabilities } from "../base/capabilities.ts";
import { createFakeSink } from "../output/fake-sink.fixture.ts";
import type { AudioOutput } from "./audio-output.ts";
import { createPcmPlayer } from "./pcm-player.ts";
import { type ArrivalHistory, createArrivalHistory } from "./prebuffer-policy.ts";

const format = { codec: "pcm_s16le", sampleRate: 8_000, channels: 1 } as const;

/** A player, the volumes that its sink was set to, and how often it began to sound. */
function open(history?: ArrivalHistory, now = () => 0) {
  const volumes: number[] = [];
  const sink = createFakeSink(format.sampleRate);
  let begun = 0;
  const output: AudioOutput = {
    prepare: () => true,
    hold: () => () => {},
    open: () => ({
      ...sink,
      open() {
        begun += 1;
        return sink.open();
      },
      setVolume: (volume) => volumes.push(volume),
      close: () => {},
    }),
    running: true,
    heard: () => 0,
    clockOf: () => 0,
    subscribe: () => () => {},
    dispose: () => {},
  };
  const received = createByteStore();
  const player = createPcmPlayer({ format, received, history, capabilities: detectCapabilities({}), output, now });
  return { player, received, volumes, begun: () => begun };
}

test("mute silences what is decoded, and leaves the volume as it is", () => {
  const { player, volumes } = open();
  player.setVolume(0.3);
  player.play();
  player.setMuted(true);
  player.setVolume(0.5);
  player.setMuted(false);
  expect(volumes).toEqual([0.3, 0, 0, 0.5]);
  player.dispose();
});

test("what was muted before it plays is silent from its first sample on", () => {
  const { player, volumes } = open();
  player.setMuted(true);
  player.play();
  expect(volumes).toEqual([0]);
  player.dispose();
});

/** Plays an answer of ten pieces at three times real time, and says with which of them it began to sound. */
async function beginsWith(history: ArrivalHistory): Promise<number> {
  let time = 0;
  let beganWith = 0;
  const { player, received, begun } = open(history, () => time);
  player.play();
  for (let piece = 1; piece <= 10; piece += 1) {
    const bytes = new Uint8Array(0.06 * 2 * format.sampleRate).fill(0x11);
    received.append(bytes);
    player.append(bytes);
    // Until it is decoded.
    await new Promise(setImmediate);
    if (begun() > 0) beganWith ||= piece;
    time += 20;
  }
  player.dispose();
  return beganWith;
}

test("an answer of a service that is known to be fast begins a piece earlier", async () => {
  const history = createArrivalHistory();
  expect(await beginsWith(history)).toBe(3);
  expect(await beginsWith(history)).toBe(2);
});

test.each([
  ["is passed over", false, 0.5],
  ["that was asked for is heard", true, 0],
])("silence in front %s", async (_, keeps, from) => {
  const { player, received, begun } = open();
  if (keeps) player.keepSilence?.();
  player.play();
  // Half a second of silence, and a second of sound.
  for (const sample of [0, 0x11, 0x11]) {
    const bytes = new Uint8Array(format.sampleRate).fill(sample);
    received.append(bytes);
    player.append(bytes);
    await new Promise(setImmediate);
  }
  expect(begun()).toBe(1);
  expect(player.position()).toBeCloseTo(from, 1);
  player.dispose();
});
