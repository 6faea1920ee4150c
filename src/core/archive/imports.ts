import { createStore, type StoreApi } from "zustand/vanilla";
import { boardOf } from "../page/board.ts";
import { loadPart } from "../page/load-part.ts";
import { perPlayground } from "../page/per-playground.ts";
import type { Playground } from "../page/playground.ts";
import { type ImportProblem, problemOf } from "./import-error.ts";
import type { Imported } from "./import-file.ts";
import type { ImportSize } from "./unzip-takes.ts";

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

/** The imports of a playground; the same store every time. */
export const importsOf = perPlayground(createImportsStore);

/** Whether a file is a zip, by its first bytes. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b && [3, 5].includes(start[2] ?? 0);
}

function createImportsStore(playground: Playground): StoreApi<Imports> {
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
        const { importFile } = await loadPart(() => import("./import-file.ts"));
        const imported = await importFile(file, playground, {
          signal,
          async agrees(size, free) {
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
