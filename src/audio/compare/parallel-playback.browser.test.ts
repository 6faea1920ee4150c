import { describe, expect, it } from "vitest";
import { createSoundMeter } from "../analysis/measures/sound-meter.ts";
import { matchLevels } from "./level-match.ts";
import { createParallelPlayback } from "./parallel-playback.ts";

const sampleRate = 48_000;

/** A sound whose every sample says where it stands: a slow ramp, `sign` of which tells the sounds apart. */
function ramp(context: BaseAudioContext, seconds: number, sign: 1 | -1): AudioBuffer {
  const buffer = context.createBuffer(1, seconds * sampleRate, sampleRate);
  buffer.copyToChannel(
    Float32Array.from({ length: buffer.length }, (_, at) => (sign * (at + 1)) / (4 * sampleRate)),
    0,
  );
  return buffer;
}

/** The sample of a ramp that was heard at `at`, counted from its start. */
const placeOf = (value: number | undefined): number => Math.round(Math.abs(value ?? 0) * 4 * sampleRate) - 1;

/** Renders `seconds` of two ramps; `act` is called when the context stands at each of `moments`. */
async function render(
  seconds: number,
  moments: readonly { readonly at: number; act(playback: ReturnType<typeof createParallelPlayback>): void }[],
): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, seconds * sampleRate, sampleRate);
  const playback = createParallelPlayback(context, [ramp(context, 2, 1), ramp(context, 2, -1)]);
  for (const { at, act } of moments) {
    if (at === 0) act(playback);
    else {
      context.suspend(at).then(() => {
        act(playback);
        context.resume();
      });
    }
  }
  const rendered = await context.startRendering();
  return rendered.getChannelData(0);
}

describe("sounds side by side", () => {
  it("go over from one to the other at the same sample", async () => {
    const samples = await render(1, [
      { at: 0, act: (playback) => playback.play() },
      { at: 0.5, act: (playback) => playback.select(1) },
    ]);
    const [before, after] = [0.4 * sampleRate, 0.6 * sampleRate];
    expect(samples[before]).toBeGreaterThan(0);
    expect(samples[after]).toBeLessThan(0);
    expect(placeOf(samples[after]) - placeOf(samples[before])).toBe(after - before);
    // Neither a gap nor a jump: never farther between two samples than a crossfade of 5 ms goes.
    const largest = 2 * (0.5 / 4) * (1 / (0.005 * sampleRate)) * 1.1;
    for (let at = 0.45 * sampleRate; at < 0.55 * sampleRate; at += 1) {
      expect(Math.abs((samples[at] ?? 0) - (samples[at - 1] ?? 0))).toBeLessThan(largest);
    }
  });

  it("go on from where they were paused, and from where one sought", async () => {
    const samples = await render(1.5, [
      { at: 0, act: (playback) => playback.play() },
      { at: 0.3, act: (playback) => playback.pause() },
      { at: 0.5, act: (playback) => playback.play() },
      {
        at: 0.9,
        act(playback) {
          playback.select(1);
          playback.seek(1.5);
        },
      },
    ]);
    expect(samples[0.4 * sampleRate]).toBe(0);
    // Started 20 ms behind 0, paused at 0.3, again 20 ms behind 0.5, with suspensions at blocks of 128 samples.
    const gap = placeOf(samples[0.7 * sampleRate]) - placeOf(samples[0.2 * sampleRate]);
    expect(Math.abs(gap - (0.5 - 0.22) * sampleRate)).toBeLessThanOrEqual(128);
    expect(samples[1.2 * sampleRate]).toBeLessThan(0);
    expect(Math.abs(placeOf(samples[1.2 * sampleRate]) - (1.5 + 0.3 - 0.02) * sampleRate)).toBeLessThanOrEqual(128);
  });

  it("repeat a stretch all alike", async () => {
    const samples = await render(1.5, [
      {
        at: 0,
        act(playback) {
          playback.setLoop({ from: 0.5, until: 0.75 });
          playback.play();
        },
      },
      { at: 1, act: (playback) => playback.select(1) },
    ]);
    const [first, second] = [0.9 * sampleRate, 1.4 * sampleRate];
    expect(placeOf(samples[first])).toBeGreaterThanOrEqual(0.5 * sampleRate - 1);
    expect(placeOf(samples[first])).toBeLessThan(0.75 * sampleRate);
    expect(placeOf(samples[second])).toBe(placeOf(samples[first]));
    expect(samples[second]).toBeLessThan(0);
  });

  it("end where the longest ends, and begin anew", async () => {
    const context = new OfflineAudioContext(1, sampleRate, sampleRate);
    const playback = createParallelPlayback(context, [ramp(context, 0.25, 1), ramp(context, 0.5, -1)]);
    expect(playback.duration).toBe(0.5);
    playback.play();
    expect(playback.getSnapshot().playing).toBe(true);
    const ended = new Promise<void>((resolve) => playback.subscribe(() => resolve()));
    await context.startRendering();
    await ended;
    expect(playback.getSnapshot()).toMatchObject({ playing: false, active: 0 });
    expect(playback.position()).toBe(0);
  });

  it("never loop what is no stretch", () => {
    const context = new OfflineAudioContext(1, sampleRate, sampleRate);
    const playback = createParallelPlayback(context, [ramp(context, 1, 1)]);
    playback.setLoop({ from: 0.5, until: 0.51 });
    expect(playback.getSnapshot().loop).toBeUndefined();
    playback.setLoop({ from: 9, until: 0.5 });
    expect(playback.getSnapshot().loop).toEqual({ from: 0.5, until: 1 });
  });
});

describe("matched levels", () => {
  it("are the quietest one's within a tenth of a LU, and clip nothing", async () => {
    const heights = [0.9, 0.2, 0.5];
    const tone = (height: number) =>
      Float32Array.from(
        { length: 2 * sampleRate },
        (_, at) => height * Math.sin((2 * Math.PI * 700 * at) / sampleRate),
      );
    const measure = (samples: Float32Array) => {
      const meter = createSoundMeter(sampleRate, 1);
      meter.append([samples]);
      return meter.measures();
    };
    const matches = matchLevels(heights.map((height) => measure(tone(height)).loudness));
    const target = measure(tone(0.2)).loudness ?? 0;
    for (const index of heights.keys()) {
      const context = new OfflineAudioContext(1, 2 * sampleRate, sampleRate);
      const buffers = heights.map((height) => {
        const buffer = context.createBuffer(1, 2 * sampleRate, sampleRate);
        buffer.copyToChannel(tone(height), 0);
        return buffer;
      });
      const playback = createParallelPlayback(context, buffers);
      playback.setGains(matches.map(({ gain }) => gain));
      playback.select(index);
      playback.play();
      const rendered = (await context.startRendering()).getChannelData(0).slice(0.05 * sampleRate);
      const { loudness = 0, clipped } = measure(rendered);
      expect(Math.abs(loudness - target)).toBeLessThan(0.1);
      expect(clipped).toBe(0);
    }
    expect(matches.map(({ gain }) => gain <= 1)).toEqual([true, true, true]);
    expect(matches[1]?.decibels).toBe(0);
  });

  it("leave alone what has no loudness", () => {
    expect(matchLevels([undefined, -20, -23])).toEqual([
      { gain: 1, decibels: 0 },
      { gain: 10 ** (-3 / 20), decibels: -3 },
      { gain: 1, decibels: 0 },
    ]);
    expect(matchLevels([undefined, undefined]).map(({ gain }) => gain)).toEqual([1, 1]);
  });
});
