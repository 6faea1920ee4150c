import { Worker } from "node:worker_threads";
import type { SpokenPart } from "../../engines/engine.ts";

export interface ReaderRequest {
  readonly request: number;
  readonly text: string;
}

export interface ReaderAnswer {
  readonly request: number;
  readonly parts: readonly SpokenPart[];
}

/** The dictionary takes about 200 MB: it is let go when nobody asked for so long, in milliseconds. */
const idleTime = 5 * 60_000;

/** Knows how Japanese is read. The dictionary is loaded, in a thread of its own, on the first text that needs it. */
export class JapaneseReader {
  readonly #workerFile: URL;
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (parts: readonly SpokenPart[] | undefined) => void>();
  #requests = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(workerFile: URL) {
    this.#workerFile = workerFile;
  }

  /** What is said for a text, part by part; undefined when the dictionary couldn't be used. */
  read(text: string): Promise<readonly SpokenPart[] | undefined> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.close(), idleTime).unref();
    this.#worker ??= this.#start();
    const request = this.#requests++;
    const worker = this.#worker;
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve);
      worker.postMessage({ request, text } satisfies ReaderRequest);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#forget();
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(this.#workerFile);
    worker.unref();
    worker.on("message", ({ request, parts }: ReaderAnswer) => {
      this.#waiting.get(request)?.(parts);
      this.#waiting.delete(request);
    });
    const onEnd = () => {
      if (this.#worker === worker) this.#forget();
    };
    worker.on("error", onEnd);
    worker.on("exit", onEnd);
    return worker;
  }

  /** A thread that ended answers nobody any more; the next text starts another. */
  #forget(): void {
    this.#worker = undefined;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}
