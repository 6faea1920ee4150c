/** Below this root mean square a window is silent, in dB below full scale. */
export const silenceThreshold = -60;
/** The length of a window, in seconds. */
export const silenceWindow = 0.01;
/** So many windows in a row must sound: a click is none, and MP3 smears one over some more than a window. */
const soundingWindows = 3;

/**
 * Finds how much silence a sound begins and ends with, in samples at `sampleRate` (hertz) that come in pieces. It goes
 * by the loudest channel.
 */
export function createSilenceMeter(sampleRate: number) {
  const windowLength = Math.max(1, Math.round(sampleRate * silenceWindow));
  const limit = 10 ** (silenceThreshold / 10);
  let sums: number[] = [];
  let inWindow = 0;
  /** Samples in windows that are over. */
  let position = 0;
  /** Windows in a row that sounded, up to now. */
  let row = 0;
  let begin: number | undefined;
  let end = 0;

  /** Where the sound would begin and end if `length` more samples, which sounded or not, were the next window. */
  function after(length: number, sounds: boolean): { begin: number | undefined; end: number } {
    const count = sounds ? row + 1 : 0;
    if (count < soundingWindows) return { begin, end };
    return { begin: begin ?? position - (count - 1) * windowLength, end: position + length };
  }

  function isSounding(length: number): boolean {
    return sums.some((sum) => sum / length > limit);
  }

  return {
    /** Takes the next samples: one array for each channel, all of the same length, from −1 to 1. */
    append(channels: readonly Float32Array[]): void {
      if (sums.length === 0) sums = channels.map(() => 0);
      const length = channels[0]?.length ?? 0;
      for (let start = 0; start < length; ) {
        const stop = Math.min(length, start + windowLength - inWindow);
        for (const [channel, samples] of channels.entries()) {
          let sum = sums[channel] ?? 0;
          for (let at = start; at < stop; at += 1) {
            const sample = samples[at] ?? 0;
            if (Number.isFinite(sample)) sum += sample * sample;
          }
          sums[channel] = sum;
        }
        inWindow += stop - start;
        start = stop;
        if (inWindow < windowLength) continue;
        const sounds = isSounding(windowLength);
        ({ begin, end } = after(windowLength, sounds));
        row = sounds ? row + 1 : 0;
        position += windowLength;
        sums = sums.map(() => 0);
        inWindow = 0;
      }
    },
    /** Seconds of silence in front and behind; where nothing is heard at all, both are the whole length. */
    silence(): { readonly leading: number; readonly trailing: number } {
      const length = position + inWindow;
      const found = inWindow === 0 ? { begin, end } : after(inWindow, isSounding(inWindow));
      if (found.begin === undefined) return { leading: length / sampleRate, trailing: length / sampleRate };
      return { leading: found.begin / sampleRate, trailing: (length - found.end) / sampleRate };
    },
  };
}
