import { describe, expect, test } from "vitest";
import type { Samples } from "../../../audio/decoders/decoder.ts";
import { MicrophoneError, type MicrophoneOutput } from "../../../audio/recording/microphone.ts";
import { SoundFileError } from "../../../audio/recording/read-sound-file.ts";
import { ownRecording } from "../../../contract/own-recordings.ts";
import { createRecorder, isReady, latestStart, type RecorderOptions } from "./recorder.ts";

const rate = 48_000;

/** A tone at `sampleRate` hertz. */
function tone(seconds: number, peak = 0.3, sampleRate: number = rate): Samples {
  return Float32Array.from({ length: seconds * sampleRate }, (_, at) => peak * Math.sin((at * 1_382) / sampleRate));
}

/** A recorder, and the microphones that it opened. */
function create(options: Partial<RecorderOptions> = {}) {
  const opened: (MicrophoneOutput & { disposed: boolean })[] = [];
  const recorder = createRecorder({
    async openMicrophone(output) {
      const one = { ...output, disposed: false };
      opened.push(one);
      return {
        sampleRate: rate,
        dispose() {
          one.disposed = true;
        },
      };
    },
    readSoundFile: async () => tone(6, 0.3, ownRecording.sampleRate),
    ...options,
  });
  /** Lets the latest microphone hear something, a tenth of a second at a time. */
  const hear = (samples: Samples) => {
    for (let at = 0; at < samples.length; at += rate / 10) opened.at(-1)?.onSamples(samples.slice(at, at + rate / 10));
  };
  return { recorder, opened, hear, state: () => recorder.getState().state };
}

const file = (name = "voice.m4a") => new File(["x"], name);

describe("from a microphone", () => {
  test("what was heard is there when it is stopped, and the microphone is let go", async () => {
    const { recorder, opened, hear, state } = create();
    const asking = recorder.getState().record();
    expect(state().kind).toBe("asking");
    await asking;
    hear(tone(6));
    expect(state()).toMatchObject({ kind: "recording", seconds: expect.closeTo(6, 1), hint: "fine" });
    expect(state()).toMatchObject({ level: expect.closeTo(0.3, 2) });
    recorder.getState().stop();
    expect(state()).toMatchObject({ kind: "ready", candidate: { name: "", faults: [], wasLost: false } });
    const ready = state();
    expect(ready.kind === "ready" && ready.candidate.part.length).toBe(6 * ownRecording.sampleRate);
    expect(opened[0]?.disposed).toBe(true);
    // What it still says is nothing any more.
    hear(tone(1));
    expect(state()).toBe(ready);
  });

  test("it stops by itself at 30 seconds, to the sample", async () => {
    const { recorder, opened, hear, state } = create();
    await recorder.getState().record();
    hear(tone(31));
    const ready = state();
    expect(ready.kind === "ready" && [ready.candidate.part.length, ready.candidate.faults]).toEqual([
      30 * ownRecording.sampleRate,
      [],
    ]);
    expect(opened[0]?.disposed).toBe(true);
  });

  test.each([
    ["quiet", 0.01],
    ["loud", 1],
    ["fine", 0.2],
  ])("says while one speaks that it is %s", async (hint, peak) => {
    const { recorder, hear, state } = create();
    await recorder.getState().record();
    hear(tone(0.5, peak));
    // Who has only begun is told of what is too loud alone.
    expect(state()).toMatchObject({ hint: hint === "quiet" ? "fine" : hint });
    hear(tone(3, peak));
    expect(state()).toMatchObject({ hint });
  });

  test("what is too short or silent can be heard, and not used", async () => {
    const { recorder, hear, state } = create();
    for (const [samples, fault] of [
      [tone(2), "short"],
      [tone(6, 0), "silent"],
    ] as const) {
      await recorder.getState().record();
      hear(samples);
      recorder.getState().stop();
      const ready = state();
      expect(ready).toMatchObject({ candidate: { faults: [fault] } });
      expect(ready.kind === "ready" && isReady(ready.candidate)).toBe(false);
    }
  });

  test.each([
    [tone(0.5), "short"],
    [tone(6, 0), "silent"],
  ])("what can't be used doesn't take the place of what can, which says why", async (samples, problem) => {
    const { recorder, hear, state } = create();
    for (const heard of [tone(7), samples]) {
      await recorder.getState().record();
      hear(heard);
      recorder.getState().stop();
    }
    expect(state()).toMatchObject({
      candidate: { part: { length: 7 * ownRecording.sampleRate }, faults: [] },
      problem,
    });
  });

  test.each([
    [6, { kind: "ready", candidate: { wasLost: true } }],
    [2, { kind: "idle", problem: "lost" }],
  ])("a microphone that goes away after %i seconds", async (seconds, expected) => {
    const { recorder, opened, hear, state } = create();
    await recorder.getState().record();
    hear(tone(seconds));
    opened[0]?.onLost();
    expect(state()).toMatchObject(expected);
    expect(opened[0]?.disposed).toBe(true);
  });

  test.each(["insecure", "refused", "absent", "part_missing", "busy"] as const)(
    "none because of %s is said",
    async (fault) => {
      const { recorder, state } = create({ openMicrophone: () => Promise.reject(new MicrophoneError(fault)) });
      await recorder.getState().record();
      expect(state()).toEqual({ kind: "idle", problem: fault });
    },
  );

  test("one that goes away before it is given is said to be lost", async () => {
    const { recorder, opened, state } = create();
    const asking = recorder.getState().record();
    opened[0]?.onLost();
    await asking;
    expect([state(), opened[0]?.disposed]).toEqual([{ kind: "idle", problem: "lost" }, true]);
  });

  test("one that is given after the recorder has gone is let go at once", async () => {
    const { recorder, opened, state } = create();
    const asking = recorder.getState().record();
    recorder.getState().dispose();
    await asking;
    expect(opened[0]?.disposed).toBe(true);
    expect(state()).toEqual({ kind: "idle" });
  });
});

describe("from a file", () => {
  test("a short one is used as it is", async () => {
    const { recorder, state } = create();
    const reading = recorder.getState().readFile(file());
    expect(state()).toEqual({ kind: "reading", name: "voice.m4a" });
    await reading;
    expect(state()).toMatchObject({ candidate: { name: "voice.m4a", start: 0, faults: [] } });
  });

  test("a long one is cut where speech begins, and elsewhere on demand", async () => {
    const samples = new Float32Array(50 * ownRecording.sampleRate);
    samples.set(tone(40, 0.3, ownRecording.sampleRate), 10 * ownRecording.sampleRate);
    const { recorder, state } = create({ readSoundFile: async () => samples });
    await recorder.getState().readFile(file());
    expect(latestStart(samples)).toBe(20);
    expect(state()).toMatchObject({ candidate: { start: expect.closeTo(9.8, 1), faults: [] } });
    recorder.getState().cutFrom(99);
    expect(state()).toMatchObject({ candidate: { start: 20, part: { length: 30 * ownRecording.sampleRate } } });
  });

  test.each(["too_large", "too_long", "unreadable", "no_sound"] as const)(
    "one that is %s is said to be so",
    async (fault) => {
      const { recorder, state } = create({ readSoundFile: () => Promise.reject(new SoundFileError(fault)) });
      await recorder.getState().readFile(file());
      expect(state()).toEqual({ kind: "idle", problem: fault });
    },
  );

  test("what is there stays where a file or the microphone brings nothing in its place", async () => {
    let isSound = true;
    const { recorder, state } = create({
      openMicrophone: () => Promise.reject(new MicrophoneError("refused")),
      readSoundFile: async () => {
        if (!isSound) throw new SoundFileError("no_sound");
        return tone(6, 0.3, ownRecording.sampleRate);
      },
    });
    await recorder.getState().readFile(file());
    isSound = false;
    await recorder.getState().record();
    expect(state()).toMatchObject({ candidate: { name: "voice.m4a" }, problem: "refused" });
    await Promise.all(["one.txt", "two.txt"].map((name) => recorder.getState().readFile(file(name))));
    expect(state()).toMatchObject({ candidate: { name: "voice.m4a" }, problem: "no_sound" });
  });

  test("none takes the place of what is being recorded", async () => {
    const { recorder, hear, state } = create();
    const asking = recorder.getState().record();
    await recorder.getState().readFile(file());
    await asking;
    hear(tone(6));
    await recorder.getState().readFile(file());
    recorder.getState().stop();
    expect(state()).toMatchObject({ candidate: { name: "", part: { length: 6 * ownRecording.sampleRate } } });
  });

  test("the one that was chosen last counts, however long the first takes", async () => {
    const answers: ((samples: Samples) => void)[] = [];
    const { recorder, state } = create({ readSoundFile: () => new Promise((resolve) => answers.push(resolve)) });
    const first = recorder.getState().readFile(file("first.wav"));
    const second = recorder.getState().readFile(file("second.wav"));
    answers[1]?.(tone(6, 0.3, ownRecording.sampleRate));
    answers[0]?.(tone(7, 0.3, ownRecording.sampleRate));
    await Promise.all([first, second]);
    expect(state()).toMatchObject({ candidate: { name: "second.wav" } });
  });
});
