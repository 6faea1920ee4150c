import { createStore, type StoreApi } from "zustand/vanilla";
import { boardOf } from "../page/board.ts";
import { loadPart, NotDoneError } from "../page/load-part.ts";
import { perPlayground } from "../page/per-playground.ts";
import type { Playground } from "../page/playground.ts";
import { settledOnce } from "../page/wait.ts";
import type { ProgrammeReport } from "../programme/programme-file.ts";
import { programmeName } from "../programme/programme-name.ts";
import type { TakeLibrary } from "../takes/library.ts";
import { ImportError, type ImportProblem, isGone } from "./import-error.ts";
import type { ImportReport, ImportSize } from "./unzip-takes.ts";

/** What became of a file. */
export interface Imported extends ImportReport {
  /** What became of a programme that was in the file. */
  readonly presented?: ProgrammeReport | undefined;
}

/** The import that runs, or the last one, while the page is open. */
export interface Imports {
  readonly state:
    | { readonly status: "idle" }
    /** A person is asked whether so much is wanted; `free` is undefined where the browser doesn't tell. */
    | { readonly status: "asking"; readonly name: string; readonly size: ImportSize; readonly free: number | undefined }
    | { readonly status: "running"; readonly name: string; readonly done: number; readonly all: number | undefined }
    | { readonly status: "done"; readonly name: string; readonly report: Imported; readonly stopped: boolean }
    | { readonly status: "failed"; readonly name: string; readonly problem: ImportProblem };
  /**
   * Takes the takes of a file into the library, and asks before where it becomes much. While another import runs, the
   * board says that this one doesn't.
   */
  start(file: File): Promise<void>;
  /** Goes on after the question. */
  agree(): void;
  /** Ends the import that runs, or that was asked about; each take that it has added stays, whole. */
  stop(): void;
  dismiss(): void;
}

export type ImportsStore = StoreApi<Imports>;

/** The imports of a playground; the same store every time. */
export const importsOf = perPlayground(createImportsStore);

/** Whether a file is a zip, by its first bytes. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b && [3, 5].includes(start[2] ?? 0);
}

/** What is taken in without a question: takes, bytes, and how many times its own size a file becomes. */
const usual = { takes: 1_000, bytes: 100_000_000, ratio: 20, ratioFrom: 10_000_000 } as const;

/**
 * Whether a file becomes so much that a person is asked first: in itself, for its size, or for the room that is left.
 */
export function asksBefore({ takes, bytes, packed }: ImportSize, free: number | undefined): boolean {
  return (
    takes > usual.takes ||
    bytes > usual.bytes ||
    (bytes > usual.ratioFrom && bytes > packed * usual.ratio) ||
    bytes > (free ?? Number.POSITIVE_INFINITY) / 4
  );
}

function createImportsStore(playground: Playground): ImportsStore {
  const { library, wallClock } = playground;
  let controller: AbortController | undefined;
  let answer: ((agreed: boolean) => void) | undefined;
  return createStore<Imports>()((set, get) => ({
    state: { status: "idle" },
    async start(file) {
      if (["running", "asking"].includes(get().state.status)) return boardOf(playground).getState().tell("importing");
      const { name } = file;
      controller = new AbortController();
      const { signal } = controller;
      let progress = { added: 0, known: 0 };
      set({ state: { status: "running", name, done: 0, all: undefined } });
      try {
        const { unzipTakes } = await loadPart(() => import("./unzip-takes.ts"));
        // Else a take that is here already could come twice.
        await isLoaded(library, signal);
        const report = await unzipTakes(file, library, {
          now: wallClock(),
          signal,
          async agrees(size) {
            const free = (await library.storageUse())?.available;
            if (!asksBefore(size, free)) return true;
            const agreed = await new Promise<boolean>((resolve) => {
              answer = resolve;
              set({ state: { status: "asking", name, size, free } });
            });
            if (agreed) set({ state: { status: "running", name, done: 0, all: size.takes } });
            else controller?.abort();
            return agreed;
          },
          onTake({ done, all, added, known }) {
            progress = { added, known };
            set({ state: { status: "running", name, done, all } });
          },
        });
        const imported = { ...report, ...(await takeInFrom(report, playground)) };
        set({ state: { status: "done", name, report: imported, stopped: false } });
      } catch (error) {
        if (get().state.status === "asking") set({ state: { status: "idle" } });
        else if (signal.aborted) {
          const report = { ...progress, skipped: [] };
          set({ state: { status: "done", name, report, stopped: true } });
        } else set({ state: { status: "failed", name, problem: problemOf(error) } });
      }
    },
    agree: () => answer?.(true),
    stop() {
      answer?.(false);
      controller?.abort();
    },
    dismiss: () => set({ state: { status: "idle" } }),
  }));
}

/** Takes in the programme of a file, where there is one. */
async function takeInFrom({ programme, skipped }: ImportReport, playground: Playground): Promise<Partial<Imported>> {
  if (programme === undefined) return {};
  const without = (problem: ImportProblem) => ({ skipped: [...skipped, { name: programmeName, problem }] });
  try {
    const { takeInFile } = await loadPart(() => import("../programme/programme-file.ts"));
    const taken = await takeInFile(programme, playground);
    return typeof taken === "string" ? without(taken) : { presented: taken };
  } catch (error) {
    // The takes are there already.
    return without(problemOf(error));
  }
}

/** What is said of an error; what nobody foresaw says nothing about the file. */
function problemOf(error: unknown): ImportProblem {
  if (error instanceof NotDoneError) return "part_missing";
  if (error instanceof ImportError) return error.problem;
  return isGone(error) ? "unreadable" : "failed";
}

/** Settles when the library knows all of its takes, which may be never; rejects with the signal's reason. */
function isLoaded(library: TakeLibrary, signal: AbortSignal): Promise<void> {
  library.open();
  const ended = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
  return Promise.race([settledOnce(library, () => library.getSnapshot().loaded), ended]);
}
