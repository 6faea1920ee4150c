import { useMemo, useState } from "react";
import type { Check } from "../../contract/checks/check.ts";
import { casePrefix, checkOfCase, suitePrefix } from "../../state/checks/case.ts";
import { recordIdOf } from "../../state/checks/checks.ts";
import { countOutcomes, type ReportFormat, reportFormats, reportOf, writeReport } from "../../state/checks/report.ts";
import { EmptyState } from "../kit/empty-state.tsx";
import { saveFile } from "../kit/save-file.ts";
import { Segmented } from "../kit/segmented.tsx";
import { Select } from "../kit/select.tsx";
import styles from "./checks.module.css";
import { ReportRow } from "./report-row.tsx";
import { RunButton } from "./run-button.tsx";
import { useCases, useChecks, useChecksTexts, useRuns } from "./use-checks.ts";

const filters = ["all", "failed", "changed"] as const;
type Filter = (typeof filters)[number];

const prefixes: Readonly<Record<Range, string>> = { last: "", cases: casePrefix, suite: suitePrefix };

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  json: "application/json",
  md: "text/markdown",
  csv: "text/csv",
};

/** Which checks a report is about: those of the last run, everything that was ever run, or one kind of it. */
const ranges = ["last", "cases", "suite"] as const;
type Range = (typeof ranges)[number];

/**
 * What became of the checks that were run last; of everything that was ever run where nothing was since the page is open.
 * What became of the others stays, and can be chosen.
 */
export function ReportView() {
  const { k, numbers, language } = useChecksTexts();
  const reported = useChecks((checks) => checks.reported);
  const show = useChecks((checks) => checks.show);
  const current = useChecks((checks) => checks.progress?.current);
  const runs = useRuns();
  const known = useKnownChecks();
  const [filter, setFilter] = useState<Filter>("all");
  const openSuite = useChecks((checks) => checks.openSuite);
  // A new run is what one wants to see, whatever was looked at before.
  const [chosen, setChosen] = useState<{ readonly run: typeof reported; readonly range: Range }>();
  const range = chosen?.run === reported ? (chosen?.range ?? "last") : "last";
  const there = ranges.filter((each) => each === "last" || runs.some(({ id }) => id.startsWith(prefixes[each])));
  const rows = useMemo(() => {
    if (range === "last" && reported !== undefined) return reportOf(reported, runs);
    const wanted = range === "last" ? known : known.filter((check) => recordIdOf(check).startsWith(prefixes[range]));
    return reportOf(wanted, runs).filter(({ record }) => record !== undefined);
  }, [range, reported, known, runs]);
  const counts = countOutcomes(rows);
  const bad = rows.filter(({ outcome }) => outcome === "failed" || outcome === "broken");
  const shown =
    filter === "all"
      ? rows
      : filter === "failed"
        ? rows.filter(({ outcome }) => outcome !== "passed")
        : rows.filter(({ changed }) => changed);
  if (rows.length === 0 && there.length === 1)
    return (
      <EmptyState
        icon="check"
        title={k.report.empty.title}
        text={k.report.empty.text}
        steps={[{ label: k.openSuite, act: () => show("suite") }]}
      />
    );
  return (
    <>
      <div className={styles["bar"]}>
        {reported !== undefined && there.length > 1 && (
          <Select
            aria-label={k.report.range}
            value={range}
            onChange={({ target }) => {
              const next = ranges.find((each) => each === target.value) ?? "last";
              // Its results are kept; what they are about is fetched.
              if (next === "suite") openSuite();
              setChosen({ run: reported, range: next });
            }}
          >
            {there.map((each) => (
              <option key={each} value={each}>
                {k.report.ranges[each]}
              </option>
            ))}
          </Select>
        )}
        <Segmented
          label={k.report.filter}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: k.report.filters[value] }))}
        />
        <span className={styles["counts"]} data-tone={bad.length > 0 ? "bad" : "good"}>
          {k.report.count(numbers.integer(counts.passed), numbers.integer(counts.failed + counts.broken))}
        </span>
        {counts.changed > 0 && (
          <span className={styles["note"]}>{k.report.changedCount(numbers.integer(counts.changed))}</span>
        )}
        {bad.length > 0 && (
          <RunButton checks={bad.map(({ check }) => check)} label={k.report.failedAgain(numbers.integer(bad.length))} />
        )}
        <label className={styles["inline"]}>
          {k.report.exporting}
          <Select
            value=""
            onChange={({ target }) => {
              const format = reportFormats.find((each) => each === target.value);
              if (format === undefined) return;
              const only = filter === "all" ? "" : k.report.filters[filter];
              const about = [
                k.report.count(numbers.integer(counts.passed), numbers.integer(counts.failed + counts.broken)),
                only === "" ? "" : k.report.only(only, numbers.integer(shown.length), numbers.integer(rows.length)),
              ];
              const text = writeReport(shown, format, language, about.filter(Boolean).join("; "));
              saveFile(
                new Blob([text], { type: mediaTypes[format] }),
                `${["report", only.toLowerCase()].filter(Boolean).join(" ")}.${format}`,
              );
            }}
          >
            <option value="">…</option>
            <option value="json">JSON</option>
            <option value="md">Markdown</option>
            <option value="csv">CSV</option>
          </Select>
        </label>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="check" title={k.report.nothing} />
      ) : (
        <ul className={styles["report"]} aria-label={k.report.list}>
          {shown.map((row) => (
            <ReportRow
              key={row.check.id}
              check={row.check}
              record={row.record}
              running={current?.includes(row.check.id) === true}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Everything that could have been run: the cases, and the suite where it was fetched. */
function useKnownChecks(): readonly Check[] {
  const { records } = useCases();
  const suite = useChecks((checks) => checks.suite);
  return useMemo(() => [...records.map(checkOfCase), ...(suite ?? [])], [records, suite]);
}
