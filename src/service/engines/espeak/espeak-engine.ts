import { type Engine, type PieceSpoken, type PieceToSpeak, UnknownLanguageError } from "../engine.ts";
import { toFloats } from "../samples.ts";
import { engineText, engineTextOfParts } from "./engine-text.ts";
import { type EngineLanguage, engineLanguage } from "./languages.ts";
import { EspeakLibrary, naturalRate } from "./library.ts";
import { rateForSpeed } from "./rate.ts";
import type { Timbre } from "./timbre.ts";
import { reachablePitch, variantFile } from "./variant.ts";
import { WordTimes } from "./word-times.ts";

/** A voice of this engine: any of its languages in any timbre. */
export interface EspeakVoice {
  /** The engine's name for the language, such as `en-us`. */
  readonly language: string;
  readonly timbre: Timbre;
}

type Piece = PieceToSpeak<EspeakVoice>;

/** Samples per second. */
const sampleRate = 22_050;

/** eSpeak NG in the thread that calls it, which it holds while it speaks. */
export class EspeakEngine implements Engine<EspeakVoice> {
  readonly #library: EspeakLibrary;

  private constructor(library: EspeakLibrary) {
    this.#library = library;
  }

  static async load(): Promise<EspeakEngine> {
    return new EspeakEngine(await EspeakLibrary.load());
  }

  /** The factor that brings a voice to the level that all voices have. */
  levelling({ voice, pitch }: Pick<Piece, "voice" | "pitch">): number {
    return levellingGain(languageOf(voice), voice.timbre, pitchOf({ voice, pitch }));
  }

  speak(piece: Piece, take: (samples: Float32Array) => boolean): PieceSpoken | undefined {
    const { text, start, said, voice, variation, pace } = piece;
    const target = { f0: pitchOf(piece) * variation.pitch, width: variation.width };
    this.#library.select(voice.language, variantFile(voice.timbre, target, languageOf(voice).medianPitch));
    const { text: spoken, spans } =
      said === undefined ? engineText(text, start, voice.language) : engineTextOfParts(said, start, voice.language);
    const words = new WordTimes(spans);
    let samples = 0;
    let silence: Float32Array[] = [];
    const rate = pace === 1 ? naturalRate : rateForSpeed(pace);
    const isWhole = this.#library.speak(spoken, rate, (part, events) => {
      for (const event of events) words.add(event);
      samples += part.length;
      silence.push(toFloats(part));
      // The engine makes some milliseconds of nothing of signs that it has no word for.
      if (!words.hasAny) return take(new Float32Array(0));
      const parts = silence;
      silence = [];
      return parts.some(take);
    });
    if (!isWhole) return undefined;
    if (!words.hasAny) return { samples: 0, words: [] };
    return { samples, words: words.finish(samples / sampleRate) };
  }
}

function languageOf({ language: name }: EspeakVoice): EngineLanguage {
  const language = engineLanguage(name);
  if (language === undefined) throw new UnknownLanguageError(name);
  return language;
}

function pitchOf({ voice, pitch }: Pick<Piece, "voice" | "pitch">): number {
  return reachablePitch(voice.timbre.f0 * pitch.multiplier + pitch.offset);
}

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
function levellingGain(language: EngineLanguage, timbre: Timbre, f0: number): number {
  const level =
    language.level +
    4.8 * Math.log2(f0 / 150) -
    6 * (timbre.formantScale - 1) +
    1.2 * ((timbre.brightness - 100) / 100);
  return 10 ** (Math.min(mostRaised, usualLevel - level) / 20);
}
