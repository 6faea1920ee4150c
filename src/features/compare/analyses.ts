import { createStore, type StoreApi } from "zustand/vanilla";
import { analyseSound, type SoundAnalysis } from "../../audio/analysis/measures/measure-sound.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import { canMeasure } from "../../core/takes/measure-take.ts";
import type { TakeId } from "../../core/takes/take.ts";

export type { SoundAnalysis } from "../../audio/analysis/measures/measure-sound.ts";
export { loudestBetween } from "../../audio/analysis/peaks/peak-meter.ts";
export type { Spectrogram } from "../../audio/analysis/spectrogram/spectrogram-meter.ts";

/** What was found in the sound of a take; `failed` where it can't be read here, `none` where none is kept. */
export type Analysis = SoundAnalysis | "failed" | "none";

/** The analyses of the takes that are compared. A take that isn't listed is still being looked at. */
export interface Analyses {
  readonly byId: ReadonlyMap<TakeId, Analysis>;
  /** Looks at these takes, one after the other, and lets go of all others. */
  want(ids: readonly TakeId[]): void;
  dispose(): void;
}

export interface AnalysesOptions {
  readonly library: Pick<TakeLibrary, "row" | "sound" | "update">;
  readonly analyse?: typeof analyseSound;
}

/** A store that has looked at nothing yet. */
export function createAnalyses({ library, analyse = analyseSound }: AnalysesOptions): StoreApi<Analyses> {
  let wanted: readonly TakeId[] = [];
  let running: { readonly id: TakeId; readonly controller: AbortController } | undefined;

  return createStore<Analyses>()((set, get) => {
    async function look(id: TakeId, signal: AbortSignal): Promise<Analysis> {
      const row = library.row(id);
      if (row === undefined || !canMeasure(row)) return "none";
      const sound = await library.sound(id);
      if (sound === undefined) return "none";
      try {
        const analysis = await analyse(sound.blob, sound.format, { signal, spectrogram: true });
        if (row.measures === undefined) library.update(id, { measures: analysis.measures });
        return analysis;
      } catch {
        return "failed";
      }
    }

    async function next(): Promise<void> {
      const id = wanted.find((each) => !get().byId.has(each));
      if (id === undefined || running !== undefined) return;
      const controller = new AbortController();
      running = { id, controller };
      const found = await look(id, controller.signal);
      running = undefined;
      if (!controller.signal.aborted) set({ byId: new Map(get().byId).set(id, found) });
      next();
    }

    return {
      byId: new Map(),
      want(ids) {
        wanted = ids;
        if (running !== undefined && !ids.includes(running.id)) running.controller.abort();
        const kept = [...get().byId].filter(([id]) => ids.includes(id));
        if (kept.length < get().byId.size) set({ byId: new Map(kept) });
        next();
      },
      dispose() {
        wanted = [];
        running?.controller.abort();
      },
    };
  });
}
