import { setImmediate } from "node:timers/promises";
import { type SpokenPart, UnknownLanguageError } from "../../engines/engine.ts";
import type { EspeakEngine } from "../../engines/espeak/espeak-engine.ts";
import type { NeuralVoice } from "../../engines/natural-voices.ts";
import { NeuralEngine } from "../../engines/neural/neural-engine.ts";
import { NaturalVoiceFailedError } from "../errors.ts";
import { needsReading } from "../japanese/needs-reading.ts";
import { type AudioEncoder, type Mp3Library, mp3Encoder, sampleEncoder } from "../signal/encoder.ts";
import type { Utterance } from "../utterance.ts";
import { EncodeJob } from "./encode-job.ts";
import { Job } from "./job.ts";
import type { FromThread, ToThread } from "./messages.ts";
import type { Mp3Libraries } from "./mp3-libraries.ts";
import { Schedule } from "./schedule.ts";

interface Reading {
  resolve(parts: readonly SpokenPart[]): void;
  reject(reason: Error): void;
}

const nothing = new Float32Array(0);

/** What a natural voice is speaking for a job. */
interface Sound {
  take(samples: Float32Array): boolean;
  resolve(isWhole: boolean): void;
  reject(reason: Error): void;
}

/** Speaks the jobs of one thread, one piece of one job at a time. */
export class Speaker {
  readonly #engine: EspeakEngine;
  readonly #libraries: Mp3Libraries;
  readonly #post: (message: FromThread) => void;
  readonly #schedule = new Schedule<Job | EncodeJob>();
  readonly #jobs = new Map<number, { readonly job: Job | EncodeJob; readonly library: Mp3Library | undefined }>();
  readonly #readings = new Map<number, Reading>();
  readonly #natural = new NeuralEngine((...request) => this.#speakElsewhere(...request));
  readonly #sounds = new Map<number, Sound>();
  #requests = 0;
  #isSpeaking = false;

  constructor(engine: EspeakEngine, libraries: Mp3Libraries, post: (message: FromThread) => void) {
    this.#engine = engine;
    this.#libraries = libraries;
    this.#post = post;
  }

  async handle(message: ToThread): Promise<void> {
    switch (message.type) {
      case "speak":
        return this.#start(message);
      case "encode":
        return this.#startEncoding(message);
      case "taken":
        this.#taken(message);
        return this.#speak();
      case "cancelled":
        // A natural voice that waits its turn for a cancelled job needn't speak.
        for (const request of this.#sounds.keys()) this.#sounded({ type: "sounded", request, samples: nothing });
        return this.#speak();
      case "reading":
        this.#answer(message.request, message.parts);
        return;
      case "sounded":
        this.#sounded(message);
        return;
      case "sounded-all":
        this.#soundedAll(message);
        return;
    }
  }

  #taken({ job: id, bytes }: Extract<ToThread, { type: "taken" }>): void {
    const job = this.#jobs.get(id)?.job;
    if (job instanceof Job) job.taken(bytes);
  }

  async #startEncoding({ job: id, ...part }: Extract<ToThread, { type: "encode" }>): Promise<void> {
    const library = await this.#libraries.acquire();
    try {
      const job = new EncodeJob(id, part, { library, libraries: this.#libraries, post: this.#post });
      this.#jobs.set(id, { job, library });
      this.#schedule.add(job, false);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ type: "failed", job: id, reason: "engine", message });
    }
    return this.#speak();
  }

  async #start({
    job: id,
    utterance,
    seed,
    cancelled,
    headStart,
    slowness,
  }: Extract<ToThread, { type: "speak" }>): Promise<void> {
    const { encoder, library } = await this.#encoderFor(utterance);
    const job = new Job(
      id,
      utterance,
      { seed, cancelled, slowness },
      {
        engine: this.#engine,
        encoder,
        post: this.#post,
        read: (text, language) => (language === "ja" && needsReading(text) ? this.#read(text) : undefined),
        natural: this.#natural,
        wake: () => void this.#speak(),
      },
    );
    this.#jobs.set(id, { job, library });
    this.#schedule.add(job, headStart);
    return this.#speak();
  }

  async #encoderFor({ format }: Utterance): Promise<{ encoder: AudioEncoder; library?: Mp3Library }> {
    if (format.codec !== "mp3") return { encoder: sampleEncoder(format) };
    const library = await this.#libraries.acquire();
    return { encoder: mp3Encoder(library, format.bitrate), library };
  }

  /** Speaks until nobody can go on. Between two pieces the thread listens to what the pool has to say. */
  async #speak(): Promise<void> {
    if (this.#isSpeaking) return;
    this.#isSpeaking = true;
    try {
      for (;;) {
        for (const job of [...this.#schedule]) if (job.isCancelled) this.#end(job);
        const job = this.#schedule.next();
        if (job === undefined) return;
        if (this.#step(job)) this.#end(job);
        await setImmediate();
      }
    } finally {
      this.#isSpeaking = false;
    }
  }

  #step(job: Job | EncodeJob): boolean {
    try {
      return job.step();
    } catch (error) {
      if (error instanceof NaturalVoiceFailedError) {
        const { message, facts } = error;
        this.#post({ type: "failed", job: job.id, reason: "natural-voice", message, facts });
        return true;
      }
      // Anything else than a missing language may have left the engine broken: the thread ends and is replaced.
      if (!(error instanceof UnknownLanguageError)) throw error;
      this.#post({ type: "failed", job: job.id, reason: "engine", message: error.message });
      return true;
    }
  }

  #end(job: Job | EncodeJob): void {
    const library = this.#jobs.get(job.id)?.library;
    if (library !== undefined) this.#libraries.release(library);
    this.#jobs.delete(job.id);
    this.#schedule.remove(job);
  }

  #read(text: string): Promise<readonly SpokenPart[]> {
    const request = this.#requests++;
    this.#post({ type: "read", request, text });
    return new Promise((resolve, reject) => this.#readings.set(request, { resolve, reject }));
  }

  #answer(request: number, parts: readonly SpokenPart[] | undefined): void {
    const reading = this.#readings.get(request);
    this.#readings.delete(request);
    if (parts === undefined) reading?.reject(new Error("No reading."));
    else reading?.resolve(parts);
  }

  #speakElsewhere(voice: NeuralVoice, text: string, take: Sound["take"]): Promise<boolean> {
    const request = this.#requests++;
    this.#post({ type: "sound", request, voice, text });
    return new Promise((resolve, reject) => this.#sounds.set(request, { take, resolve, reject }));
  }

  #sounded({ request, samples }: Extract<ToThread, { type: "sounded" }>): void {
    const sound = this.#sounds.get(request);
    if (sound?.take(samples) !== true) return;
    this.#sounds.delete(request);
    this.#post({ type: "sound-unwanted", request });
    sound.resolve(false);
  }

  #soundedAll({ request, failure }: Extract<ToThread, { type: "sounded-all" }>): void {
    const sound = this.#sounds.get(request);
    this.#sounds.delete(request);
    if (failure === undefined) sound?.resolve(true);
    else {
      const { message, ...facts } = failure;
      sound?.reject(new NaturalVoiceFailedError(message, facts));
    }
  }
}
