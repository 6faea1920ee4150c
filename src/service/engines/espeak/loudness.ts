import type { EngineLanguage } from "./languages.ts";
import type { Timbre } from "./timbre.ts";

/** The root-mean-square level, in dB below full scale, that every voice has when nothing else is asked for. */
const usualLevel = -20;

/** Quiet languages have high peaks: they are raised by no more than this, in dB. */
const mostRaised = 4;

/**
 * The factor that brings a voice to the usual level, so that no voice is louder than another. Languages differ by up to
 * 7 dB and voices of one language by as much; over 310 voices what remains is 0.25 dB, and 0.8 dB at most.
 *
 * @param f0 the pitch that is really spoken at, in Hz
 */
export function levellingGain(language: EngineLanguage, timbre: Timbre, f0: number): number {
  const level =
    language.level +
    4.8 * Math.log2(f0 / 150) -
    6 * (timbre.formantScale - 1) +
    1.2 * ((timbre.brightness - 100) / 100);
  return 10 ** (Math.min(mostRaised, usualLevel - level) / 20);
}
