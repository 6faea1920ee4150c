import { engineSampleRate, type SpeechFormat } from "./synthesis/formats.ts";
import { mp3Encoder, sampleEncoder } from "./synthesis/signal/encoder.ts";
import { toFloats } from "./synthesis/signal/level.ts";
import {
  NothingToSpeakError,
  type SentenceTiming,
  type Synthesis,
  SynthesisFailedError,
  type SynthesisResult,
  type Synthesizer,
  type Utterance,
  type WordTiming,
} from "./synthesis/synthesizer.ts";
import { Mp3Libraries } from "./synthesis/threads/mp3-libraries.ts";

/** Samples of one word: a tone of 60 ms and as much silence. */
export const wordSamples = Math.round(0.12 * engineSampleRate);

/** A synthesizer that says each word as a tone: real MP3, WAV and PCM, at once and always the same. */
export interface ToneSynthesizer extends Synthesizer {
  /** From now on work stops after the first word of every text, until {@link release}. */
  hold(): void;
  release(): void;
  /** How many utterances are under way. */
  readonly active: number;
  /** How many words have been said since the start. */
  readonly words: number;
}

/** The word after which the engine fails. */
export const poison = "poison";
/** A word of a megabyte, which isn't audio. */
export const bulk = "bulk";

export function createToneSynthesizer(): ToneSynthesizer {
  let gate: Promise<void> = Promise.resolve();
  let open = (): void => undefined;
  let active = 0;
  let words = 0;
  return {
    hold() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    release: () => open(),
    get active() {
      return active;
    },
    get words() {
      return words;
    },
    speak(utterance, signal) {
      const pass = (): Promise<void> => {
        words++;
        return gate;
      };
      const progress = { charactersSpoken: 0 };
      let settle: (result: SynthesisResult) => void = () => undefined;
      let fail: (reason: unknown) => void = () => undefined;
      const result = new Promise<SynthesisResult>((resolve, reject) => {
        settle = resolve;
        fail = reject;
      });
      result.catch(() => undefined);
      async function* bytes(): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
        active++;
        try {
          settle(yield* tones(utterance, signal, progress, pass));
        } catch (error) {
          fail(error);
          throw error;
        } finally {
          active--;
          fail(new DOMException("The reader left.", "AbortError"));
        }
      }
      const synthesis: Synthesis = {
        [Symbol.asyncIterator]: bytes,
        result,
        get charactersSpoken() {
          return progress.charactersSpoken;
        },
      };
      return synthesis;
    },
    async encode({ bitrate, state, samples, isLast }) {
      const library = await libraries.acquire();
      const encoder = mp3Encoder(library, bitrate);
      if (state !== undefined) libraries.restore(library, state);
      const floats = toFloats(new Int16Array(Uint8Array.from(samples).buffer));
      const bytes = Buffer.concat([encoder.encode(floats), isLast ? encoder.finish() : new Uint8Array()]);
      return { bytes, state: isLast ? undefined : libraries.save(library) };
    },
    close: async () => undefined,
  };
}

async function* tones(
  { text, format }: Utterance,
  signal: AbortSignal,
  progress: { charactersSpoken: number },
  pass: () => Promise<void>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, SynthesisResult, undefined> {
  const encode = await encoderOf(format);
  const leaving = aborted(AbortSignal.any([signal]));
  const words: WordTiming[] = [];
  const sentences: SentenceTiming[] = [];
  let sentence: { start: number; textOffset: number } | undefined;
  const characters = Array.from(text);
  for (let index = 0; index < characters.length; ) {
    const textOffset = index;
    while (index < characters.length && characters[index]?.trim() !== "") index++;
    if (index > textOffset) {
      const word = characters.slice(textOffset, index).join("");
      const start = words.length * wordSamples;
      const end = (start + wordSamples / 2) / engineSampleRate;
      words.push({ word, start: start / engineSampleRate, end, textOffset });
      progress.charactersSpoken = index;
      yield word === bulk ? new Uint8Array(1_000_000) : encode(tone(start));
      if (word.includes(poison)) throw new SynthesisFailedError("The engine failed.");
      await Promise.race([pass(), leaving]);
      sentence ??= { start: start / engineSampleRate, textOffset };
      if (word.endsWith(".")) {
        const spoken = characters.slice(sentence.textOffset, index).join("");
        sentences.push({ ...sentence, sentence: spoken, end: (words.length * wordSamples) / engineSampleRate });
        sentence = undefined;
      }
    }
    index++;
  }
  if (words.length === 0) throw new NothingToSpeakError();
  yield encode(undefined);
  const durationSeconds = (words.length * wordSamples) / engineSampleRate;
  return { durationSeconds, pause: 0, language: "en", words, sentences };
}

/** The samples of the tone that the word at a sample says. */
export function tone(start: number): Float32Array {
  return Float32Array.from({ length: wordSamples }, (_, index) =>
    index < wordSamples / 2 ? 0.5 * Math.sin((2 * Math.PI * 440 * (start + index)) / engineSampleRate) : 0,
  );
}

const libraries = new Mp3Libraries();

async function encoderOf(
  format: SpeechFormat,
): Promise<(samples: Float32Array | undefined) => Uint8Array<ArrayBuffer>> {
  const encoder =
    format.codec === "mp3" ? mp3Encoder(await libraries.acquire(), format.bitrate) : sampleEncoder(format);
  return (samples) => (samples === undefined ? encoder.finish() : encoder.encode(samples));
}

/** Rejects when a signal is raised; nobody has to listen. */
function aborted(signal: AbortSignal): Promise<never> {
  const leaving = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  leaving.catch(() => undefined);
  return leaving;
}
