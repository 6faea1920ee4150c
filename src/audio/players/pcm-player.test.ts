import { expect, test } from "vitest";
import { createByteStore } from "../base/byte-store.ts";
import { detectCapabilities } from "../base/capabilities.ts";
import { createFakeSink } from "../output/fake-sink.fixture.ts";
import type { AudioOutput } from "./audio-output.ts";
import { createPcmPlayer } from "./pcm-player.ts";

const format = { codec: "pcm_s16le", sampleRate: 8_000, channels: 1 } as const;

/** A player and the volumes that its sink was set to. */
function open() {
  const volumes: number[] = [];
  const sink = createFakeSink(format.sampleRate);
  const output: AudioOutput = {
    prepare: () => true,
    hold: () => () => {},
    open: () => ({ ...sink, setVolume: (volume) => volumes.push(volume), close: () => {} }),
    running: true,
    heard: () => 0,
    clockOf: () => 0,
    subscribe: () => () => {},
    dispose: () => {},
  };
  const received = createByteStore();
  const player = createPcmPlayer({ format, received, capabilities: detectCapabilities({}), output, now: () => 0 });
  return { player, volumes };
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
