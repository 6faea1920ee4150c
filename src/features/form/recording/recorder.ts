import { createStore, type StoreApi } from "zustand/vanilla";
import type { Samples } from "../../../audio/decoders/decoder.ts";
import {
  type Microphone,
  MicrophoneError,
  type MicrophoneFault,
  type OpenMicrophone,
} from "../../../audio/recording/microphone.ts";
import { joinAtOwnRate, partFrom } from "../../../audio/recording/own-wav.ts";
import { SoundFileError, type SoundFileFault } from "../../../audio/recording/read-sound-file.ts";
import { faultsOf, isUsable, type RecordingFault, speechBegin } from "../../../audio/recording/recording-faults.ts";
import { ownRecording, ownRecordingSeconds } from "../../../contract/own-recordings.ts";

/** A recording that can be heard, cut and used. */
export interface Candidate {
  /** The name of its file; empty where a microphone made it. */
  readonly name: string;
  /** All of it, at the rate of an own recording. */
  readonly samples: Samples;
  /** Where the part begins that is used, in seconds. */
  readonly start: number;
  /** That part, 30 seconds of it at most. */
  readonly part: Samples;
  /** What is wrong with that part. */
  readonly faults: readonly RecordingFault[];
  /** Whether the microphone went away at its end. */
  readonly wasLost: boolean;
}

/** What a person should do while they speak. */
type LevelHint = "fine" | "quiet" | "loud";

/** What can't be used of a new recording: it doesn't take the place of one that can. */
const unusable = ["short", "silent"] as const;

type RecorderProblem = MicrophoneFault | SoundFileFault | "lost" | (typeof unusable)[number];

export type RecorderState =
  | { readonly kind: "idle"; readonly problem?: RecorderProblem }
  /** The browser asks for the microphone. */
  | { readonly kind: "asking" }
  /** `level` is the peak of the last moment, from 0 to 1. */
  | { readonly kind: "recording"; readonly seconds: number; readonly level: number; readonly hint: LevelHint }
  /** A file is decoded. */
  | { readonly kind: "reading"; readonly name: string }
  /** `problem` is why no other came in its place. */
  | { readonly kind: "ready"; readonly candidate: Candidate; readonly problem?: RecorderProblem };

/** Makes a recording from a microphone or a file. */
export interface Recorder {
  readonly state: RecorderState;
  /** Call it inside a person's press: the browser asks them for the microphone. */
  record(): Promise<void>;
  /** Ends the recording, which then is a candidate. */
  stop(): void;
  /** Does nothing while the microphone is asked for or heard: nobody stopped that. */
  readFile(file: File): Promise<void>;
  /** Lets the part that is used begin elsewhere, in seconds. */
  cutFrom(start: number): void;
  /** Forgets what it has and lets go of the microphone. */
  dispose(): void;
}

export interface RecorderOptions {
  readonly openMicrophone: OpenMicrophone;
  /** See `readSoundFile`. */
  readonly readSoundFile: (file: Blob) => Promise<Samples>;
}

/** How much sound passes between two looks at the level, in seconds. */
const lookEvery = 0.05;
/** The hint looks so far back, in seconds: people draw breath. */
const hintSeconds = 2;
/** Peaks between which a voice's level is fine. */
const [quietPeak, loudPeak] = [0.05, 0.985];

/** A recorder that has nothing yet. */
export function createRecorder({ openMicrophone, readSoundFile }: RecorderOptions): StoreApi<Recorder> {
  let microphone: Microphone | undefined;
  let pieces: Samples[] = [];
  /** The peak of each look of late, and the number of the sample that it ended at. */
  let peaks: { readonly end: number; readonly peak: number }[] = [];
  let [length, looked, peak] = [0, 0, 0];
  /** The press that counts: what an earlier one still brings is nothing any more. */
  let presses = 0;
  /** What was there before the press, and stays where that brings nothing. */
  let former: Candidate | undefined;

  return createStore<Recorder>()((set, get) => {
    function begin(state: RecorderState): number {
      const before = get().state;
      if (before.kind === "ready") former = before.candidate;
      microphone?.dispose();
      microphone = undefined;
      [pieces, peaks] = [[], []];
      [length, looked, peak] = [0, 0, 0];
      set({ state });
      presses += 1;
      return presses;
    }

    function succeed(candidate: Candidate): void {
      const fault = unusable.find((one) => candidate.faults.includes(one));
      if (fault !== undefined && former !== undefined && isReady(former)) fail(fault);
      else {
        former = undefined;
        set({ state: { kind: "ready", candidate } });
      }
    }

    function fail(problem: RecorderProblem): void {
      set({ state: former === undefined ? { kind: "idle", problem } : { kind: "ready", candidate: former, problem } });
    }

    function take(samples: Samples, rate: number): void {
      pieces.push(samples);
      length += samples.length;
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
      if (length >= ownRecording.longest * rate) finish(false);
      else if (length - looked >= lookEvery * rate) look(rate);
    }

    function look(rate: number): void {
      peaks = [...peaks, { end: length, peak }].filter(({ end }) => end > length - hintSeconds * rate);
      const highest = Math.max(...peaks.map((one) => one.peak));
      const hint = hintOf(highest, length >= hintSeconds * rate);
      set({ state: { kind: "recording", seconds: length / rate, level: peak, hint } });
      [looked, peak] = [length, 0];
    }

    function finish(wasLost: boolean): void {
      const rate = microphone?.sampleRate;
      if (rate === undefined) return;
      const samples = joinAtOwnRate(pieces, rate);
      const isLong = ownRecordingSeconds(samples.length) >= ownRecording.shortest;
      begin({ kind: "idle" });
      if (wasLost && !isLong) fail("lost");
      else succeed(candidateOf("", partFrom(samples, 0), 0, wasLost));
    }

    return {
      state: { kind: "idle" },
      async record() {
        const mine = begin({ kind: "asking" });
        let rate = 0;
        let isLost = false;
        try {
          const opened = await openMicrophone({
            onSamples: (samples) => mine === presses && rate > 0 && take(samples, rate),
            onLost() {
              isLost = true;
              if (mine === presses) finish(true);
            },
          });
          if (mine !== presses) return opened.dispose();
          microphone = opened;
          rate = opened.sampleRate;
          set({ state: { kind: "recording", seconds: 0, level: 0, hint: "fine" } });
          // It went away while it was made ready.
          if (isLost) finish(true);
        } catch (error) {
          if (mine !== presses) return;
          fail(error instanceof MicrophoneError ? error.fault : "busy");
        }
      },
      stop: () => finish(false),
      async readFile(file) {
        const { kind } = get().state;
        if (kind === "asking" || kind === "recording") return;
        const mine = begin({ kind: "reading", name: file.name });
        try {
          const samples = await readSoundFile(file);
          if (mine !== presses) return;
          const isTooLong = ownRecordingSeconds(samples.length) > ownRecording.longest;
          const start = isTooLong ? speechBegin(samples) : 0;
          succeed(candidateOf(file.name, samples, start, false));
        } catch (error) {
          if (mine !== presses) return;
          fail(error instanceof SoundFileError ? error.fault : "no_sound");
        }
      },
      cutFrom(start) {
        const { state } = get();
        if (state.kind !== "ready") return;
        const { name, samples, wasLost } = state.candidate;
        set({ state: { kind: "ready", candidate: candidateOf(name, samples, start, wasLost) } });
      },
      dispose() {
        begin({ kind: "idle" });
        former = undefined;
      },
    };
  });
}

/** The latest moment at which the part that is used may begin, in seconds; 0 where all of it is used. */
export function latestStart(samples: Samples): number {
  return Math.max(0, ownRecordingSeconds(samples.length) - ownRecording.longest);
}

/** Whether the recording can be used as it is. */
export function isReady({ faults }: Candidate): boolean {
  return faults.every(isUsable);
}

function candidateOf(name: string, samples: Samples, wanted: number, wasLost: boolean): Candidate {
  const start = Math.min(wanted, latestStart(samples));
  const part = partFrom(samples, start);
  return { name, samples, start, part, faults: faultsOf(part), wasLost };
}

function hintOf(highest: number, isHeardLong: boolean): LevelHint {
  if (highest >= loudPeak) return "loud";
  return highest < quietPeak && isHeardLong ? "quiet" : "fine";
}
