import { expect, it } from "vitest";
import type { AudioPart, AudioSource } from "../base/source.ts";
import { toneWav } from "../players/tone.fixture.ts";
import { createHeadlessSession } from "./headless-session.ts";

const tone = new Uint8Array(toneWav(2));
const start: AudioPart = { type: "start", format: { codec: "wav" } };
const part = (bytes: Uint8Array<ArrayBuffer>): AudioPart => ({ type: "audio", bytes });

function sessionOf(source: AudioSource, onProgress: (data: unknown) => void = () => {}) {
  let time = 100;
  return createHeadlessSession({ source, now: () => (time += 10), started: 100, onProgress });
}

it("records an answer byte for byte, with its words, moments and length", async () => {
  const words: unknown[] = [];
  const session = sessionOf(
    async function* () {
      yield start;
      yield part(tone.slice(0, 1_001));
      yield { type: "progress", data: "word" };
      yield part(tone.slice(1_001));
      yield { type: "end" };
    },
    (data) => words.push(data),
  );
  const statuses: string[] = [];
  session.subscribe(() => statuses.push(session.getSnapshot().state.status));
  await session.start();
  const { state, times, duration } = session.getSnapshot();
  expect([...new Set(statuses)]).toEqual(["connecting", "receiving", "complete"]);
  const recording = state.status === "complete" ? state.recording : undefined;
  expect(new Uint8Array((await recording?.blob.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(tone);
  expect(duration).toBeCloseTo(2, 2);
  expect(words).toEqual(["word"]);
  expect([times.started, times.firstAudio, times.ended]).toEqual([100, 110, 120]);
});

it("keeps what came of an answer that broke, and says what broke it", async () => {
  const session = sessionOf(async function* () {
    yield start;
    yield part(tone.slice(0, 500));
    throw new Error("It broke.");
  });
  await session.start();
  expect(session.getSnapshot().state).toMatchObject({
    status: "failed",
    error: { message: "It broke." },
    recording: { facts: { bytes: 500 } },
  });
});

it("fails without a recording where nothing came, or where the end was missing", async () => {
  const session = sessionOf(async function* () {
    yield start;
  });
  await session.start();
  expect(session.getSnapshot().state).toMatchObject({ status: "failed", recording: undefined });
});

it("is stopped: what came is kept, and nothing after it counts", async () => {
  const session = sessionOf(async function* (signal) {
    yield start;
    yield part(tone.slice(0, 500));
    session.stop();
    expect(signal.aborted).toBe(true);
    yield part(tone.slice(500));
    yield { type: "end" };
  });
  await session.start();
  expect(session.getSnapshot().state).toMatchObject({ status: "stopped", recording: { facts: { bytes: 500 } } });
});
