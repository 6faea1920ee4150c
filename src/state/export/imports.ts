import { createStore, type StoreApi } from "zustand/vanilla";
import type { TakeLibrary } from "../library/library.ts";
import { ofPlayground } from "../of-playground.ts";
import type { Playground } from "../playground.ts";
import { programmeOf } from "../present/programme.ts";
import type { ProgrammeReport } from "../present/programme-file.ts";
import type { ImportReport } from "./unzip-takes.ts";
import type { ImportProblem } from "./zip-entries.ts";

/** What became of a file. */
export interface Imported extends ImportReport {
  /** What became of a programme that was in the file. */
  readonly presented?: ProgrammeReport | undefined;
}

/** The import that runs, or the last one, while the page is open. */
export interface Imports {
  readonly state:
    | { readonly status: "idle" }
    | { readonly status: "running"; readonly name: string; readonly done: number; readonly all: number | undefined }
    | { readonly status: "done"; readonly name: string; readonly report: Imported; readonly stopped: boolean }
    | { readonly status: "failed"; readonly name: string; readonly problem: ImportProblem };
  /** Takes the takes of a file into the library. Nothing happens while another import runs. */
  start(file: File): Promise<void>;
  /** Ends the import that runs; what it has added stays. */
  stop(): void;
  dismiss(): void;
}

export type ImportsStore = StoreApi<Imports>;

/** The imports of a playground; the same store every time. */
export const importsOf = ofPlayground(createImportsStore);

/** Whether a file is a zip, by its first bytes. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b && [3, 5].includes(start[2] ?? 0);
}

function createImportsStore(playground: Playground): ImportsStore {
  const { library, wallClock } = playground;
  let controller: AbortController | undefined;
  return createStore<Imports>()((set, get) => ({
    state: { status: "idle" },
    async start(file) {
      if (get().state.status === "running") return;
      const { name } = file;
      controller = new AbortController();
      const { signal } = controller;
      let progress = { done: 0, all: 0 };
      set({ state: { status: "running", name, done: 0, all: undefined } });
      try {
        const { unzipTakes } = await import("./unzip-takes.ts");
        // Else a take that is here already could come twice.
        await isLoaded(library);
        const report = await unzipTakes(file, library, wallClock(), signal, (done, all) => {
          progress = { done, all };
          set({ state: { status: "running", name, ...progress } });
        });
        const imported = { ...report, ...(await takeInFrom(report, playground)) };
        set({ state: { status: "done", name, report: imported, stopped: false } });
      } catch (error) {
        if (signal.aborted) {
          const report = { added: progress.done, known: 0, skipped: [] };
          set({ state: { status: "done", name, report, stopped: true } });
        } else set({ state: { status: "failed", name, problem: problemOf(error) } });
      }
    },
    stop: () => controller?.abort(),
    dismiss: () => set({ state: { status: "idle" } }),
  }));
}

/** Takes in the programme of a file, where there is one. */
async function takeInFrom({ programme, skipped }: ImportReport, playground: Playground): Promise<Partial<Imported>> {
  if (programme === undefined) return {};
  const { programmeName, readProgramme, takeInProgramme } = await import("../present/programme-file.ts");
  const items = readProgramme(programme);
  if (items === undefined) return { skipped: [...skipped, { name: programmeName, problem: "damaged" }] };
  return { presented: await takeInProgramme(items, programmeOf(playground), playground.library) };
}

/** Read from the error itself, since its class is loaded late. */
function problemOf(error: unknown): ImportProblem {
  const isOurs = error instanceof Error && error.name === "ImportError" && "problem" in error;
  const problem = isOurs ? error.problem : undefined;
  return problem === "not_ours" || problem === "newer" || problem === "too_many" ? problem : "not_a_zip";
}

/** Settles when the library knows all of its takes. */
function isLoaded(library: TakeLibrary): Promise<void> {
  library.open();
  return new Promise((resolve) => {
    const look = (): boolean => library.getSnapshot().loaded;
    if (look()) {
      resolve();
      return;
    }
    const stop = library.subscribe(() => {
      if (!look()) return;
      stop();
      resolve();
    });
  });
}
