import { createStore } from "zustand/vanilla";
import type { Check } from "../../conformance/checks/check.ts";
import { type RepeatPlan, type Repetition, repeat } from "../../conformance/run/repeat.ts";
import { csvLine } from "../../core/archive/csv-line.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { checksOf } from "./checks.ts";

/** A request that is repeated, or was. */
export interface RepeatRun {
  readonly name: string;
  readonly times: number;
  readonly status: "running" | "stopping" | "over";
  readonly done: readonly Repetition[];
}

interface Repeats {
  readonly run: RepeatRun | undefined;
  /** Repeats the first request of a check. Call it inside a person's click: it may cost. */
  start(check: Check, plan: RepeatPlan): void;
  stop(): void;
}

export const repeatsOf = perPlayground((playground) => {
  const checks = checksOf(playground);
  let stopping = new AbortController();
  return createStore<Repeats>()((set, get) => ({
    run: undefined,
    async start(check, plan) {
      const request = check.steps[0]?.request;
      const before = get().run;
      if (request === undefined || (before !== undefined && before.status !== "over")) return;
      stopping = new AbortController();
      const name = check.rule.en;
      set({ run: { name, times: plan.times, status: "running", done: [] } });
      const change = (part: (run: RepeatRun) => Partial<RepeatRun>): void => {
        const { run } = get();
        if (run !== undefined) set({ run: { ...run, ...part(run) } });
      };
      await repeat(request, plan, checks.getState().environment(), stopping.signal, (one) =>
        change(({ done }) => ({ done: [...done, one] })),
      );
      change(() => ({ status: "over" }));
    },
    stop() {
      const { run } = get();
      if (run?.status !== "running") return;
      stopping.abort();
      set({ run: { ...run, status: "stopping" } });
    },
  }));
});

/** Repetitions as a table for a spreadsheet. */
export function writeRepetitions(done: readonly Repetition[]): string {
  const rows = done
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, status, firstByte, firstSound, end, failure }) =>
      [number, status, firstByte, firstSound, end, failure].map((value) => (value === undefined ? "" : String(value))),
    );
  return [["number", "status", "first_byte_ms", "first_sound_ms", "last_byte_ms", "failure"], ...rows]
    .map(csvLine)
    .join("");
}
