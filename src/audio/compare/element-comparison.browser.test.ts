import { beforeAll, expect, it, onTestFinished } from "vitest";
import { userEvent } from "vitest/browser";
import { toneWav } from "../players/tone.fixture.ts";
import { createElementComparison } from "./element-comparison.ts";

// A browser lets nothing sound before somebody has pressed something.
beforeAll(() => userEvent.click(document.body));

/** Two long sounds, side by side, and the elements that play them. */
function compareTwo(lengths = [20, 20], told = lengths) {
  const sounds = lengths.map((seconds) => new Blob([toneWav(seconds)], { type: "audio/wav" }));
  const elements: HTMLAudioElement[] = [];
  const playback = createElementComparison(sounds, told, () => {
    const element = new Audio();
    elements.push(element);
    return element;
  });
  playback.setVolume(0);
  onTestFinished(() => playback.dispose());
  return { playback, elements };
}

it("says that it plays when another sound was chosen before the first one had begun", async () => {
  const { playback, elements } = compareTwo();
  playback.play();
  playback.select(1);
  await expect.poll(() => elements[1]?.currentTime).toBeGreaterThan(0.1);
  expect(playback.getSnapshot()).toMatchObject({ playing: true, active: 1 });
});

it("says that it plays when it was paused and played again before it had begun", async () => {
  const { playback, elements } = compareTwo();
  playback.play();
  playback.pause();
  playback.play();
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(0.1);
  expect(playback.getSnapshot().playing).toBe(true);
});

it("a loop to the end begins again, though an element is a little shorter than its samples say", async () => {
  const { playback, elements } = compareTwo([0.5, 0.5], [0.5 + 1e-5, 0.5 + 1e-5]);
  playback.setLoop({ from: 0.2, until: playback.duration });
  let starts = 0;
  elements[0]?.addEventListener("play", () => {
    starts += 1;
  });
  playback.play();
  await expect.poll(() => starts).toBeGreaterThan(2);
  expect(playback.getSnapshot().playing).toBe(true);
});

it("goes on without a gap when the sound that is heard is chosen again", async () => {
  const { playback, elements } = compareTwo();
  let starts = 0;
  elements[0]?.addEventListener("play", () => {
    starts += 1;
  });
  playback.play();
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(0.1);
  playback.select(0);
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(0.3);
  expect(starts).toBe(1);
});

it("a sound that is over where the other stands isn't begun anew, and the other goes on there", async () => {
  const { playback, elements } = compareTwo([20, 2]);
  playback.seek(10);
  playback.play();
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(10);
  playback.select(1);
  expect(playback.getSnapshot()).toMatchObject({ playing: false, active: 1 });
  expect([playback.position() >= 10, elements[1]?.currentTime]).toEqual([true, 0]);
  playback.select(0);
  playback.play();
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(10.1);

  // Asked for all the same, it begins; moved behind its end, it stays there.
  playback.pause();
  playback.select(1);
  playback.play();
  await expect.poll(() => elements[1]?.currentTime).toBeGreaterThan(0.1);
  playback.seek(15);
  expect([playback.getSnapshot().playing, playback.position()]).toEqual([false, 15]);
});

it("stops where the browser pauses the sound, as when its device goes, and goes on from there", async () => {
  const { playback, elements } = compareTwo();
  playback.play();
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(0.1);
  elements[0]?.pause();
  await expect.poll(() => playback.getSnapshot().playing).toBe(false);
  expect(playback.position()).toBeGreaterThan(0.1);
  playback.play();
  await expect.poll(() => elements[0]?.currentTime).toBeGreaterThan(0.2);
  expect(playback.getSnapshot().playing).toBe(true);
});
