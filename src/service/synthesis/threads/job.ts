import { joinBytes } from "../../../contract/bytes.ts";
import { isSpeakable } from "../../../contract/scripts.ts";
import { type Engine, type MaybePromise, type SpanTime, type SpokenPart, whenThere } from "../../engines/engine.ts";
import type { EspeakEngine } from "../../engines/espeak/espeak-engine.ts";
import type { NeuralVoice } from "../../engines/natural-voices.ts";
import { engineSampleRate } from "../formats.ts";
import type { AudioEncoder } from "../signal/encoder.ts";
import { Equaliser } from "../signal/equaliser.ts";
import { applyLevel } from "../signal/level.ts";
import { earlyPieces } from "../text/early-pieces.ts";
import { splitIntoPieces } from "../text/pieces.ts";
import { type PieceOfScript, piecesByScript } from "../text/pieces-by-script.ts";
import { wholeWords } from "../text/whole-words.ts";
import type { SentenceTiming, Utterance, WordTiming } from "../utterance.ts";
import { type ProsodyVariation, variationSource } from "../voices/variation.ts";
import { creditBytes, type FromThread, type ToThread } from "./messages.ts";
import { speakPiece } from "./speech.ts";
import type { speakElsewhere } from "./speech-elsewhere.ts";

/** Bytes are sent in messages of this size, apart from the first ones, which are sent at once. */
const messageBytes = 16 * 1_024;
const promptMessages = 3;

type JobOptions = Pick<Extract<ToThread, { type: "speak" }>, "seed" | "cancelled" | "slowness">;

/** What a job needs from its thread. */
interface JobContext {
  readonly engine: EspeakEngine;
  readonly encoder: AudioEncoder;
  post(message: FromThread): void;
  /** How a text in a language of the engine is read, where that is otherwise than it is written. */
  read(text: string, language: string): Promise<readonly SpokenPart[]> | undefined;
  /** The engine of the natural voices. */
  readonly natural: Engine<NeuralVoice>;
  /** A job that waited for a reading, or for a natural voice, can go on. */
  wake(): void;
}

interface PreparedPiece {
  readonly piece: PieceOfScript;
  /** What is said, where that is otherwise than it is written. */
  readonly said?: readonly SpokenPart[];
}

/** One utterance being spoken in a thread, piece by piece. */
export class Job {
  readonly id: number;
  /** Samples made so far: what the scheduler goes by. */
  samples = 0;
  readonly #utterance: Utterance;
  readonly #context: JobContext;
  readonly #cancelled: Int32Array;
  readonly #pieces: Generator<PieceOfScript, void, undefined>;
  readonly #vary: () => ProsodyVariation;
  /** What another process speaks for this job; the reason once that failed. */
  #elsewhere: "nothing" | "speaking" | { readonly reason: unknown } = "nothing";
  #next: PreparedPiece | "waiting" | "unreadable" | "end" = "end";
  #pendingPause = 0;
  #sentence: { text: string; textOffset: number; start: number } | undefined;
  #outbox: Uint8Array<ArrayBuffer>[] = [];
  #outboxBytes = 0;
  #messages = 0;
  #unread = 0;

  constructor(id: number, utterance: Utterance, { seed, cancelled, slowness }: JobOptions, context: JobContext) {
    this.id = id;
    this.#utterance = utterance;
    this.#context = context;
    this.#cancelled = new Int32Array(cancelled);
    const { text, voice } = utterance;
    const whole = splitIntoPieces(text, voice.spokenLanguage, utterance);
    const pieces = slowness === undefined ? whole : earlyPieces(whole, voice.spokenLanguage, slowness);
    this.#pieces = piecesByScript(pieces, voice);
    this.#vary = variationSource(utterance.variation, seed);
    this.#prepareNext();
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#cancelled, 0) !== 0;
  }

  /** Whether a step can be taken now: the next piece is known and the reader keeps up. */
  get isRunnable(): boolean {
    return this.#next !== "waiting" && this.#elsewhere !== "speaking" && this.#unread < creditBytes;
  }

  taken(bytes: number): void {
    this.#unread -= bytes;
  }

  /** Speaks the next piece, or ends. Returns whether the job is over. */
  step(): boolean {
    const next = this.#next;
    if (next === "waiting" || this.#elsewhere === "speaking") return false;
    if (this.#elsewhere !== "nothing") throw this.#elsewhere.reason;
    if (next === "unreadable") {
      const message = "The reading dictionary for Japanese could not be used.";
      this.#context.post({ type: "failed", job: this.id, reason: "engine", message });
      return true;
    }
    if (next === "end") {
      this.#finish();
      return true;
    }
    this.#prepareNext();
    const speaking = this.#speak(next);
    if (speaking instanceof Promise) this.#waitFor(speaking);
    return this.isCancelled;
  }

  /** Other jobs have their turn meanwhile. */
  #waitFor(speaking: Promise<void>): void {
    this.#elsewhere = "speaking";
    speaking
      .then(
        () => {
          this.#elsewhere = "nothing";
        },
        (reason: unknown) => {
          this.#elsewhere = { reason };
        },
      )
      .finally(() => this.#context.wake());
  }

  #prepareNext(): void {
    const piece = this.#pieces.next().value;
    if (piece === undefined) {
      this.#next = "end";
      return;
    }
    const reading = isSpeakable(piece.text) ? this.#context.read(piece.text, this.#languageOf(piece)) : undefined;
    if (reading === undefined) {
      this.#next = { piece };
      return;
    }
    this.#next = "waiting";
    reading
      .then(
        (said) => {
          this.#next = { piece, said };
        },
        () => {
          this.#next = "unreadable";
        },
      )
      .finally(() => this.#context.wake());
  }

  #speak(prepared: PreparedPiece): MaybePromise<void> {
    const { piece } = prepared;
    this.#sentence ??= { text: "", textOffset: piece.start, start: -1 };
    this.#sentence.text += piece.text;
    return whenThere(isSpeakable(piece.text) ? this.#speakAloud(prepared) : undefined, () => {
      if (!this.isCancelled && piece.endsSentence) this.#endSentence();
    });
  }

  #languageOf({ reading }: PieceOfScript): string {
    return (reading ?? this.#utterance.voice).language;
  }

  #speakAloud({ piece, said }: PreparedPiece): MaybePromise<void> {
    const { text, start } = piece;
    const { speed, volume, pitch, equaliser: gains } = this.#utterance;
    const { timbre } = this.#utterance.voice;
    const { engine } = this.#context;
    // Pieces are apart by pauses: each has a filter of its own.
    const equaliser = gains === undefined ? undefined : new Equaliser(gains, engineSampleRate);
    const variation = this.#vary();
    const voice = { language: this.#languageOf(piece), timbre };
    const { natural } = piece.reading ?? this.#utterance.voice;
    const gain = volume * (natural === undefined ? engine.levelling({ voice, pitch }) : 1);
    const tempo = speed * variation.speed;
    // The pause belongs to the piece before, but is due only once something follows.
    const pause = Math.round((this.#pendingPause * engineSampleRate) / tempo);
    let begin = this.samples;
    let isFirst = true;
    const request = {
      piece: { text, start, pitch, variation, ...(said === undefined ? {} : { said }) },
      speed: tempo,
      intonation: this.#utterance.intonation,
      isCancelled: () => this.isCancelled,
      take: (samples: Float32Array) => {
        if (isFirst) {
          isFirst = false;
          if (pause > 0) this.#emit(new Float32Array(pause));
          begin = this.samples;
        }
        this.#emitShaped(equaliser?.push(samples) ?? samples, gain);
      },
    };
    const speaking =
      natural === undefined
        ? speakPiece(engine, voice, request)
        : speakNaturally(this.#context.natural, natural, request, { engine, voice });
    return whenThere(speaking, (spoken) => {
      if (spoken === undefined || spoken.samples === 0 || this.isCancelled) return;
      if (equaliser !== undefined) this.#emitShaped(equaliser.finish(), gain);
      this.#pendingPause = piece.pause;
      this.#tellTimes(piece, spoken.words, begin / engineSampleRate);
    });
  }

  #tellTimes(piece: PieceOfScript, told: readonly SpanTime[], offset: number): void {
    if (this.#sentence !== undefined && this.#sentence.start < 0) this.#sentence.start = offset;
    const characters = Array.from(piece.text);
    const words = wholeWords(told, piece.text, piece.start).map(
      (word): WordTiming => ({
        word: characters.slice(word.start - piece.start, word.end - piece.start).join(""),
        start: offset + word.from,
        end: offset + word.to,
        textOffset: word.start,
      }),
    );
    this.#context.post({ type: "timings", job: this.id, words });
  }

  #endSentence(): void {
    const sentence = this.#sentence;
    this.#sentence = undefined;
    if (sentence === undefined || sentence.start < 0) return;
    const leading = sentence.text.length - sentence.text.trimStart().length;
    const timing: SentenceTiming = {
      sentence: sentence.text.trim(),
      start: sentence.start,
      end: this.samples / engineSampleRate,
      // White space is never outside the Basic Multilingual Plane.
      textOffset: sentence.textOffset + leading,
    };
    this.#context.post({ type: "timings", job: this.id, words: [], sentence: timing });
  }

  #finish(): void {
    if (this.samples === 0) {
      this.#context.post({ type: "failed", job: this.id, reason: "nothing-to-speak", message: "" });
      return;
    }
    // A sentence that goes on behind the text: what was heard of it.
    this.#endSentence();
    this.#write(this.#context.encoder.finish());
    this.#flush();
    const pause = this.#pendingPause / this.#utterance.speed;
    this.#context.post({ type: "done", job: this.id, durationSeconds: this.samples / engineSampleRate, pause });
  }

  #emitShaped(samples: Float32Array, gain: number): void {
    if (samples.length > 0) this.#emit(applyLevel(samples, gain));
  }

  #emit(samples: Float32Array): void {
    this.samples += samples.length;
    this.#write(this.#context.encoder.encode(samples));
  }

  #write(bytes: Uint8Array<ArrayBuffer>): void {
    if (bytes.length === 0) return;
    this.#outbox.push(bytes);
    this.#outboxBytes += bytes.length;
    if (this.#outboxBytes >= messageBytes || this.#messages < promptMessages) this.#flush();
  }

  #flush(): void {
    if (this.#outboxBytes === 0) return;
    const bytes = joinBytes(this.#outbox);
    this.#outbox = [];
    this.#outboxBytes = 0;
    this.#messages++;
    this.#unread += bytes.length;
    this.#context.post({ type: "audio", job: this.id, bytes });
  }
}

/** What shapes a finished sound is loaded with the first natural voice: eSpeak NG needs none of it. */
const speakNaturally: typeof speakElsewhere = async (...request) => {
  const { speakElsewhere } = await import("./speech-elsewhere.ts");
  return speakElsewhere(...request);
};
