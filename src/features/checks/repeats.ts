import { createStore } from "zustand/vanilla";
import type { Check } from "../../conformance/checks/check.ts";
import type { CheckEnvironment } from "../../conformance/run/perform.ts";
import { type RepeatPlan, type Repetition, repeat } from "../../conformance/run/repeat.ts";
import { csvLine } from "../../core/archive/csv-line.ts";
import { leavingTime } from "../../core/archive/figures.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import { checksOf } from "./checks.ts";

/** A request that is repeated, or was. */
export interface RepeatRun {
  readonly name: string;
  readonly times: number;
  /** The service that is asked; undefined where nothing is known of it. */
  readonly config: CheckEnvironment["config"];
  readonly status: "running" | "stopping" | "over";
  readonly done: readonly Repetition[];
}

interface Repeats {
  readonly run: RepeatRun | undefined;
  /** The case whose request is repeated, by its id; empty for the first one. */
  readonly chosen: string;
  readonly plan: RepeatPlan;
  choose(id: string): void;
  setPlan(plan: Partial<RepeatPlan>): void;
  /** Repeats the first request of a check. Call it inside a person's click: it may cost. */
  start(check: Check, plan: RepeatPlan): void;
  stop(): void;
}

export const repeatsOf = perPlayground((playground) => {
  const checks = checksOf(playground);
  let stopping = new AbortController();
  return createStore<Repeats>()((set, get) => ({
    run: undefined,
    chosen: "",
    plan: { times: 20, parallel: 1, pace: 0 },
    choose: (chosen) => set({ chosen }),
    setPlan: (part) => set(({ plan }) => ({ plan: { ...plan, ...part } })),
    async start(check, plan) {
      const request = check.steps[0]?.request;
      const before = get().run;
      if (request === undefined || (before !== undefined && before.status !== "over")) return;
      stopping = new AbortController();
      const name = check.rule.en;
      const environment = checks.getState().environment();
      set({ run: { name, times: plan.times, config: environment.config, status: "running", done: [] } });
      const change = (part: (run: RepeatRun) => Partial<RepeatRun>): void => {
        const { run } = get();
        if (run !== undefined) set({ run: { ...run, ...part(run) } });
      };
      await repeat(request, plan, environment, stopping.signal, (one) =>
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
    .map(({ number, status, firstByte, firstSound, end, failure }) => {
      const times = [firstByte, firstSound, end].map((time) => leavingTime(time));
      return [number, status, ...times, failure];
    });
  return [["number", "status", "first_byte_ms", "first_sound_ms", "last_byte_ms", "failure"], ...rows]
    .map(csvLine)
    .join("");
}
