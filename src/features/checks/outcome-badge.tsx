import type { Outcome } from "../../conformance/checks/outcome.ts";
import { hasChanged, type RunRecord } from "../../conformance/run/result.ts";
import parts from "../../core/takes/parts.module.css";
import styles from "./checks.module.css";
import { useChecksTexts } from "./use-checks.ts";

const tones: Readonly<Record<Outcome, string>> = { passed: "good", failed: "bad", not_judged: "quiet" };

/** What became of a check's last run, and whether that has changed. */
export function OutcomeBadge({ record }: { readonly record: RunRecord | undefined }) {
  const { k } = useChecksTexts();
  const outcome = record?.last.outcome ?? "not_judged";
  return (
    <span className={styles["outcome"]}>
      <span className={parts["badge"]} data-tone={tones[outcome]}>
        {k.outcomes[outcome]}
      </span>
      {record !== undefined && hasChanged(record) && (
        <span className={parts["badge"]} data-tone="warn">
          {k.changed}
        </span>
      )}
    </span>
  );
}
