import { type ReactNode, useState } from "react";
import { countOutcomes, type ReportRow as Row } from "../../conformance/report/report.ts";
import type { CoveredRule } from "../../conformance/suite/covered.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import parts from "../../core/takes/parts.module.css";
import { Icon } from "../../kit/icon.tsx";
import styles from "./checks.module.css";
import { checksMessages } from "./messages/index.ts";
import { ReportRow } from "./report-row.tsx";
import { useChecks } from "./use-checks.ts";

/** A rule with how many of its checks passed; opened, it shows each with its requests, before they are sent too. */
export function RuleRow({
  rule,
  rows,
  children,
}: {
  readonly rule: CoveredRule;
  readonly rows: readonly Row[];
  /** What can be done with all of them. */
  readonly children?: ReactNode;
}) {
  const { messages, of } = useTexts(checksMessages);
  const [open, setOpen] = useState(false);
  const current = useChecks((checks) => checks.progress?.current);
  const { passed, failed, not_judged } = countOutcomes(rows);
  const tone = failed > 0 ? "bad" : passed === rows.length ? "good" : "quiet";
  const wasRun = rows.some(({ record }) => record !== undefined);
  const others = [
    failed > 0 ? messages.report.failedCount(failed) : "",
    wasRun && not_judged > 0 ? messages.report.notJudgedCount(not_judged) : "",
  ].filter((part) => part !== "");
  return (
    <li>
      <details className="folds" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon name="chevron" size={0.875} />
          <span className="note">{rule.section}</span>
          <span className={styles["words"]} dir="auto">
            {of(rule.rule)}
          </span>
          <span className={styles["outcome"]}>
            <span className={parts["badge"]} data-tone={tone}>
              {wasRun ? messages.report.ofAll(passed, rows.length) : messages.suite.coverage(rows.length)}
            </span>
            {others.map((other) => (
              <span key={other}>{other}</span>
            ))}
          </span>
        </summary>
        {open && (
          <div className={styles["details"]}>
            {children !== undefined && <div className={styles["bar"]}>{children}</div>}
            <ul className={styles["report"]} aria-label={of(rule.rule)}>
              {rows.map((row) => (
                <ReportRow key={row.check.id} row={row} running={current?.includes(row.check.id) === true} />
              ))}
            </ul>
          </div>
        )}
      </details>
    </li>
  );
}
