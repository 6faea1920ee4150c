import { loadPart } from "../page/load-part.ts";
import type { Playground } from "../page/playground.ts";
import { settledOnce } from "../page/wait.ts";
import type { ProgrammeReport } from "../programme/programme-file.ts";
import { programmeName } from "../programme/programme-name.ts";
import type { LibrarySnapshot, TakeLibrary } from "../takes/library.ts";
import { type ImportProblem, problemOf } from "./import-error.ts";
import { type ImportOptions, type ImportReport, type ImportSize, type TakeTarget, unzipTakes } from "./unzip-takes.ts";

/** What became of a file. */
export interface Imported extends ImportReport {
  /** What became of a programme that was in the file. */
  readonly presented?: ProgrammeReport | undefined;
}

export interface ImportFileOptions extends Required<Pick<ImportOptions, "signal" | "onTake">> {
  /** Whether a person wants so much; `free` is undefined where the browser doesn't tell how much room is left. */
  agrees(size: ImportSize, free: number | undefined): Promise<boolean>;
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

/**
 * Takes what a file holds into the library and the programme, and asks before where it becomes much. Throws
 * {@link ImportError}, and what the signal is raised with.
 */
export async function importFile(
  file: File,
  playground: Playground,
  { signal, agrees, onTake }: ImportFileOptions,
): Promise<Imported> {
  const { library, wallClock } = playground;
  // Else a take that is here already could come twice.
  await until(library, signal, ({ loaded }) => loaded);
  const patient: TakeTarget = {
    ...library,
    async keepSound(sound) {
      const isKept = await library.keepSound(sound);
      // A storage that hangs gets no more: all of the file would come to lie in memory.
      await until(library, signal, ({ keeping }) => keeping.kind !== "memory" || keeping.reason !== "slow");
      return isKept;
    },
  };
  const report = await unzipTakes(file, patient, {
    now: wallClock(),
    signal,
    async agrees(size) {
      const free = (await library.storageUse())?.available;
      return !asksBefore(size, free) || agrees(size, free);
    },
    onTake,
  });
  return { ...report, ...(await takeInFrom(report, playground)) };
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

/** Settles once the library is so, which may be never; rejects with the signal's reason. */
async function until(
  library: TakeLibrary,
  signal: AbortSignal,
  holds: (snapshot: LibrarySnapshot) => boolean,
): Promise<void> {
  library.open();
  if (holds(library.getSnapshot())) return;
  const ended = new Promise<never>((_, reject) => {
    const end = () => reject(signal.reason);
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
  });
  await Promise.race([settledOnce(library, () => holds(library.getSnapshot())), ended]);
}
