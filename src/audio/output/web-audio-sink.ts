import type { Samples } from "../decoders/decoder.ts";
import { framesOf, type SoundSink, type Stretch } from "./sound-sink.ts";
import type { WorkletOutput } from "./worklet/worklet-output.ts";

/** A sink in an audio context, with a volume of its own. */
export interface WebAudioSink extends SoundSink {
  /** `volume` is from 0 to 1. */
  setVolume(volume: number): void;
  /** Nothing more is opened. What sounds goes on to its end. */
  close(): void;
}

/** Makes a line in front of `destination`; `onClosed` is called when it is closed and silent. */
export type MakeLine = (destination: AudioNode, onClosed: () => void) => WorkletOutput;

/**
 * How far beyond what is being made the page must stay, where the browser says how much it makes at a time. Seconds.
 */
const besideLatency = 0.004;
/** The same where it doesn't say. */
const usualMargin = 0.03;
/** Samples that a context makes at a time, per channel. */
const blockSamples = 128;
/**
 * How soon a stretch can begin where the context's clock is exact, in seconds: a little more than two blocks, however
 * many are made at once.
 */
const soonestStart = 0.006;
/**
 * The same where the clock may be a callback behind what is made already, as in Firefox: some ten milliseconds each.
 */
const soonestStartByGuess = 0.02;
/** After so many attempts to begin soon it begins with all the margin. */
const soonAttempts = 2;
/** The volume changes within a few of these, in seconds: at once would click. */
const volumeTime = 0.008;

/**
 * How much sound `context` makes at a time, in seconds. One that doesn't say may also show a clock that stands behind:
 * undefined.
 */
function toldLatency(context: object): number | undefined {
  const baseLatency: unknown = Reflect.get(context, "baseLatency");
  return typeof baseLatency === "number" && baseLatency > 0 ? baseLatency : undefined;
}

/** Whether a line begins earlier than buffers in `context`: where it has worklets, and a clock that says too little. */
export function wantsLine(context: object): boolean {
  return toldLatency(context) === undefined && Reflect.has(context, "audioWorklet");
}

/**
 * A sink that sounds at the destination of `context`: through a line from the moment on in which `lines` has come,
 * before that and without it through buffers that are placed ahead of time. What it holds goes with the sound in it.
 */
export function createWebAudioSink(context: BaseAudioContext, lines?: Promise<MakeLine | undefined>): WebAudioSink {
  const { sampleRate } = context;
  const latency = toldLatency(context);
  const margin = latency === undefined ? usualMargin : latency + besideLatency;
  const soon = Math.min(margin, latency === undefined ? soonestStartByGuess : soonestStart);
  const volume = context.createGain();
  let sounding = 0;
  let volumeSet = false;
  let closed = false;
  let line: WorkletOutput | undefined;
  lines
    ?.then((make) => {
      if (!closed) line = make?.(volume, disconnect);
      if (line !== undefined) connect();
    })
    // A context that is closed meanwhile has no line to give.
    .catch(() => undefined);

  // What is connected to the destination stays alive with it: so only what sounds is.
  function connect(): void {
    if (sounding === 0) volume.connect(context.destination);
    sounding += 1;
  }

  function disconnect(): void {
    sounding -= 1;
    if (sounding === 0) volume.disconnect();
  }

  function sourceOf(channels: readonly Samples[]): AudioBufferSourceNode {
    const [first] = channels;
    const buffer = context.createBuffer(channels.length, first?.length ?? 1, sampleRate);
    for (const [index, samples] of channels.entries()) buffer.copyToChannel(samples, index);
    const source = context.createBufferSource();
    source.buffer = buffer;
    return source;
  }

  function openBuffers(): Stretch {
    const gate = context.createGain();
    const sources = new Set<AudioBufferSourceNode>();
    gate.connect(volume);

    function add(source: AudioBufferSourceNode, when: number): void {
      connect();
      sources.add(source);
      source.addEventListener("ended", () => remove(source), { once: true });
      source.start(when);
      // Only from here on it is made.
      source.connect(gate);
    }

    function remove(source: AudioBufferSourceNode): void {
      if (!sources.delete(source)) return;
      source.disconnect();
      disconnect();
    }

    let time = 0;
    let tail: (() => void) | undefined;

    /** Adds `channels` from `frame` on. Returns what takes them back, good until they have begun. */
    function addFrom(channels: readonly Samples[], frame: number): (() => void) | undefined {
      if (framesOf(channels) === 0) return undefined;
      const source = sourceOf(channels);
      add(source, time + frame / sampleRate);
      return () => remove(source);
    }

    return {
      get time() {
        return time;
      },
      end: Number.POSITIVE_INFINITY,
      begin(piece, earliest, fadeIn) {
        for (let attempt = 1; ; attempt += 1) {
          const source = sourceOf(piece.sure);
          const isPatient = attempt > soonAttempts;
          const soonest = context.currentTime + (isPatient ? margin : soon);
          time = Math.ceil(Math.max(soonest, earliest) * sampleRate) / sampleRate;
          if (fadeIn > 0) {
            gate.gain.cancelScheduledValues(0);
            gate.gain.setValueAtTime(0, time);
            gate.gain.linearRampToValueAtTime(1, time + fadeIn);
          }
          add(source, time);
          // What is connected while its block is made already begins late, and everything behind it would not fit.
          if (isPatient || context.currentTime + blockSamples / sampleRate <= time) break;
          remove(source);
        }
        tail = addFrom(piece.tail, framesOf(piece.sure));
      },
      put(piece, frame) {
        tail?.();
        addFrom(piece.sure, frame);
        tail = addFrom(piece.tail, frame + framesOf(piece.sure));
      },
      fadeOut(from, to) {
        gate.gain.setValueAtTime(1, time + from / sampleRate);
        gate.gain.linearRampToValueAtTime(0, time + to / sampleRate);
        for (const source of sources) source.stop(time + to / sampleRate);
      },
      cancel() {
        for (const source of [...sources]) remove(source);
      },
    };
  }

  return {
    sampleRate,
    margin,
    get time() {
      return context.currentTime;
    },
    open: () => line?.open() ?? openBuffers(),
    setVolume(value) {
      if (volumeSet) volume.gain.setTargetAtTime(value, context.currentTime, volumeTime);
      else volume.gain.value = value;
      volumeSet = true;
    },
    close() {
      closed = true;
      line?.close();
    },
  };
}
