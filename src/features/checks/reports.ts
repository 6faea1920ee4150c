import { recordIdOf } from "../../conformance/checks/case.ts";
import type { Check } from "../../conformance/checks/check.ts";
import type { ReadReport } from "../../conformance/report/read.ts";
import { type ReportRow, reportOf } from "../../conformance/report/report.ts";
import type { RunRecord } from "../../conformance/run/result.ts";

/**
 * What was run together: a part of the built-in suite (`suite:scope:section`), all cases of one's own (`cases`), or
 * some of them (`chosen`). The last run of each kind is kept until the same kind is run again, whatever else is run
 * meanwhile.
 */
export type RunKind = string;

export const allCases: RunKind = "cases";
export const someCases: RunKind = "chosen";

/** The beginning of the kinds of runs that a person keeps as baselines. */
export const keptPrefix = "kept:";

/** The kind of a report that was opened from a file. */
export const openedKind: RunKind = "file";

/** The scope of a run of one rule's checks; the beginning of the first of its checks' ids stands for the section. */
export const ruleScope = "rule";

/** The kind of a run of the suite, or of one section of it; empty for all sections. */
export function suiteKind(scope: string, section: string): RunKind {
  return `suite:${scope}:${section}`;
}

/** What a kind of a suite's run is made of; undefined for one of cases. */
export function partOfSuite(kind: RunKind): { readonly scope: string; readonly section: string } | undefined {
  const [suite, scope = "", section = ""] = kind.split(":");
  return suite === "suite" ? { scope, section } : undefined;
}

/** A run that was begun on this page: all that it is to check, whether it has come to it or not. */
export interface BegunRun {
  readonly kind: RunKind;
  /** Unix time in milliseconds. */
  readonly at: number;
  /** How many checks belong to it; more than `checks` where only some are run again. */
  readonly of: number;
  readonly checks: readonly Check[];
  /** The service that it asks, by its name; absent where there is one alone. */
  readonly service?: string | undefined;
}

/** The last run of one kind. */
export interface Report {
  readonly kind: RunKind;
  /** When it was begun, in Unix milliseconds. */
  readonly at: number;
  /** How many checks belong to it. */
  readonly of: number;
  /** Each check's result in it, under {@link idInRun}. */
  readonly records: readonly RunRecord[];
  /** How many of them were run again since. */
  readonly again: number;
  /** Its name, where a person keeps it as a baseline or opened it from a file. */
  readonly name?: string | undefined;
  /** Of which kind of run it is kept. */
  readonly from?: RunKind | undefined;
}

/** Under which id a check's result in a run is kept, beside its last one in any run. */
export function idInRun(kind: RunKind, id: string): string {
  return `${kind}|${id}`;
}

/** The last run of a kind as records of a run that is kept by `name`. */
export function keptRun(own: readonly RunRecord[], kept: RunKind, name: string): readonly RunRecord[] {
  return own.flatMap(({ id, last, run }) => {
    if (run === undefined) return [];
    const { kind, at, of } = run;
    return [
      { id: idInRun(kept, id.slice(idInRun(kind, "").length)), last, run: { kind: kept, at, of, name, from: kind } },
    ];
  });
}

/** The reports that are kept, and that of a run which has only begun; the latest first. */
export function reportsOf(records: readonly RunRecord[], begun: BegunRun | undefined): readonly Report[] {
  const byKind = new Map<RunKind, RunRecord[]>(begun === undefined ? [] : [[begun.kind, []]]);
  for (const record of records) {
    if (record.run === undefined) continue;
    const others = byKind.get(record.run.kind);
    if (others === undefined) byKind.set(record.run.kind, [record]);
    else others.push(record);
  }
  const latest = (report: Report) => Math.max(report.at, ...report.records.map(({ run }) => run?.at ?? 0));
  return [...byKind]
    .map(([kind, own]) => reportOfKind(kind, own, begun))
    .map((report) => [latest(report), report] as const)
    .sort(([one], [other]) => other - one)
    .map(([, report]) => report);
}

/** A report from a file. */
export function reportOfFile({ head, rows }: ReadReport): Report {
  const { name, at, of, again } = head;
  return { kind: openedKind, at, of, again, name, records: rows.flatMap(({ record }) => record ?? []) };
}

function reportOfKind(kind: RunKind, own: readonly RunRecord[], begun: BegunRun | undefined): Report {
  const mine = begun?.kind === kind ? begun : undefined;
  const times = own.map(({ run }) => run?.at ?? 0);
  const at = times.length === 0 ? (mine?.at ?? 0) : Math.min(...times);
  return {
    kind,
    at,
    of: Math.max(own.length, mine?.of ?? 0, ...own.map(({ run }) => run?.of ?? 0)),
    records: own,
    again: times.filter((time) => time > at).length,
    name: own[0]?.run?.name,
    from: own[0]?.run?.from,
  };
}

/** A report's lines in the order of `known`; of a run that was begun on this page, also what it hasn't come to. */
export function rowsOf(
  { kind, records }: Report,
  known: readonly Check[],
  begun: BegunRun | undefined,
): readonly ReportRow[] {
  const meant = new Set(begun?.kind === kind ? begun.checks.map(({ id }) => id) : []);
  const idOf = (check: Check) => idInRun(kind, recordIdOf(check));
  return reportOf(known, records, idOf).filter(({ check, record }) => record !== undefined || meant.has(check.id));
}
