import { createStore, type StoreApi } from "zustand/vanilla";
import type { ReadReport } from "../../conformance/report/read.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { type ChecksStore, checksOf, newCaseId } from "./checks.ts";
import { keptPrefix, keptRun, openedKind, type RunKind } from "./reports.ts";

/** A report from a file, with the files of its sound that were given, by their names. */
export interface OpenedReport extends ReadReport {
  readonly sounds: ReadonlyMap<string, File>;
}

/** What reports are held against, and the one that was opened from a file. */
export interface Baselines {
  /** The run that reports are held against; undefined: the latest baseline of the same kind; empty: the run before. */
  readonly against: RunKind | undefined;
  readonly opened: OpenedReport | undefined;
  holdAgainst(kind: RunKind): void;
  /** Keeps the last run of a kind as a baseline. */
  keep(kind: RunKind, name: string): void;
  /** Deletes a baseline. */
  forget(kind: RunKind): void;
  /** Shows a report from a file, in the place of another one. */
  open(report: ReadReport): void;
  /** Files of the sound that belongs to the opened report. */
  giveSounds(files: readonly File[]): void;
  close(): void;
}

export const baselinesOf = perPlayground((playground) => createBaselines(checksOf(playground)));

export function createBaselines(checks: ChecksStore): StoreApi<Baselines> {
  const { runs } = checks;
  const { showReport } = checks.getState();
  const ofKind = (kind: RunKind) => runs.getSnapshot().records.filter(({ run }) => run?.kind === kind);
  return createStore<Baselines>()((set, get) => ({
    against: undefined,
    opened: undefined,
    holdAgainst: (against) => set({ against }),
    keep(kind, name) {
      runs.put(...keptRun(ofKind(kind), `${keptPrefix}${newCaseId()}`, name));
      set({ against: undefined });
    },
    forget(kind) {
      runs.delete(...ofKind(kind).map(({ id }) => id));
      set({ against: undefined });
      showReport(undefined);
    },
    open(report) {
      set({ opened: { ...report, sounds: new Map() } });
      showReport(openedKind);
    },
    giveSounds(files) {
      const { opened } = get();
      if (opened === undefined) return;
      const given = files.map((file) => [file.name, file] as const);
      set({ opened: { ...opened, sounds: new Map([...opened.sounds, ...given]) } });
    },
    close() {
      set({ opened: undefined, against: undefined });
      showReport(undefined);
    },
  }));
}
