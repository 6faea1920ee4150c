import { type Engine, UnknownLanguageError } from "../engine/engine.ts";
import { type ProsodyVariation, variationSource } from "../engine/variation.ts";
import { wholeWords } from "../engine/whole-words.ts";
import { engineSampleRate } from "../formats.ts";
import type { AudioEncoder } from "../signal/encoder.ts";
import { Equaliser } from "../signal/equaliser.ts";
import { applyLevel } from "../signal/level.ts";
import { type EngineText, engineText, engineTextOfParts, type SpokenPart } from "../text/engine-text.ts";
import { isSpeakable, splitIntoPieces } from "../text/pieces.ts";
import { type PieceOfScript, piecesByScript } from "../text/pieces-by-script.ts";
import type { SentenceTiming, Utterance, WordTiming } from "../utterance.ts";
import { engineLanguage } from "../voices/languages.ts";
import { levellingGain } from "../voices/loudness.ts";
import { reachablePitch, variantFile } from "../voices/variant.ts";
import { creditBytes, type FromThread } from "./messages.ts";
import { speakPiece } from "./speech.ts";

/** Bytes are sent in messages of this size, apart from the first ones, which are sent at once. */
const messageBytes = 16 * 1_024;
const promptMessages = 3;

/** What a job needs from its thread. */
interface JobContext {
  readonly engine: Engine;
  readonly encoder: AudioEncoder;
  post(message: FromThread): void;
  /** How a text in a language of the engine is read, where that is otherwise than it is written. */
  read(text: string, language: string): Promise<readonly SpokenPart[]> | undefined;
  /** A job that waited for a reading can go on. */
  wake(): void;
}

interface PreparedPiece {
  readonly piece: PieceOfScript;
  readonly text: EngineText;
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
  #next: PreparedPiece | "waiting" | "unreadable" | "end" = "end";
  #pendingPause = 0;
  #sentence: { text: string; textOffset: number; start: number } | undefined;
  #outbox: Uint8Array<ArrayBuffer>[] = [];
  #outboxBytes = 0;
  #messages = 0;
  #unread = 0;

  constructor(id: number, utterance: Utterance, seed: number, cancelled: SharedArrayBuffer, context: JobContext) {
    this.id = id;
    this.#utterance = utterance;
    this.#context = context;
    this.#cancelled = new Int32Array(cancelled);
    const { text, voice, goesOn } = utterance;
    this.#pieces = piecesByScript(splitIntoPieces(text, voice.spokenLanguage, goesOn), voice);
    this.#vary = variationSource(utterance.variation, seed);
    this.#prepareNext();
  }

  get isCancelled(): boolean {
    return Atomics.load(this.#cancelled, 0) !== 0;
  }

  /** Whether a step can be taken now: the next piece is known and the reader keeps up. */
  get isRunnable(): boolean {
    return this.#next !== "waiting" && this.#unread < creditBytes;
  }

  taken(bytes: number): void {
    this.#unread -= bytes;
  }

  /** Speaks the next piece, or ends. Returns whether the job is over. */
  step(): boolean {
    const next = this.#next;
    if (next === "waiting") return false;
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
    this.#speak(next);
    return this.isCancelled;
  }

  #prepareNext(): void {
    const piece = this.#pieces.next().value;
    if (piece === undefined) {
      this.#next = "end";
      return;
    }
    const reading = isSpeakable(piece.text) ? this.#context.read(piece.text, this.#languageOf(piece)) : undefined;
    if (reading === undefined) {
      this.#next = { piece, text: engineText(piece.text, piece.start) };
      return;
    }
    this.#next = "waiting";
    reading
      .then(
        (parts) => {
          this.#next = { piece, text: engineTextOfParts(parts, piece.start) };
        },
        () => {
          this.#next = "unreadable";
        },
      )
      .finally(() => this.#context.wake());
  }

  #speak({ piece, text }: PreparedPiece): void {
    this.#sentence ??= { text: "", textOffset: piece.start, start: -1 };
    this.#sentence.text += piece.text;
    if (isSpeakable(piece.text)) this.#speakAloud(piece, text);
    if (!this.isCancelled && piece.endsSentence) this.#endSentence();
  }

  #languageOf({ reading }: PieceOfScript): string {
    return (reading ?? this.#utterance.voice).language;
  }

  #speakAloud(piece: PieceOfScript, text: EngineText): void {
    const { speed, volume, equaliser: gains } = this.#utterance;
    // Pieces are apart by pauses: each has a filter of its own.
    const equaliser = gains === undefined ? undefined : new Equaliser(gains, engineSampleRate);
    const variation = this.#vary();
    const gain = volume * this.#selectVoice(this.#languageOf(piece), variation);
    const tempo = speed * variation.speed;
    // The pause belongs to the piece before, but is due only once something follows.
    const pause = Math.round((this.#pendingPause * engineSampleRate) / tempo);
    let start = this.samples;
    let isFirst = true;
    const spoken = speakPiece(this.#context.engine, {
      text,
      speed: tempo,
      isCancelled: () => this.isCancelled,
      take: (samples) => {
        if (isFirst) {
          isFirst = false;
          if (pause > 0) this.#emit(new Float32Array(pause));
          start = this.samples;
        }
        this.#emitShaped(equaliser?.push(samples) ?? samples, gain);
      },
    });
    if (spoken === undefined || spoken.samples === 0) return;
    if (equaliser !== undefined) this.#emitShaped(equaliser.finish(), gain);
    this.#pendingPause = piece.pause;
    const offset = start / engineSampleRate;
    if (this.#sentence !== undefined && this.#sentence.start < 0) this.#sentence.start = offset;
    const characters = Array.from(piece.text);
    const words = wholeWords(spoken.words, piece.text, piece.start).map(
      (word): WordTiming => ({
        word: characters.slice(word.start - piece.start, word.end - piece.start).join(""),
        start: offset + word.from,
        end: offset + word.to,
        textOffset: word.start,
      }),
    );
    this.#context.post({ type: "timings", job: this.id, words });
  }

  /** Chooses a language by name, timbre and pitch; returns the factor that brings the voice to the usual level. */
  #selectVoice(name: string, variation: ProsodyVariation): number {
    const { voice, pitch } = this.#utterance;
    const language = engineLanguage(name);
    if (language === undefined) throw new UnknownLanguageError(name);
    const f0 = reachablePitch(voice.timbre.f0 * pitch.multiplier + pitch.offset);
    const target = { f0: f0 * variation.pitch, width: variation.width };
    this.#context.engine.select(name, variantFile(voice.timbre, target, language.medianPitch));
    return levellingGain(language, voice.timbre, f0);
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
    const bytes = new Uint8Array(this.#outboxBytes);
    let offset = 0;
    for (const part of this.#outbox) {
      bytes.set(part, offset);
      offset += part.length;
    }
    this.#outbox = [];
    this.#outboxBytes = 0;
    this.#messages++;
    this.#unread += bytes.length;
    this.#context.post({ type: "audio", job: this.id, bytes });
  }
}
