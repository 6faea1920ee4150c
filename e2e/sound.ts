import type { Page } from "@playwright/test";
import { MPEGDecoder } from "mpg123-decoder";

/** What decoded audio measures. */
export interface Measured {
  readonly seconds: number;
  /** Root mean square of all samples, in decibels below full scale. */
  readonly level: number;
  /** The longest stretch without a sample above −40 dB, in seconds. */
  readonly longestSilence: number;
}

/** Decodes MP3 and measures it. */
export async function measureMp3(bytes: Uint8Array): Promise<Measured> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(bytes);
  decoder.free();
  const [samples = new Float32Array()] = channelData;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  let [silent, longest] = [0, 0];
  for (const sample of samples) {
    silent = Math.abs(sample) > 0.01 ? 0 : silent + 1;
    longest = Math.max(longest, silent);
  }
  return {
    seconds: samples.length / sampleRate,
    level: 10 * Math.log10(power),
    longestSilence: longest / sampleRate,
  };
}

declare global {
  interface HTMLMediaElement {
    /** Chromium's own: what the element puts out, as a stream. */
    captureStream(): MediaStream;
  }
  interface Window {
    /** Kept by {@link listen}. */
    readonly heard: Heard;
  }
}

/** What came out of the page's media elements and audio contexts. */
export interface Heard {
  /** The largest sample that was put out, from 0 to 1. */
  readonly peak: number;
  /** Seconds during which sound above −50 dB was put out. */
  readonly loudSeconds: number;
  /** Seconds that a media element had played when the page was told that it plays: what they were isn't known. */
  readonly missedSeconds: number;
}

/**
 * Listens to what the page's media elements and audio contexts put out, from the next page on: their own output, after
 * decoding, volume and pauses. Call {@link heard} to read it.
 */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const heard = { peak: 0, loudSeconds: 0, missedSeconds: 0 };
    /** For so many samples without sound it isn't silent yet. */
    const pause = 2_048;
    Object.assign(window, { heard });

    // What the page puts into an audio context passes through an analyser on its way to the destination.
    const connect = AudioNode.prototype.connect;
    const analysers = new WeakMap<BaseAudioContext, AnalyserNode>();
    function connectTapped(this: AudioNode, ...connection: unknown[]): unknown {
      const [target] = connection;
      const { context } = this;
      if (target instanceof AudioDestinationNode && context instanceof AudioContext && !ours.has(context)) {
        const analyser = analysers.get(context) ?? context.createAnalyser();
        if (!analysers.has(context)) {
          watch(context, analyser);
          Reflect.apply(connect, analyser, [target]);
        }
        analysers.set(context, analyser);
        Reflect.apply(connect, this, [analyser]);
        return target;
      }
      return Reflect.apply(connect, this, connection);
    }
    Object.assign(AudioNode.prototype, { connect: connectTapped });

    // The tap's own contexts, which put out nothing.
    const ours = new WeakSet<BaseAudioContext>();
    /** The elements that were played, and where they were when they were asked to. */
    const begun = new WeakMap<HTMLMediaElement, number>();
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const isKnown = begun.has(this);
      begun.set(this, this.currentTime);
      const started = play.call(this);
      if (!isKnown) {
        let isTapped = false;
        // What it is given next is a stream of its own.
        this.addEventListener("emptied", () => {
          isTapped = false;
        });
        // Not before: a stream that is captured before anything was decoded stays silent.
        this.addEventListener("playing", () => {
          if (isTapped) return;
          isTapped = true;
          heard.missedSeconds += Math.max(0, this.currentTime - (begun.get(this) ?? 0));
          tap(this);
        });
      }
      return started;
    };
    function tap(element: HTMLMediaElement): void {
      const context = new AudioContext();
      ours.add(context);
      const analyser = context.createAnalyser();
      // The captured stream is as loud as the file, whatever the element makes of it.
      const loudness = () => (element.muted ? 0 : element.volume);
      context.createMediaStreamSource(element.captureStream()).connect(analyser);
      watch(context, analyser, loudness);
    }
    /** Counts what passes `newest`. */
    function watch(context: BaseAudioContext, newest: AnalyserNode, loudness = () => 1): void {
      // An analyser holds 0.7 s. Four, each behind the one before, so that what a page that is held up looks at late is
      // counted all the same, once.
      const analysers = [newest];
      for (const analyser of [1, 2, 3].map(() => context.createAnalyser())) {
        const delayTime = 32_768 / context.sampleRate;
        analysers
          .at(-1)
          ?.connect(new DelayNode(context, { delayTime, maxDelayTime: delayTime }))
          .connect(analyser);
        analysers.push(analyser);
      }
      for (const analyser of analysers) analyser.fftSize = 32_768;
      const samples = new Float32Array(analysers.length * 32_768);
      let last = context.currentTime;
      let quiet = Number.POSITIVE_INFINITY;
      setInterval(() => {
        const { currentTime, sampleRate } = context;
        const since = Math.min(samples.length, Math.round((currentTime - last) * sampleRate));
        last = currentTime;
        const gain = loudness();
        for (const [before, analyser] of analysers.entries()) {
          const end = samples.length - before * 32_768;
          if (since > before * 32_768) analyser.getFloatTimeDomainData(samples.subarray(end - 32_768, end));
        }
        for (const sample of samples.subarray(samples.length - since)) {
          const level = gain * Math.abs(sample);
          heard.peak = Math.max(heard.peak, level);
          quiet = level > 0.003 ? 0 : quiet + 1;
          if (quiet < pause) heard.loudSeconds += 1 / sampleRate;
        }
      }, 20);
    }
  });
}

/** What the page has put out since it was opened. */
export function heard(page: Page): Promise<Heard> {
  return page.evaluate(() => window.heard);
}
