import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { createByteStore } from "../base/byte-store.ts";
import type { AudioBytes } from "../base/source.ts";
import { createMediaSourcePlayer } from "./media-source-player.ts";
import type { Player } from "./player.ts";
import { createRecorder } from "./recorder.ts";
import { toneMp3 } from "./tone.fixture.ts";

const players: Player[] = [];
let tone: AudioBytes;

beforeAll(async () => {
  tone = await toneMp3({ seconds: 20, bitrate: 192 });
});

afterEach(() => {
  for (const player of players.splice(0)) player.dispose();
});

/** A player, and the recorder of what it is given. */
function open() {
  const element = new Audio();
  const received = createByteStore();
  const player = createMediaSourcePlayer({ element, now: () => performance.now(), MediaSource, received });
  const recorder = createRecorder({ codec: "mp3" }, received);
  players.push(player);
  return {
    element,
    player,
    recorder,
    append(bytes: AudioBytes) {
      recorder.append(bytes);
      player.append(bytes);
    },
  };
}

test("more sound than the buffer holds goes in as what was heard goes out", async () => {
  const { element, player, recorder, append } = open();
  const repeats = 45;
  for (let count = 0; count < repeats; count += 1) append(tone);
  player.end(recorder.recording());
  const whole = recorder.facts().duration ?? 0;
  expect(whole).toBeGreaterThan(20 * repeats - 1);
  const end = (): number => (element.buffered.length === 0 ? 0 : element.buffered.end(element.buffered.length - 1));
  // The buffer is full when it does not grow any more: more than a minute is in it, and not everything.
  let before = -1;
  await vi.waitFor(
    () => {
      const grown = end() > before;
      before = end();
      expect(grown || before < 60).toBe(false);
    },
    { timeout: 60_000, interval: 250 },
  );
  expect(end()).toBeLessThan(whole - 20);

  await vi.waitFor(
    () => {
      player.seek(end() - 30);
      expect(end()).toBeGreaterThan(whole - 1);
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(element.buffered.start(0)).toBeGreaterThan(0);
  expect(player.getSnapshot().playback.status).toBe("paused");
});

test("a seek stays within the sound that is there", async () => {
  const { element, player, append } = open();
  append(tone);
  await expect.poll(() => element.buffered.length).toBe(1);
  await expect.poll(() => element.buffered.end(0)).toBeGreaterThan(15);
  player.seek(500);
  expect(player.position()).toBeCloseTo(element.buffered.end(0), 1);
  player.seek(-5);
  expect(player.position()).toBe(0);
});

test("nothing done after its end brings a player back", async () => {
  const { element, player, append } = open();
  player.dispose();
  append(tone);
  player.play();
  player.dispose();
  expect(element.hasAttribute("src")).toBe(false);
  expect(element.paused).toBe(true);
});
