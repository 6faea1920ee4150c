import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import { giveWay } from "../background.ts";
import { ModelFailedError } from "../natural-voices.ts";
import { type FromProcess, notInstalled, type ToProcess, type Work } from "./messages.ts";
import { kindOf, type NeuralModel, requiredFiles } from "./model.ts";
import type { VoiceReference } from "./reference.ts";

/** What one model's processes may take. */
export const usualLimits = {
  /** How many processes a model has at most; each speaks one sentence at a time. */
  processes: 1,
  /** Of each process, in bytes of memory that it really holds. */
  memory: 2 * 2 ** 30,
  /** Until a model is there, and for a sentence, in milliseconds. */
  startTime: 60_000,
  sentenceTime: 120_000,
  /** After so long without work a process is ended, in milliseconds. */
  idleTime: 5 * 60_000,
};
export type ProcessLimits = Readonly<typeof usualLimits>;

/** How much is kept of what the library wrote last before it ended its process, in characters. */
const mostSaid = 500;

interface Sentence {
  readonly work: Work;
  readonly take: (samples: Float32Array) => void;
  readonly signal: AbortSignal;
  /** With the text that was recognised, where that was the work. */
  resolve(text: string | undefined): void;
  reject(reason: unknown): void;
}

/**
 * The processes of one model. They are started when there is something to speak and ended when there was nothing for a
 * while; where one dies, the sentence that it was speaking fails, and the next one starts another.
 */
export class ModelProcesses {
  readonly model: NeuralModel;
  readonly #file: URL;
  readonly #limits: ProcessLimits;
  readonly #waiting: Sentence[] = [];
  readonly #running = new Set<ModelProcess>();

  constructor(model: NeuralModel, file: URL, limits: ProcessLimits) {
    this.model = model;
    this.#file = file;
    this.#limits = limits;
  }

  /** The processes that are there, by their numbers in the system. */
  get pids(): readonly number[] {
    return [...this.#running].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * Speaks a text and hands on its sound sentence by sentence, mono at 22,050 Hz.
   *
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  async speak(
    text: string,
    speaker: number,
    take: (samples: Float32Array) => void,
    signal: AbortSignal,
    reference?: VoiceReference,
  ): Promise<void> {
    await this.#do({ type: "speak", text, speaker, reference }, take, signal);
  }

  /**
   * The text that is heard in a sound; empty where none is.
   *
   * @param samples mono, between −1 and 1.
   * @param sampleRate in Hz; the library brings any to what the model hears.
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  async recognise(samples: Float32Array, sampleRate: number, signal: AbortSignal): Promise<string> {
    return (await this.#do({ type: "recognise", samples, sampleRate }, () => undefined, signal)) ?? "";
  }

  #do(work: Work, take: (samples: Float32Array) => void, signal: AbortSignal): Promise<string | undefined> {
    const missing = requiredFiles(this.model).find((path) => !existsSync(join(this.model.folder, path)));
    const leave = (): void => this.#abort(signal);
    const done = new Promise<string | undefined>((resolve, reject) => {
      if (signal.aborted) reject(signal.reason);
      else if (missing !== undefined) {
        const { name } = this.model;
        const remedy = `run npm run voices -- add ${name}.`;
        reject(new ModelFailedError(`${missing} is missing from the model ${name}: ${remedy}`));
      } else {
        this.#waiting.push({ work, take, signal, resolve, reject });
        signal.addEventListener("abort", leave);
        this.#assign();
      }
    });
    // A signal may go on for as long as the service does.
    return done.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Ends all of them; what is or waits to be spoken fails with `reason`. */
  async close(reason = "The service is stopping."): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new ModelFailedError(reason));
    await Promise.all([...this.#running].map((process) => process.end(reason.replace(/\.$/, ""))));
  }

  #abort(signal: AbortSignal): void {
    const index = this.#waiting.findIndex((sentence) => sentence.signal === signal);
    if (index >= 0) this.#waiting.splice(index, 1)[0]?.reject(signal.reason);
    for (const process of this.#running) process.abort(signal);
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      let idle = [...this.#running].find((process) => process.isIdle);
      if (idle === undefined) {
        if (this.#running.size >= this.#limits.processes) return;
        idle = this.#start();
      }
      const sentence = this.#waiting.shift();
      if (sentence !== undefined) idle.speak(sentence);
    }
  }

  #start(): ModelProcess {
    const process: ModelProcess = new ModelProcess(this.model, this.#file, this.#limits, {
      onIdle: () => this.#assign(),
      onEnd: () => {
        this.#running.delete(process);
        this.#assign();
      },
    });
    this.#running.add(process);
    return process;
  }
}

interface Listeners {
  onIdle(): void;
  onEnd(): void;
}

/** One process with one model. */
class ModelProcess {
  readonly #model: NeuralModel;
  readonly #limits: ProcessLimits;
  readonly #listeners: Listeners;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #isReady = false;
  #isEnding = false;
  #sentence: Sentence | undefined;
  #timer: NodeJS.Timeout | undefined;
  #cause = "";
  #said = "";

  constructor(model: NeuralModel, file: URL, limits: ProcessLimits, listeners: Listeners) {
    this.#model = model;
    this.#limits = limits;
    this.#listeners = listeners;
    // Of the service's own variables it needs none: its keys are among them.
    const { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH, SystemRoot } = process.env;
    this.#child = fork(file, [], {
      serialization: "advanced",
      execArgv: [],
      env: { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH, SystemRoot },
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    // Where it can't be started, its error tells.
    if (this.#child.pid !== undefined) giveWay(this.#child.pid);
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#said = (this.#said + text).slice(-mostSaid);
    });
    this.#child.on("message", (message: FromProcess) => this.#handle(message));
    this.#ended = new Promise((resolve) => {
      const onEnd = (code: number | null, signal: NodeJS.Signals | null) => {
        this.#onEnd(code, signal);
        resolve();
      };
      this.#child.once("exit", onEnd);
      this.#child.once("error", () => onEnd(null, null));
    });
    this.#tell({ type: "load", model, memoryLimit: limits.memory });
    this.#endAfter(limits.startTime, `it took longer than ${limits.startTime / 1_000} s to start`);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isIdle(): boolean {
    return this.#sentence === undefined && !this.#isEnding;
  }

  speak(sentence: Sentence): void {
    this.#sentence = sentence;
    if (this.#isReady) this.#begin(sentence);
  }

  /** What is spoken for a signal is wanted by nobody: the model is asked to stop, which it does behind a sentence. */
  abort(signal: AbortSignal): void {
    if (this.#sentence?.signal !== signal) return;
    this.#sentence.reject(signal.reason);
    if (this.#isReady) this.#tell({ type: "stop" });
    else this.#sentence = undefined;
  }

  async end(cause: string): Promise<void> {
    this.#isEnding = true;
    this.#cause ||= cause;
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #begin({ work }: Sentence): void {
    const { sentenceTime } = this.#limits;
    this.#endAfter(sentenceTime, `a sentence took longer than ${sentenceTime / 1_000} s`);
    this.#tell(work);
  }

  #handle(message: FromProcess): void {
    const sentence = this.#sentence;
    if (message.type === "ready") {
      this.#isReady = true;
      if (sentence === undefined) this.#rest();
      else this.#begin(sentence);
    } else if (message.type === "samples") {
      if (sentence?.signal.aborted === false) sentence.take(message.samples);
    } else if (message.type === "too-large") {
      void this.end(`it took more than ${Math.round(this.#limits.memory / 2 ** 20)} MB of memory`);
    } else if (message.type === "failed" && !this.#isReady) void this.end(message.message);
    else {
      if (message.type === "done") sentence?.resolve(message.text);
      else sentence?.reject(this.#failure(message.message));
      this.#rest();
    }
  }

  #rest(): void {
    this.#sentence = undefined;
    this.#endAfter(this.#limits.idleTime, "it had nothing to do");
    this.#listeners.onIdle();
  }

  #onEnd(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#timer);
    this.#isEnding = true;
    const why =
      code === notInstalled
        ? "sherpa-onnx-node is not installed: run npm ci without --omit=optional"
        : this.#cause || `its process ended by itself (${signal ?? code ?? "it could not be started"})`;
    this.#sentence?.reject(this.#failure(why));
    this.#sentence = undefined;
    this.#listeners.onEnd();
  }

  #endAfter(milliseconds: number, cause: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.end(cause), milliseconds).unref();
  }

  #failure(why: string): ModelFailedError {
    const cause = this.#said === "" ? undefined : this.#said;
    const { name, family, folder } = this.#model;
    const what = kindOf(family) === "recognition" ? "recognise speech" : "speak";
    // The library names a file by its whole path, which is nobody's business who asked, and ends with a stop at times.
    const reason = why.replaceAll(`${folder}${sep}`, "").replace(/\.+$/, "");
    return new ModelFailedError(`The model ${name} could not ${what}: ${reason}.`, { cause });
  }

  #tell(message: ToProcess): void {
    // Where the process is gone, its end is told by itself.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}
