import { Worker } from "node:worker_threads";
import type { SpokenPart } from "../../engines/engine.ts";
import { type FailureFacts, ModelFailedError } from "../../engines/natural-voices.ts";
import type { EncodedPart, EncodingPart } from "../encoding.ts";
import { NaturalVoiceFailedError, NothingToSpeakError, SynthesisFailedError } from "../errors.ts";
import type { NaturalVoices } from "../natural-voices.ts";
import type { FromThread, ToThread } from "./messages.ts";
import type { SynthesisStream } from "./synthesis-stream.ts";

/** What a thread asks others for. */
interface ThreadHelp {
  /** How a Japanese text is read. */
  read(text: string): Promise<readonly SpokenPart[] | undefined>;
  readonly natural: NaturalVoices | undefined;
}

/** A long text counts no more than this, in UTF-16 units: its thread serves short ones first. */
const heaviest = 5_000;

interface Running {
  readonly job: number;
  readonly stream: SynthesisStream;
  readonly weight: number;
}

interface Encoding {
  resolve(part: EncodedPart): void;
  reject(reason: unknown): void;
}

/**
 * Samples pass a thread quickly and leave garbage: in much room it is collected late, and a long task takes 50 MB more.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 3 };

/**
 * One synthesis thread as the pool sees it, which starts when it is asked to be ready or has a job. When the thread
 * ends by itself, each of its jobs fails and a new thread takes its place: at once if it could speak before, else with
 * the next job, so that a thread that can't start doesn't start again and again.
 */
export class SynthesisThread {
  readonly #workerFile: URL;
  readonly #help: ThreadHelp;
  readonly #running = new Map<number, Running>();
  readonly #encodings = new Map<number, Encoding>();
  /** What natural voices speak for this thread, by the number of its request. */
  readonly #sounds = new Map<number, AbortController>();
  #current: { readonly worker: Worker; readonly ready: Promise<void> } | undefined;
  #jobs = 0;
  #isReady = false;
  #isClosed = false;

  constructor(workerFile: URL, help: ThreadHelp) {
    this.#workerFile = workerFile;
    this.#help = help;
  }

  /** Whether it can speak at once. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** How much there is to do, to compare threads by. */
  get load(): number {
    let load = this.#encodings.size * heaviest;
    for (const { weight } of this.#running.values()) load += weight;
    return load;
  }

  /** Starts it, unless it runs. Rejects when it can't start. */
  ready(): Promise<void> {
    this.#current ??= this.#start();
    return this.#current.ready;
  }

  start(stream: SynthesisStream, work: Omit<Extract<ToThread, { type: "speak" }>, "type" | "job">): void {
    const job = this.#jobs++;
    this.#running.set(job, { job, stream, weight: 1 + Math.min(work.utterance.text.length, heaviest) });
    this.#current ??= this.#start();
    this.#tell({ type: "speak", job, ...work });
  }

  /** Rejects when the thread ends meanwhile. */
  encode(part: EncodingPart): Promise<EncodedPart> {
    const job = this.#jobs++;
    this.#current ??= this.#start();
    return new Promise((resolve, reject) => {
      this.#encodings.set(job, { resolve, reject });
      this.#tell({ type: "encode", job, ...part });
    });
  }

  taken(stream: SynthesisStream, bytes: number): void {
    const job = this.#jobOf(stream);
    if (job !== undefined) this.#tell({ type: "taken", job, bytes });
  }

  /** The job's flag is up: nobody waits for it any more. */
  forget(stream: SynthesisStream): void {
    const job = this.#jobOf(stream);
    if (job === undefined) return;
    this.#running.delete(job);
    this.#tell({ type: "cancelled", job });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#current?.worker;
    this.#failAll(new SynthesisFailedError("The synthesizer was closed."));
    await worker?.terminate();
  }

  #start(): { worker: Worker; ready: Promise<void> } {
    const worker = new Worker(this.#workerFile, { resourceLimits });
    let cause: unknown;
    const ready = new Promise<void>((resolve, reject) => {
      worker.on("message", (message: FromThread) => {
        if (message.type === "ready") {
          this.#isReady = true;
          resolve();
        } else this.#handle(worker, message);
      });
      worker.on("error", (error) => {
        cause = error;
      });
      worker.on("exit", () => {
        const error = new SynthesisFailedError("A synthesis thread ended unexpectedly.", { cause });
        reject(error);
        if (this.#current?.worker !== worker || this.#isClosed) return;
        const couldSpeak = this.#isReady;
        this.#isReady = false;
        this.#current = undefined;
        this.#failAll(error);
        if (couldSpeak) this.#current = this.#start();
      });
    });
    ready.catch(() => undefined);
    return { worker, ready };
  }

  #handle(worker: Worker, message: Exclude<FromThread, { type: "ready" }>): void {
    if (message.type === "sound") {
      this.#sound(worker, message);
      return;
    }
    if (message.type === "sound-unwanted") {
      this.#sounds.get(message.request)?.abort();
      return;
    }
    if (message.type === "read") {
      void this.#help.read(message.text).then((parts) => {
        const answer: ToThread = {
          type: "reading",
          request: message.request,
          ...(parts === undefined ? {} : { parts }),
        };
        worker.postMessage(answer);
      });
      return;
    }
    const encoding = this.#encodings.get(message.job);
    if (encoding !== undefined) {
      this.#encodings.delete(message.job);
      if (message.type === "encoded") encoding.resolve(message);
      else encoding.reject(new SynthesisFailedError(`The sound could not be encoded: ${reasonOf(message)}`));
      return;
    }
    const stream = this.#running.get(message.job)?.stream;
    if (stream === undefined) return;
    if (message.type === "audio") stream.addAudio(message.bytes);
    else if (message.type === "encoded") return;
    else if (message.type === "timings") stream.addTimings(message.words, message.sentence);
    else {
      this.#running.delete(message.job);
      if (message.type === "done") stream.complete(message.durationSeconds, message.pause);
      else if (message.reason === "nothing-to-speak") stream.fail(new NothingToSpeakError());
      else if (message.reason === "natural-voice")
        stream.fail(new NaturalVoiceFailedError(message.message, message.facts));
      else stream.fail(new SynthesisFailedError(message.message));
    }
  }

  #sound(worker: Worker, { request, voice, text }: Extract<FromThread, { type: "sound" }>): void {
    const { natural } = this.#help;
    const wanted = new AbortController();
    this.#sounds.set(request, wanted);
    const tell = (message: ToThread) => worker.postMessage(message);
    const take = (samples: Float32Array) => tell({ type: "sounded", request, samples });
    Promise.resolve(natural?.speak(voice, text, take, wanted.signal))
      .then(
        () => tell({ type: "sounded-all", request }),
        (error: unknown) => tell({ type: "sounded-all", request, failure: failureOf(error) }),
      )
      .finally(() => {
        // A thread that took this one's place counts its requests anew.
        if (this.#sounds.get(request) === wanted) this.#sounds.delete(request);
      });
  }

  #jobOf(stream: SynthesisStream): number | undefined {
    for (const running of this.#running.values()) if (running.stream === stream) return running.job;
    return undefined;
  }

  #failAll(error: Error): void {
    const running = [...this.#running.values()];
    this.#running.clear();
    for (const { stream } of running) stream.fail(error);
    const encodings = [...this.#encodings.values()];
    this.#encodings.clear();
    for (const { reject } of encodings) reject(error);
    for (const wanted of this.#sounds.values()) wanted.abort();
    this.#sounds.clear();
  }

  #tell(message: ToThread): void {
    this.#current?.worker.postMessage(message);
  }
}

function failureOf(error: unknown): FailureFacts & { readonly message: string } {
  const message = error instanceof Error ? error.message : String(error);
  return { message, ...(error instanceof ModelFailedError ? error.facts : {}) };
}

function reasonOf(message: FromThread): string {
  return message.type === "failed" ? message.message : message.type;
}
