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
/** The volume changes within a few of these, in seconds: at once would click. */
const volumeTime = 0.008;

/** A sink that sounds at the destination of `context`. What it holds goes with the sound in it. */
export function createWebAudioSink(context: BaseAudioContext): WebAudioSink {
  const baseLatency: unknown = Reflect.get(context, "baseLatency");
  const volume = context.createGain();
  let sounding = 0;
  let volumeSet = false;

  function open(): Stretch {
    const gate = context.createGain();
    const sources = new Set<AudioBufferSourceNode>();
    gate.connect(volume);

    // What is connected to the destination stays alive with it: so only what sounds is.
    function add(source: AudioBufferSourceNode): void {
      if (sounding === 0) volume.connect(context.destination);
      sounding += 1;
      sources.add(source);
      source.connect(gate);
    }

    function remove(source: AudioBufferSourceNode): void {
      if (!sources.delete(source)) return;
      source.disconnect();
      sounding -= 1;
      if (sounding === 0) volume.disconnect();
    }

    return {
      put(channels, when) {
        const [first] = channels;
        const buffer = context.createBuffer(channels.length, first?.length ?? 1, context.sampleRate);
        for (const [index, samples] of channels.entries()) buffer.copyToChannel(samples, index);
        const source = context.createBufferSource();
        source.buffer = buffer;
        add(source);
        source.start(when);
        source.addEventListener("ended", () => remove(source), { once: true });
        return () => remove(source);
      },
      fadeIn(from, to) {
        gate.gain.setValueAtTime(0, from);
        gate.gain.linearRampToValueAtTime(1, to);
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
    sampleRate: context.sampleRate,
    margin: typeof baseLatency === "number" && baseLatency > 0 ? baseLatency + besideLatency : usualMargin,
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
