import type { AudioFormat } from "../../base/format.ts";
import { ownScript } from "../../base/own-script.ts";
import { createScope } from "../../base/scope.ts";
import { createStore, type Observable } from "../../base/store.ts";
import type { Recorder } from "../../players/recorder.ts";
import type { PeaksAnswer, PeaksRequest } from "./messages.ts";
import type { Peaks } from "./peak-meter.ts";
import workerAddress from "./worker.ts?worker&url";

/** Computes the peaks of an answer while it comes, in the background. Its value is undefined until there are some. */
export interface PeaksReader extends Observable<Peaks | undefined> {
  /** Sets everything up. Called while the request is under way, so that it costs the first sound nothing. */
  prepare(): void;
  /** The answer begins: `recorder` keeps its bytes. */
  begin(format: AudioFormat, recorder: Pick<Recorder, "bytes" | "slice">): void;
  /** More bytes are in the recorder. */
  more(): void;
  /** Nothing more comes. */
  end(): void;
  /** Settles behind the end, once all that can be computed is. */
  readonly over: Promise<void>;
  dispose(): void;
}

/** Bytes that are decoded at once: some seconds of sound, and a memory that nobody notices. */
const pieceBytes = 64 * 1024;

/** Answers in a format that can't be read piece by piece are decoded whole up to this size: a minute or two. */
const wholeBytes = 2_000_000;

/**
 * A reader that takes the bytes from the recorder, one piece at a time and the next when the last is done: however fast
 * they come, no queue grows. Where the browser refuses the worker, or the bytes make no sense, there are no more peaks.
 */
export function createPeaksReader(
  createWorker: () => Worker = () => new Worker(ownScript(workerAddress), { type: "module" }),
): PeaksReader {
  const scope = createScope();
  const store = createStore<Peaks | undefined>(undefined);
  let worker: Worker | undefined;
  let endWorker: (() => void) | undefined;
  let source: Pick<Recorder, "bytes" | "slice"> | undefined;
  let read = 0;
  let ended = false;
  let broken = false;
  let busy = false;
  let unreadable = false;
  let finished = false;
  let answered: () => void = () => {};
  let tellOver: () => void = () => {};
  const over = new Promise<void>((resolve) => {
    tellOver = resolve;
  });

  function prepare(): void {
    if (worker !== undefined || scope.disposed || broken) return;
    try {
      const started = createWorker();
      worker = started;
      endWorker = scope.own(() => started.terminate());
      started.addEventListener("message", hear);
      scope.listen(started, "error", () => {
        giveUp();
        answered();
      });
    } catch {
      broken = true;
    }
  }

  function giveUp(): void {
    broken = true;
    endWorker?.();
  }

  function tell(request: PeaksRequest): void {
    worker?.postMessage(request, request.type === "bytes" ? [request.bytes.buffer] : []);
  }

  function hear({ data }: MessageEvent<PeaksAnswer>): void {
    if (scope.disposed) return;
    if (data.type === "peaks") {
      store.set(data.peaks);
      return;
    }
    if (data.type === "unreadable") {
      unreadable = store.getSnapshot() === undefined;
      giveUp();
    }
    answered();
  }

  /** Tells the worker `request`. Resolves when it is ready for the next, or won't ever be. */
  function ask(request: PeaksRequest): Promise<void> {
    return new Promise((resolve) => {
      answered = resolve;
      // It may have broken since it was asked last, while the next bytes were read.
      if (broken) resolve();
      else tell(request);
    });
  }

  async function drain(): Promise<void> {
    while (worker !== undefined && source !== undefined && !scope.disposed && !broken && read < source.bytes) {
      const end = Math.min(source.bytes, read + pieceBytes);
      const bytes = new Uint8Array(await source.slice(read, end).arrayBuffer());
      await ask({ type: "bytes", bytes });
      read = end;
    }
  }

  /** Everything is read: the worker goes, and a short recording that it couldn't read is left to the browser. */
  async function finish(): Promise<void> {
    if (finished) return;
    finished = true;
    if (worker !== undefined && !broken) await ask({ type: "end" });
    endWorker?.();
    if (!unreadable || source === undefined || source.bytes > wholeBytes) return;
    const { readWhole } = await import("./read-whole.ts");
    const peaks = await readWhole(source.slice(0, source.bytes));
    if (!scope.disposed) store.set(peaks);
  }

  async function work(): Promise<void> {
    // A recording that can't be read back, as when the disk is full, only costs the picture.
    await drain().catch(giveUp);
    busy = false;
    if (scope.disposed || source === undefined) return;
    if (!broken && read < source.bytes) more();
    else if (ended) {
      await finish().catch(giveUp);
      tellOver();
    }
  }

  function more(): void {
    if (busy || scope.disposed) return;
    busy = true;
    void work();
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    prepare,
    begin(format, recorder) {
      prepare();
      source = recorder;
      tell({ type: "format", format });
    },
    more,
    end() {
      ended = true;
      if (source === undefined) giveUp();
      else more();
    },
    over,
    dispose: () => scope.dispose(),
  };
}
