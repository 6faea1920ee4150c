import type { Samples } from "../decoders/decoder.ts";
import type { Piece, SoundSink, Stretch } from "../output/sound-sink.ts";

/** How long a fade at an edge is, in seconds: too short to be missed as speech, too long to click. */
const fadeSeconds = 0.004;
/** From this amplitude on something is noticed: −60 dB. */
const loud = 0.001;
/** While so much is handed over already, small pieces are gathered before they are: fewer, larger buffers. Seconds. */
const comfortable = 0.5;
const gathered = 0.1;
/** Sound is kept so long behind the sink's time: that it came too late is known a moment later. Seconds. */
const kept = 1;

interface Chunk {
  readonly at: number;
  readonly channels: readonly Samples[];
  readonly length: number;
}

interface Run {
  readonly stretch: Stretch;
  /** The stretch's first frame. */
  readonly from: number;
  /**
   * Before this frame everything is handed over for good; from here to `tailEnd` a fading version that may be replaced.
   */
  sure: number;
  tailEnd: number;
  /** `dry`: nothing came in time. `complete`: the end is handed over. Nothing more goes into it then. */
  phase: "open" | "dry" | "complete";
}

export type Playout = ReturnType<typeof createPlayout>;

/**
 * Samples on their way out into `sink`: what is pushed sounds in order, each sample once and exactly behind the one
 * before. Frames are samples of all channels at one time; they are counted from the last `clear`.
 */
export function createPlayout(sink: SoundSink) {
  const rate = sink.sampleRate;
  const fadeFrames = Math.round(fadeSeconds * rate);
  let chunks: Chunk[] = [];
  let pushed = 0;
  let next = 0;
  let ended = false;
  let run: Run | undefined;
  /** Until then an earlier stretch may still sound. */
  let busyUntil = 0;
  let loudFrame: number | undefined;
  /** What lies before this frame was passed over as silence. */
  let silentUntil = 0;

  const timeOf = (frame: number, { stretch, from }: Run): number => stretch.time + (frame - from) / rate;
  const frameAt = (time: number, { stretch, from }: Run): number => from + Math.round((time - stretch.time) * rate);

  /** The frames from `from` to before `to` as one. */
  function collect(from: number, to: number): Samples[] {
    const count = Math.max(1, ...chunks.map(({ channels }) => channels.length));
    const joined = Array.from({ length: count }, () => new Float32Array(Math.max(0, to - from)));
    for (const { at, channels, length } of chunks) {
      const [start, end] = [Math.max(from, at), Math.min(to, at + length)];
      if (end <= start) continue;
      for (const [index, target] of joined.entries()) {
        const source = channels[index] ?? channels[0];
        if (source !== undefined) target.set(source.subarray(start - at, end - at), start - from);
      }
    }
    return joined;
  }

  /** Everything from `from` on: for good before `sure`, fading behind it. */
  function pieceOf(from: number, sure: number): Piece {
    const tail = collect(sure, pushed);
    for (const samples of tail) fade(samples);
    return { sure: collect(from, sure), tail };
  }

  /** Hands over everything that is there; its last milliseconds fading, to be replaced when more comes in time. */
  function handOver(current: Run): void {
    const sure = ended ? pushed : Math.max(current.sure, pushed - fadeFrames);
    current.stretch.put(pieceOf(current.sure, sure), current.sure - current.from);
    current.sure = sure;
    current.tailEnd = pushed;
    if (ended) current.phase = "complete";
  }

  /** Where the stretch is over before everything has sounded, it has run dry there, whatever was handed over since. */
  function notice(current: Run): void {
    const end = current.from + current.stretch.end;
    if (end >= current.tailEnd) return;
    current.tailEnd = end;
    current.phase = "dry";
  }

  /** Hands over what came. Call it often: late calls may cost a stall, nothing else. */
  function update(): void {
    const current = run;
    if (current !== undefined) notice(current);
    if (current?.phase !== "open") return;
    const left = timeOf(current.sure, current) - sink.time;
    if (left < sink.margin) {
      // Too late to put anything behind it without a gap: it fades, and what comes begins anew.
      current.phase = ended && pushed === current.tailEnd ? "complete" : "dry";
    } else if (ended || pushed > current.tailEnd) {
      if (!ended && left > comfortable && pushed - current.tailEnd < gathered * rate) return;
      handOver(current);
    }
    forget(Math.min(current.tailEnd, frameAt(sink.time - kept, current)));
  }

  /** Lets go of what lies before `frame`. */
  function forget(frame: number): void {
    const first = chunks.findIndex(({ at, length }) => at + length > frame);
    if (first !== 0) chunks = first < 0 ? [] : chunks.slice(first);
  }

  /** The frame that comes behind what a run has put out, once it is over. */
  function leave(current: Run): number {
    const { stretch, from } = current;
    notice(current);
    if (current.phase === "dry") return current.tailEnd;
    if (stretch.time >= sink.time + sink.margin) {
      stretch.cancel();
      return from;
    }
    const fadeFrom = Math.max(frameAt(sink.time + sink.margin, current), from + fadeFrames);
    const frame = Math.min(current.tailEnd, fadeFrom + fadeFrames);
    if (frame < current.tailEnd) stretch.fadeOut(fadeFrom - from, frame - from);
    return frame;
  }

  /** Fades out. What has not sounded stays and is next. */
  function stop(): void {
    if (run === undefined) return;
    next = leave(run);
    busyUntil = Math.max(busyUntil, timeOf(next, run));
    run = undefined;
    forget(next);
  }

  return {
    push(channels: readonly Samples[]): void {
      const length = channels[0]?.length ?? 0;
      if (loudFrame === undefined) {
        const index = channels[0]?.findIndex((sample) => Math.abs(sample) >= loud) ?? -1;
        if (index >= 0) loudFrame = pushed + index;
      }
      chunks.push({ at: pushed, channels, length });
      pushed += length;
    },
    /** Nothing more is pushed: the last sample is the end, not a stall. */
    end(): void {
      ended = true;
    },
    /** Begins, or goes on, with what is there. */
    start() {
      if (run !== undefined && run.phase !== "dry") return;
      stop();
      if (next >= pushed) return;
      const stretch = sink.open();
      const sure = ended || pushed - fadeFrames <= next ? pushed : pushed - fadeFrames;
      // Where silence was passed over there is no edge to hide, nor at the very first sample.
      stretch.begin(pieceOf(next, sure), busyUntil, next > silentUntil ? fadeSeconds : 0);
      run = { stretch, from: next, sure, tailEnd: pushed, phase: ended ? "complete" : "open" };
    },
    /** Before anything was started: passes over silence in front, so that a start is heard at once. */
    skipSilence() {
      if (run !== undefined || next > 0 || loudFrame === undefined) return;
      silentUntil = loudFrame;
      next = loudFrame;
      forget(next);
    },
    stop,
    /** Fades out and forgets everything. */
    clear(): void {
      stop();
      chunks = [];
      pushed = 0;
      next = 0;
      ended = false;
      loudFrame = undefined;
      silentUntil = 0;
    },
    update,
    /** Whether it was started and has not run dry. */
    get started() {
      return run !== undefined && run.phase !== "dry";
    },
    /** Whether it was started and came to where nothing more was there in time. */
    get ranDry() {
      return run?.phase === "dry";
    },
    /** Seconds from the first frame to the one with which a start would begin. */
    get next() {
      return (run?.tailEnd ?? next) / rate;
    },
    /** Seconds that are there and have not sounded. */
    get ahead() {
      const sounded = run === undefined ? next : Math.min(run.tailEnd, Math.max(run.from, frameAt(sink.time, run)));
      return (pushed - sounded) / rate;
    },
    /** What is heard while the sink's time `heard` is heard. */
    status(heard: number): "silent" | "sounding" | "ended" {
      if (run !== undefined && heard < run.stretch.time) return "silent";
      if (run !== undefined && heard < timeOf(run.tailEnd, run)) return "sounding";
      return ended && (run?.tailEnd ?? next) >= pushed ? "ended" : "silent";
    },
    /** Seconds since the first frame, for what is heard at the sink's time `heard`. */
    position(heard: number) {
      if (run === undefined) return next / rate;
      return (run.from + Math.min(Math.max(0, (heard - run.stretch.time) * rate), run.tailEnd - run.from)) / rate;
    },
    /** Whether something loud enough to be noticed is there. */
    get hasSound() {
      return loudFrame !== undefined;
    },
    /**
     * When the first frame that is loud enough to be noticed sounds, on the sink's clock; absent before it is known.
     */
    get firstLoud() {
      if (run === undefined || loudFrame === undefined || loudFrame < run.from || loudFrame >= run.tailEnd)
        return undefined;
      return timeOf(loudFrame, run);
    },
  };
}

/** Makes `samples` go down to silence. */
function fade(samples: Samples): void {
  for (let index = 0; index < samples.length; index += 1) {
    samples[index] = (samples[index] ?? 0) * (1 - (index + 1) / samples.length);
  }
}
