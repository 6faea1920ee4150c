import { useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { CheckCase } from "../../conformance/checks/case.ts";
import type { RunRecord } from "../../conformance/run/result.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { RecordsSnapshot } from "../../core/takes/records.ts";
import { type Checks, checksOf } from "./checks.ts";
import { type Report, reportsOf } from "./reports.ts";

/** One part of what the Checks tab holds. */
export function useChecks<Part>(select: (checks: Checks) => Part): Part {
  return useStore(checksOf(usePlayground()), select);
}

export function useCases(): RecordsSnapshot<CheckCase> {
  const { cases } = checksOf(usePlayground());
  return useSyncExternalStore(cases.subscribe, cases.getSnapshot);
}

/** What became of every check that was ever run, the last time that it was. */
export function useRuns(): readonly RunRecord[] {
  const records = useRecords();
  return useMemo(() => records.filter(({ run }) => run === undefined), [records]);
}

/** The last run of each kind, the latest first. */
export function useReports(): readonly Report[] {
  const records = useRecords();
  const begun = useChecks((checks) => checks.begun);
  return useMemo(() => reportsOf(records, begun), [records, begun]);
}

function useRecords(): readonly RunRecord[] {
  const { runs } = checksOf(usePlayground());
  return useSyncExternalStore(runs.subscribe, runs.getSnapshot).records;
}
