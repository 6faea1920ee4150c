import { ownScript } from "../../audio/base/own-script.ts";
import workerAddress from "./files-worker.ts?worker&url";
import {
  type DocumentRead,
  type FilesAnswer,
  type FilesRead,
  type FilesRequest,
  readDocument,
  readFiles,
} from "./read-files.ts";
import type { TakeFile } from "./take-files.ts";

/** Reads files of JSON, one at a time, without holding up the page. */
export interface FilesReader {
  take(files: Readonly<Partial<Record<TakeFile, Blob>>>): Promise<FilesRead>;
  document(file: Blob): Promise<DocumentRead>;
  close(): void;
}

/** A reader with a worker of its own; where the browser gives none, it reads in the page. Close it. */
export function createFilesReader(
  createWorker = () => new Worker(ownScript(workerAddress), { type: "module" }),
): FilesReader {
  let worker: Worker | undefined;
  let isRefused = false;
  let hasAnswered = false;

  async function ask(request: FilesRequest): Promise<FilesAnswer | undefined> {
    try {
      if (!isRefused) worker ??= createWorker();
    } catch {
      isRefused = true;
    }
    const asked = worker;
    if (asked === undefined) return undefined;
    return new Promise((resolve) => {
      const listening = new AbortController();
      const { signal } = listening;
      const settle = (answer: FilesAnswer | undefined): void => {
        listening.abort();
        resolve(answer);
      };
      const fail = (): void => {
        close();
        // One that never answered didn't load; one that did ran out of memory, and the next file begins with another.
        isRefused = !hasAnswered;
        settle(hasAnswered ? { kind: "unreadable" } : undefined);
      };
      const hear = ({ data }: MessageEvent<FilesAnswer>): void => {
        hasAnswered = true;
        settle(data);
      };
      asked.addEventListener("message", hear, { signal });
      asked.addEventListener("error", fail, { signal });
      asked.addEventListener("messageerror", fail, { signal });
      asked.postMessage(request);
    });
  }

  function close(): void {
    worker?.terminate();
    worker = undefined;
  }

  return {
    async take(files) {
      const answer = await ask({ kind: "take", files });
      if (answer === undefined) return readFiles(files);
      return answer.kind === "take" ? answer.read : { take: undefined, damages: {} };
    },
    async document(file) {
      const answer = await ask({ kind: "document", file });
      if (answer === undefined) return readDocument(file);
      return answer.kind === "document" ? answer.read : { content: undefined, damage: "damaged" };
    },
    close,
  };
}
