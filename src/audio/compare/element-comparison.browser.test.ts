import { beforeAll, expect, it, onTestFinished } from "vitest";
import { userEvent } from "vitest/browser";
import { toneWav } from "../players/tone.fixture.ts";
import { createElementComparison } from "./element-comparison.ts";

// A browser lets nothing sound before somebody has pressed something.
beforeAll(() => userEvent.click(document.body));

/** Two long sounds, side by side, and the elements that play them. */
function compareTwo() {
  const sounds = [20, 20].map((seconds) => new Blob([toneWav(seconds)], { type: "audio/wav" }));
  const elements: HTMLAudioElement[] = [];
  const playback = createElementComparison(sounds, [20, 20], () => {
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
