import { useEffect, useMemo, useState } from "react";
import { checksOfCase } from "../../conformance/checks/case.ts";
import type { Check } from "../../conformance/checks/check.ts";
import { reasonTexts } from "../../conformance/checks/outcome-texts.ts";
import { countOutcomes, type ReportRow as Row, spentIn } from "../../conformance/report/report.ts";
import { wasAsked } from "../../conformance/run/run-all.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import { EmptyState } from "../../kit/empty-state.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { Notice } from "../../kit/notice.tsx";
import { saveFile } from "../../kit/save-file.ts";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import { SelectButton } from "../../kit/select-button.tsx";
import styles from "./checks.module.css";
import { isRunning } from "./checks.ts";
import { nameOfReport, servicesOf } from "./describe-report.ts";
import { KeepReport, OpenReport } from "./keep-report.tsx";
import { checksMessages } from "./messages/index.ts";
import { sumText } from "./price-text.ts";
import { type ReportFormat, reportFormats, writeReport } from "./report.ts";
import { ReportRow } from "./report-row.tsx";
import { openedKind, partOfSuite, type Report, reportOfFile } from "./reports.ts";
import { groupRefusals } from "./rule-groups.ts";
import { RuleRow } from "./rule-row.tsx";
import { RunButton } from "./run-button.tsx";
import { useCases, useChecks, useReports } from "./use-checks.ts";
import { baselineFor, useBaselines, useReportRows } from "./use-report-rows.ts";

const filters = ["all", "failed", "changed"] as const;
type Filter = (typeof filters)[number];

const files: Readonly<Record<ReportFormat, { readonly name: string; readonly type: string }>> = {
  json: { name: "JSON", type: "application/json" },
  html: { name: "HTML", type: "text/html" },
  xml: { name: "JUnit XML", type: "application/xml" },
  md: { name: "Markdown", type: "text/markdown" },
  csv: { name: "CSV", type: "text/csv" },
};

/** What became of the checks of one run, each kind's last one. */
export function ReportView() {
  const { messages } = useTexts(checksMessages);
  const show = useChecks((checks) => checks.show);
  const reported = useChecks((checks) => checks.reported);
  const reports = useAllReports();
  const report =
    reports.find(({ kind }) => kind === reported) ?? reports.find(({ name }) => name === undefined) ?? reports[0];
  if (report === undefined)
    return (
      <>
        <EmptyState
          icon="check"
          title={messages.report.empty.title}
          text={messages.report.empty.text}
          steps={[{ label: messages.openSuite, act: () => show("suite") }]}
        />
        <div className={styles["bar"]}>
          <OpenReport />
        </div>
      </>
    );
  return <OneReport report={report} reports={reports} />;
}

/** The reports that are kept, and the one that was opened from a file. */
function useAllReports(): readonly Report[] {
  const kept = useReports();
  const opened = useBaselines((baselines) => baselines.opened);
  return useMemo(() => (opened === undefined ? kept : [reportOfFile(opened), ...kept]), [kept, opened]);
}

function OneReport({ report, reports }: { readonly report: Report; readonly reports: readonly Report[] }) {
  const texts = useTexts(checksMessages);
  const { messages, page, language } = texts;
  const begun = useChecks((checks) => checks.begun);
  const current = useChecks((checks) => checks.progress?.current);
  const isUnderWay = useChecks((checks) => isRunning(checks.progress) && checks.begun?.kind === report.kind);
  const showReport = useChecks((checks) => checks.showReport);
  const known = useKnownChecks(reports);
  const { exactly } = agesOf(language);
  const [filter, setFilter] = useState<Filter>("all");
  const against = useBaselines((baselines) => baselines.against);
  const baseline = baselineFor(report, reports, against);
  const rows = useReportRows(report, baseline, known);
  const isOpened = report.kind === openedKind;
  const counts = countOutcomes(rows);
  const asked = rows.filter(isAsked);
  const bad = rows.filter(({ outcome }) => outcome === "failed");
  const spent = sumText(spentIn(report.records), texts);
  const shown =
    filter === "all"
      ? asked
      : filter === "failed"
        ? asked.filter(({ outcome }) => outcome !== "passed")
        : asked.filter(({ changed }) => changed);
  const services = servicesOf(report, texts);
  const name = nameOfReport(report, known, texts);

  function save(format: ReportFormat): void {
    const { at, again } = report;
    const text = writeReport({ name, at, of: report.of, again, services }, rows, format, language);
    saveFile(new Blob([text], { type: files[format].type }), `report.${format}`);
  }

  return (
    <>
      <div className={styles["bar"]}>
        <label className="line note">
          {messages.report.which}
          <Select value={report.kind} onChange={({ target }) => showReport(target.value)}>
            <Options
              of={reports}
              value={(each) => each.kind}
              label={(each) => [nameOfReport(each, known, texts), exactly(each.at)].join(" · ")}
            />
          </Select>
        </label>
        <span className="note">
          {[
            services.length > 0 ? messages.report.service(services.join(page.between.list)) : "",
            asked.length < report.of ? messages.report.part(asked.length, report.of) : "",
            spent === "" ? "" : messages.report.spent(spent),
            report.again > 0 ? messages.report.again(report.again) : "",
          ]
            .filter((part) => part !== "")
            .join(" · ")}
        </span>
      </div>
      <div className={styles["bar"]}>
        <Segmented
          small
          label={messages.report.filter}
          value={filter}
          onChange={setFilter}
          options={optionsOf(filters, messages.report.filters)}
        />
        <span className={styles["counts"]} data-tone={bad.length > 0 ? "bad" : "good"}>
          {messages.report.count(counts.passed, bad.length, counts.not_judged)}
        </span>
        {counts.changed > 0 && (
          <span className="note">
            {baseline === undefined
              ? messages.report.changedCount(counts.changed)
              : messages.report.movedCount(counts.changed)}
          </span>
        )}
        {bad.length > 0 && !isOpened && (
          <RunButton
            again
            checks={bad.map(({ check }) => check)}
            kind={report.from ?? report.kind}
            label={messages.report.failedAgain(bad.length)}
          />
        )}
        <SelectButton
          label={messages.report.exporting(rows.length)}
          button={messages.report.save}
          options={reportFormats.map((value) => ({ value, label: files[value].name }))}
          onPress={save}
        />
      </div>
      <KeepReport report={report} reports={reports} known={known} baseline={baseline} />
      {!isUnderWay && <Unfinished report={report} rows={rows} />}
      {shown.length === 0 ? (
        asked.length > 0 && <EmptyState icon="check" title={messages.report.nothing} />
      ) : (
        <ul className={styles["report"]} aria-label={messages.views.report}>
          {groupRefusals(shown).map((row) =>
            "rule" in row ? (
              <RuleRow key={row.rule.rule.en} rule={row.rule} rows={row.rows}>
                {!isOpened && (
                  <RunButton
                    again
                    checks={row.rows.map(({ check }) => check)}
                    kind={report.from ?? report.kind}
                    label={messages.suite.runRule(row.rows.length)}
                  />
                )}
              </RuleRow>
            ) : (
              <ReportRow
                key={row.check.id}
                row={row}
                running={begun?.kind === report.kind && current?.includes(row.check.id) === true}
              />
            ),
          )}
        </ul>
      )}
    </>
  );
}

/** What a run hasn't come to, and what was sent and nobody heard of again: each is sent by a press of its own. */
function Unfinished({ report, rows }: { readonly report: Report; readonly rows: readonly Row[] }) {
  const { messages, page, of } = useTexts(checksMessages);
  // What a person stopped on this page goes on above.
  const isStopped = useChecks(({ progress, begun }) => progress?.status === "stopped" && begun?.kind === report.kind);
  const unasked = rows.filter((row) => !isAsked(row));
  const unanswered = rows.filter(({ record }) => record?.last.reason === "unanswered");
  if (unasked.length + unanswered.length === 0) return null;
  const ended = unasked.find(({ record }) => record !== undefined)?.record?.last.reason;
  const again = report.name === undefined ? ({ again: true, kind: report.kind } as const) : undefined;
  const checksOf = (left: readonly Row[]) => left.map(({ check }) => check);
  return (
    <div ref={toShownView} className={styles["bar"]}>
      <Notice tone="warn">
        {[
          ended === undefined ? "" : of(reasonTexts[ended]),
          unasked.length === 0 ? "" : messages.report.unasked(unasked.length),
          unanswered.length === 0 ? "" : messages.report.unanswered(unanswered.length),
        ]
          .filter((part) => part !== "")
          .join(page.between.sentences)}
      </Notice>
      {again !== undefined && unasked.length > 0 && !isStopped && (
        <RunButton {...again} checks={checksOf(unasked)} label={messages.goOn(unasked.length)} />
      )}
      {again !== undefined && unanswered.length > 0 && (
        <RunButton
          {...again}
          checks={checksOf(unanswered)}
          label={messages.report.unansweredAgain(unanswered.length)}
        />
      )}
    </div>
  );
}

function isAsked({ record }: Row): boolean {
  return record !== undefined && wasAsked(record.last);
}

/** Everything that could have been run: the cases, and the suite, which is fetched where a report is about it. */
function useKnownChecks(reports: readonly Report[]): readonly Check[] {
  const { records } = useCases();
  const suite = useChecks((checks) => checks.suite);
  const openSuite = useChecks((checks) => checks.openSuite);
  const needsSuite = reports.some(({ kind, from = kind }) => partOfSuite(from) !== undefined);
  useEffect(() => {
    if (needsSuite) openSuite();
  }, [needsSuite, openSuite]);
  return useMemo(() => [...records.flatMap(checksOfCase), ...(suite ?? [])], [records, suite]);
}
