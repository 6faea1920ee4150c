import { createStore, type StoreApi } from "zustand/vanilla";
import { type CheckCase, casePrefix, caseSchema, isOfCase, recordIdOf } from "../../conformance/checks/case.ts";
import type { Check } from "../../conformance/checks/check.ts";
import type { CheckEnvironment } from "../../conformance/run/perform.ts";
import {
  type CheckResult,
  haveSameRequests,
  pastWith,
  type RunRecord,
  runRecordSchema,
} from "../../conformance/run/result.ts";
import { type EndReason, runAll, unaskedResult, wasAsked } from "../../conformance/run/run-all.ts";
import { loadSuite } from "../../conformance/suite/load.ts";
import { alone } from "../../core/page/alone.ts";
import { boardOf } from "../../core/page/board.ts";
import { perPlayground } from "../../core/page/per-playground.ts";
import type { Playground } from "../../core/page/playground.ts";
import { toldRecords } from "../../core/page/told-records.ts";
import { inTime, wait } from "../../core/page/wait.ts";
import { browserLocks } from "../../core/takes/browser-library.ts";
import { createBrowserRecords } from "../../core/takes/browser-records.ts";
import type { Locks } from "../../core/takes/presence.ts";
import type { Records } from "../../core/takes/records.ts";
import type { TakeId } from "../../core/takes/take.ts";
import { createTakeIds } from "../../core/takes/take-id.ts";
import { serviceHaving } from "../../core/takes/take-service.ts";
import { type CaseDraft, draftOf } from "./draft.ts";
import { environmentAt } from "./environment.ts";
import { beginTake, endTake } from "./keep-take.ts";
import { collectNews } from "./news.ts";
import { type BegunRun, idInRun, type RunKind, reportsOf } from "./reports.ts";
import { type CheckSound, checkSoundSchema, keepSound, runsWithSounds } from "./run-sounds.ts";

export const checkViews = ["cases", "suite", "report", "repeat"] as const;
export type CheckView = (typeof checkViews)[number];

/** Which checks of the built-in suite are run, by what they cost. */
export const suiteScopes = ["quick", "usual", "all"] as const;

/** A part of the built-in suite; an empty section stands for all of them. */
export interface SuitePart {
  readonly scope: (typeof suiteScopes)[number];
  readonly section: string;
}

/** How far a run of checks is. `stopping`: nothing further begins, what was sent is waited for. */
export interface Progress {
  readonly status: "running" | "stopping" | "stopped" | "done";
  readonly done: number;
  readonly all: number;
  /** The checks that are under way, by id. */
  readonly current: readonly string[];
  /** What was never begun. */
  readonly left: readonly Check[];
  /** Why it ended before everything was asked; undefined while it runs, and where it came to its end. */
  readonly ended?: EndReason | undefined;
}

/** What the Checks tab holds while the page is open. */
export interface Checks {
  readonly view: CheckView;
  /** Undefined until it is fetched. */
  readonly suite: readonly Check[] | undefined;
  /** Whether the suite couldn't be fetched. */
  readonly suiteFailed: boolean;
  readonly progress: Progress | undefined;
  /** The run that was begun last on this page. */
  readonly begun: BegunRun | undefined;
  /** The kind of run that the report is about; undefined: the latest. */
  readonly reported: RunKind | undefined;
  /** The part of the built-in suite that is chosen. */
  readonly part: SuitePart;
  /** How many checks run beside each other. */
  readonly parallel: number;
  /** Whether refusals are judged beside requests that the service accepts, which cost. */
  readonly controls: boolean;
  /** The recording that the suite uses for models that need one; empty for none. */
  readonly reference: string | undefined;
  /**
   * The case that is being edited, one that isn't kept yet too, as it stands in its form: who looks at something else
   * meanwhile finds it as it was.
   */
  readonly draft: CaseDraft | undefined;
  show(view: CheckView): void;
  choosePart(part: Partial<SuitePart>): void;
  setParallel(parallel: number): void;
  setControls(controls: boolean): void;
  setReference(reference: string): void;
  edit(edited: CheckCase | undefined): void;
  changeDraft(part: Partial<CaseDraft>): void;
  /** Keeps cases, new ones or changed ones. */
  keep(...cases: readonly CheckCase[]): Promise<boolean>;
  remove(...ids: readonly string[]): void;
  openSuite(): void;
  /** What requests go out with, as it is now. */
  environment(): CheckEnvironment;
  /** The service that the last run of a kind asked, by its name; the chosen one where that is gone or unknown. */
  serviceOfRun(kind: RunKind): string | undefined;
  /** Shows a report; undefined: the latest. */
  showReport(kind: RunKind | undefined): void;
  /**
   * Runs checks from the first one on, in the place of the last run of the same kind. Call it inside a person's click:
   * it may cost.
   */
  run(checks: readonly Check[], kind: RunKind): void;
  /**
   * Runs some checks of a run again, or those that it hasn't come to, at its service; their results take the place of
   * those that they had in it. It may cost, too.
   */
  runAgain(checks: readonly Check[], kind: RunKind): void;
  stop(): void;
  /** Runs what was left when a person stopped. */
  goOn(): void;
}

export type ChecksStore = StoreApi<Checks> & {
  readonly cases: Records<CheckCase>;
  readonly runs: Records<RunRecord>;
  readonly sounds: Records<CheckSound>;
};

/** The checks of a playground; the same ones every time. */
export const checksOf = perPlayground((playground) =>
  createChecks(
    playground,
    toldRecords(playground, createBrowserRecords("cases", caseSchema)),
    toldRecords(playground, createBrowserRecords("runs", runRecordSchema)),
    toldRecords(playground, createBrowserRecords("checkSounds", checkSoundSchema)),
    wait,
    browserLocks(),
  ),
);

/** How long a check waits until it is written down that it is sent, in milliseconds: a storage may hang. */
const writingPatience = 250;

const newId = createTakeIds((array) => crypto.getRandomValues(array));

/** An id of a case that is made now: those that are made at once stay in their order. */
export function newCaseId(): string {
  return newId(Date.now());
}

/** Checks whose cases, runs and sounds stand in the given records. */
export function createChecks(
  playground: Playground,
  cases: Records<CheckCase>,
  runRecords: Records<RunRecord>,
  sounds: Records<CheckSound>,
  pause: CheckEnvironment["wait"] = wait,
  locks?: Locks,
): ChecksStore {
  const { config, library, serviceName, submit, wallClock } = playground;
  const runs = runsWithSounds(runRecords, sounds);
  let stopping = new AbortController();
  cases.open();
  runs.open();
  sounds.open();

  const store = createStore<Checks>()((set, get) => {
    /** Brings a run further; nothing where there is none. */
    const advance = (change: (progress: Progress) => Partial<Progress>): void => {
      const { progress } = get();
      if (progress !== undefined) set({ progress: { ...progress, ...change(progress) } });
    };

    /** Begins a run; the results that it takes the place of go. */
    function begin(begun: BegunRun, replaced: readonly RunRecord[]): void {
      whereFree(begun.kind, () => {
        if (replaced.length > 0) runs.delete(...replaced.map(({ id }) => id));
        set({ begun, reported: begun.kind, view: "report" });
        return perform(begun.checks, 0);
      });
    }

    let asking = false;
    /** Runs checks, unless another page runs those of the same kind: both would be paid, into one report. */
    async function whereFree(kind: RunKind, act: () => Promise<void>): Promise<void> {
      if (asking) return;
      asking = true;
      const run = (): Promise<void> => {
        asking = false;
        return act();
      };
      try {
        if (!(await alone(locks, `checks ${kind}`, run))) boardOf(playground).getState().tell("elsewhere");
      } finally {
        asking = false;
      }
    }

    /** Writes down that a run hasn't come to some checks: whatever ends it, nothing else is said of them. */
    function leaveUnasked(checks: readonly Check[], reason: EndReason): void {
      const last = unaskedResult(reason, environmentOf(get().begun?.service));
      const records = checks.flatMap((check) => inRun({ id: recordIdOf(check), last }));
      const known = new Map(runs.getSnapshot().records.map((record) => [record.id, record]));
      const isUnasked = ({ id }: RunRecord) => {
        const before = known.get(id);
        return before === undefined || !wasAsked(before.last);
      };
      const fresh = records.filter(isUnasked);
      if (fresh.length > 0) runs.put(...fresh);
    }

    function ofKind(kind: RunKind): readonly RunRecord[] {
      return runs.getSnapshot().records.filter(({ run }) => run?.kind === kind);
    }

    async function perform(checks: readonly Check[], done: number): Promise<void> {
      stopping = new AbortController();
      const all = done + checks.length;
      set({ progress: { status: "running", done, all, current: [], left: [] } });
      const takes = new Map<string, TakeId>();
      /** What stood in the run of what is under way. */
      const stood = new Map<string, RunRecord | undefined>();
      // Where a run began it ends, whichever service is chosen meanwhile, and whoever stopped it and goes on.
      const service = get().begun?.service;
      const environment = environmentOf(service);
      const under = new Set<string>();
      const news = collectNews((batch) => {
        if (batch.length > 0) runs.put(...batch.flatMap((record) => [record, ...inRun(record)]));
        advance(({ done: before }) => ({ done: before + batch.length, current: [...under] }));
      });
      leaveUnasked(checks, "not_asked");
      const { left, reason } = await runAll(checks, {
        environment,
        parallel: get().parallel,
        // A case says itself what it expects, of a key that isn't accepted too.
        needsKey: checks.some(({ id }) => !id.startsWith(casePrefix)),
        stop: stopping.signal,
        leave: new AbortController().signal,
        async onStart(check) {
          under.add(check.id);
          news.soon();
          const take = check.id.startsWith(casePrefix) ? beginTake(submit.getState().write, check, service) : undefined;
          if (take !== undefined) takes.set(check.id, take);
          // Where the page goes before the answer, nobody takes it for unsent.
          const sent = inRun({ id: recordIdOf(check), last: unaskedResult("unanswered", environment) });
          stood.set(check.id, knownRun(sent[0]?.id));
          await inTime(runs.put(...sent), writingPatience);
        },
        onEnd(check, run) {
          const take = takes.get(check.id);
          under.delete(check.id);
          const sound = take === undefined ? keepSound(sounds, newId(run.result.at), run) : undefined;
          news.add(recordOf(check, { ...run.result, take, sound }));
          if (take !== undefined) endTake(library, take, run);
        },
        onLeave({ id }) {
          under.delete(id);
          const before = stood.get(id);
          if (before !== undefined) runs.put(before);
          const take = takes.get(id);
          if (take !== undefined) library.update(take, { owner: undefined, status: "stopped", unsent: true });
        },
      });
      news.tell();
      if (left.length > 0) leaveUnasked(left, reason);
      // Who is told that it is over may reload in the next moment.
      await runs.put();
      advance(() => (left.length > 0 ? { status: "stopped", left, ended: reason } : { status: "done", left }));
    }

    function recordOf(check: Check, last: CheckResult): RunRecord {
      const id = recordIdOf(check);
      const there = knownRun(id);
      // What another request brought, before the case was changed, is nothing to compare with.
      const known = there !== undefined && haveSameRequests(last, there.last) ? there : undefined;
      const before = known?.last;
      return {
        id,
        last,
        ...(before === undefined ? {} : { before }),
        past: pastWith(known?.past ?? [], last),
      };
    }

    function knownRun(id: string | undefined): RunRecord | undefined {
      return runs.getSnapshot().records.find((record) => record.id === id);
    }

    /** The same result as that of the run that was begun last, or of the one before that had no answer of it yet. */
    function inRun({ past: _, ...record }: RunRecord): readonly RunRecord[] {
      const { begun } = get();
      if (begun === undefined) return [];
      const { kind, of } = begun;
      const id = idInRun(kind, record.id);
      const before = knownRun(id);
      const goesOn = before !== undefined && (!wasAsked(before.last) || before.last.reason === "unanswered");
      const at = (goesOn ? before.run?.at : undefined) ?? begun.at;
      return [{ ...record, id, run: { kind, at, of } }];
    }

    function environmentOf(service = serviceName()): CheckEnvironment {
      const { controls, reference } = get();
      return environmentAt(playground, service, { controls, reference, wait: pause });
    }

    return {
      view: "cases",
      suite: undefined,
      suiteFailed: false,
      progress: undefined,
      begun: undefined,
      reported: undefined,
      part: { scope: "quick", section: "" },
      parallel: 2,
      controls: true,
      reference: undefined,
      draft: undefined,
      show: (view) => set({ view }),
      choosePart: (part) => set((state) => ({ part: { ...state.part, ...part } })),
      setParallel: (parallel) => set({ parallel }),
      setControls: (controls) => set({ controls }),
      setReference: (reference) => set({ reference: reference.trim() }),
      edit: (edited) => set(edited === undefined ? { draft: undefined } : { draft: draftOf(edited), view: "cases" }),
      changeDraft: (part) => set(({ draft }) => ({ draft: draft && { ...draft, ...part } })),
      keep: (...kept) => cases.put(...kept),
      remove(...ids) {
        cases.delete(...ids);
        const kept = runs.getSnapshot().records;
        const bare = ({ id, run }: RunRecord) => (run === undefined ? id : id.slice(idInRun(run.kind, "").length));
        const results = kept.filter((record) => ids.some((id) => isOfCase(bare(record), id)));
        runs.delete(...results.map(({ id }) => id));
      },
      openSuite() {
        if (get().suite !== undefined) return;
        set({ suiteFailed: false });
        loadSuite().then(
          (suite) => set({ suite }),
          () => set({ suiteFailed: true }),
        );
      },
      environment: () => environmentOf(),
      serviceOfRun(kind) {
        const [latest] = ofKind(kind).toSorted((one, other) => other.last.at - one.last.at);
        return (latest && serviceHaving(latest.last, config())?.name) ?? serviceName();
      },
      showReport: (reported) => set({ reported, view: "report" }),
      run(checks, kind) {
        if (checks.length === 0 || isRunning(get().progress)) return;
        begin({ kind, at: wallClock(), of: checks.length, checks, service: serviceName() }, ofKind(kind));
      },
      runAgain(checks, kind) {
        if (checks.length === 0 || isRunning(get().progress)) return;
        const [before] = reportsOf(ofKind(kind), undefined);
        const of = Math.max(checks.length, before?.of ?? 0);
        begin({ kind, at: wallClock(), of, checks, service: get().serviceOfRun(kind) }, []);
      },
      stop() {
        if (!isRunning(get().progress)) return;
        stopping.abort();
        advance(() => ({ status: "stopping" }));
      },
      goOn() {
        const { progress, begun } = get();
        if (progress?.status !== "stopped" || begun === undefined) return;
        whereFree(begun.kind, () => perform(progress.left, progress.done));
      },
    };
  });
  return Object.assign(store, { cases, runs, sounds });
}

/** Whether checks are being sent, or waited for. */
export function isRunning(progress: Progress | undefined): boolean {
  return progress?.status === "running" || progress?.status === "stopping";
}
