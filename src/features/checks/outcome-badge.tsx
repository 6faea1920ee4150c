import type { Outcome } from "../../conformance/checks/outcome.ts";
import { outcomeTexts } from "../../conformance/checks/outcome-texts.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import parts from "../../core/takes/parts.module.css";
import styles from "./checks.module.css";
import { checksMessages } from "./messages/index.ts";

const tones: Readonly<Record<Outcome, string>> = { passed: "good", failed: "bad", not_judged: "quiet" };

/** What became of a check's last run, and whether that has changed. */
export function OutcomeBadge({ outcome, changed }: Pick<ReportRow, "outcome" | "changed">) {
  const { messages, of } = useTexts(checksMessages);
  return (
    <span className={styles["outcome"]}>
      <span className={parts["badge"]} data-tone={tones[outcome]}>
        {of(outcomeTexts[outcome])}
      </span>
      {changed && (
        <span className={parts["badge"]} data-tone="warn">
          {messages.changed}
        </span>
      )}
    </span>
  );
}
