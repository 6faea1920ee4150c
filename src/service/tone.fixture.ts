import { engineSampleRate, type SpeechFormat } from "./synthesis/formats.ts";
import { mp3Encoder, sampleEncoder } from "./synthesis/signal/encoder.ts";
import {
  type EncodedPart,
  NothingToSpeakError,
  type SentenceTiming,
  type Synthesis,
  SynthesisFailedError,
  type SynthesisResult,
  type Synthesizer,
  type Utterance,
  type WordTiming,
} from "./synthesis/synthesizer.ts";
import { EncodeJob } from "./synthesis/threads/encode-job.ts";
import type { FromThread } from "./synthesis/threads/messages.ts";
import { Mp3Libraries } from "./synthesis/threads/mp3-libraries.ts";

/** Samples of one word: a tone of 60 ms and as much silence. */
export const wordSamples = Math.round(0.12 * engineSampleRate);

/** A synthesizer that says each word as a tone: real MP3, WAV and PCM, at once and always the same. */
export interface ToneSynthesizer extends Synthesizer {
  /** From now on work stops after the first word of every text, until {@link release}. */
  hold(): void;
  release(): void;
  /**
   * From now on so many texts are said to their end, and each later one stops after so many words, until
   * {@link release}. Texts are said side by side: so many words of all of them would be reached in another place each
   * time.
   */
  holdAfter(whole: number, words: number): void;
  /** Whether a text has stopped, and not been released. */
  readonly isHeld: boolean;
  /** How many utterances are under way. */
  readonly active: number;
  /** How many words have been said since the start. */
  readonly words: number;
  /** How many utterances were begun since the start, and how many of them failed. */
  readonly utterances: number;
  readonly failures: number;
}

/** The word after which the engine fails. */
export const poison = "poison";
/** The word after which it fails twice. */
export const stumble = "stumble";
/** A word of a megabyte, which isn't audio. */
export const bulk = "bulk";

export function createToneSynthesizer(): ToneSynthesizer {
  let gate: Promise<void> = Promise.resolve();
  let open = (): void => undefined;
  let active = 0;
  let words = 0;
  let utterances = 0;
  let failures = 0;
  /** How many texts had a word so far. */
  let texts = 0;
  /** Which texts stop, and after how many words. */
  let held = { from: Number.POSITIVE_INFINITY, words: 0 };
  let isHeld = false;
  const close = (which: typeof held): void => {
    held = which;
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  return {
    hold: () => close({ from: 0, words: 1 }),
    release() {
      held = { from: Number.POSITIVE_INFINITY, words: 0 };
      isHeld = false;
      open();
    },
    holdAfter: (whole, wordsEach) => close({ from: texts + whole, words: wordsEach }),
    get isHeld() {
      return isHeld;
    },
    get active() {
      return active;
    },
    get words() {
      return words;
    },
    get utterances() {
      return utterances;
    },
    get failures() {
      return failures;
    },
    speak(utterance, signal) {
      let number: number | undefined;
      let said = 0;
      const pass = async (): Promise<void> => {
        words++;
        said++;
        number ??= texts++;
        if (number < held.from || said < held.words) return;
        isHeld = true;
        await gate;
      };
      const mayFail = (word: string): void => {
        if (!word.includes(poison) && !(word.includes(stumble) && failures < 2)) return;
        failures++;
        throw new SynthesisFailedError("The engine failed.");
      };
      utterances++;
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
          settle(yield* tones(utterance, signal, progress, { pass, mayFail }));
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
    async encode(part) {
      const library = await libraries.acquire();
      let encoded: EncodedPart | undefined;
      const post = (message: FromThread): void => {
        if (message.type === "encoded") encoded = message;
      };
      const job = new EncodeJob(0, part, { library, libraries, post });
      while (!job.step());
      libraries.release(library);
      if (encoded === undefined) throw new Error("The job ended without a word.");
      return encoded;
    },
    close: async () => undefined,
  };
}

async function* tones(
  { text, format }: Utterance,
  signal: AbortSignal,
  progress: { charactersSpoken: number },
  { pass, mayFail }: { pass: () => Promise<void>; mayFail: (word: string) => void },
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
      mayFail(word);
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
  if (sentence !== undefined) {
    const spoken = text.trimEnd();
    const end = (words.length * wordSamples) / engineSampleRate;
    sentences.push({ ...sentence, sentence: Array.from(spoken).slice(sentence.textOffset).join(""), end });
  }
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
