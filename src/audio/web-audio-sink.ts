import type { Samples } from "./decoders/decoder.ts";
import type { SoundSink, Stretch } from "./sound-sink.ts";

/** A sink in an audio context, with a volume of its own. */
export interface WebAudioSink extends SoundSink {
  /** `volume` is from 0 to 1. */
  setVolume(volume: number): void;
}

/** How far beyond what is being made the page must stay, where the browser says how much it makes at a time. Seconds. */
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
/** The same where the clock may be a callback behind what is made already, as in Firefox: some ten milliseconds each. */
const soonestStartByGuess = 0.02;
/** After so many attempts to begin soon it begins with all the margin. */
const soonAttempts = 2;
/** The volume changes within a few of these, in seconds: at once would click. */
const volumeTime = 0.008;

/** A sink that sounds at the destination of `context`. What it holds goes with the sound in it. */
export function createWebAudioSink(context: BaseAudioContext): WebAudioSink {
  const { sampleRate } = context;
  const baseLatency: unknown = Reflect.get(context, "baseLatency");
  const tells = typeof baseLatency === "number" && baseLatency > 0;
  const margin = tells ? baseLatency + besideLatency : usualMargin;
  const soon = Math.min(margin, tells ? soonestStart : soonestStartByGuess);
  const volume = context.createGain();
  let sounding = 0;
  let volumeSet = false;

  function sourceOf(channels: readonly Samples[]): AudioBufferSourceNode {
    const [first] = channels;
    const buffer = context.createBuffer(channels.length, first?.length ?? 1, sampleRate);
    for (const [index, samples] of channels.entries()) buffer.copyToChannel(samples, index);
    const source = context.createBufferSource();
    source.buffer = buffer;
    return source;
  }

  function open(): Stretch {
    const gate = context.createGain();
    const sources = new Set<AudioBufferSourceNode>();
    gate.connect(volume);

    // What is connected to the destination stays alive with it: so only what sounds is.
    function add(source: AudioBufferSourceNode, when: number): void {
      if (sounding === 0) volume.connect(context.destination);
      sounding += 1;
      sources.add(source);
      source.addEventListener("ended", () => remove(source), { once: true });
      source.start(when);
      // Only from here on it is made.
      source.connect(gate);
    }

    function remove(source: AudioBufferSourceNode): void {
      if (!sources.delete(source)) return;
      source.disconnect();
      sounding -= 1;
      if (sounding === 0) volume.disconnect();
    }

    return {
      begin(channels, earliest, fadeIn) {
        for (let attempt = 1; ; attempt += 1) {
          const source = sourceOf(channels);
          const isPatient = attempt > soonAttempts;
          const soonest = context.currentTime + (isPatient ? margin : soon);
          const time = Math.ceil(Math.max(soonest, earliest) * sampleRate) / sampleRate;
          if (fadeIn > 0) {
            gate.gain.cancelScheduledValues(0);
            gate.gain.setValueAtTime(0, time);
            gate.gain.linearRampToValueAtTime(1, time + fadeIn);
          }
          add(source, time);
          // What is connected while its block is made already begins late, and everything behind it would not fit.
          if (isPatient || context.currentTime + blockSamples / sampleRate <= time) return time;
          remove(source);
        }
      },
      put(channels, when) {
        const source = sourceOf(channels);
        add(source, when);
        return () => remove(source);
      },
      fadeOut(from, to) {
        gate.gain.setValueAtTime(1, from);
        gate.gain.linearRampToValueAtTime(0, to);
        for (const source of sources) source.stop(to);
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
    open,
    setVolume(value) {
      if (volumeSet) volume.gain.setTargetAtTime(value, context.currentTime, volumeTime);
      else volume.gain.value = value;
      volumeSet = true;
    },
  };
}
