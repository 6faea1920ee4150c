import { useEffect, useState } from "react";
import type { Check } from "../../conformance/checks/check.ts";
import { needsReference } from "../../conformance/suite/index.ts";
import { documentRules } from "../../conformance/suite/rules.ts";
import { useConfig, usePlayground } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Check as Checkbox } from "../../kit/check.tsx";
import { Notice } from "../../kit/notice.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { Select } from "../../kit/select.tsx";
import styles from "./checks.module.css";
import { usualReference } from "./checks.ts";
import { priceText } from "./price-text.ts";
import { reportOf } from "./report.ts";
import { ruleScope, suiteKind } from "./reports.ts";
import { belongsTo, coveredRules } from "./rule-groups.ts";
import { RuleRow } from "./rule-row.tsx";
import { RunButton } from "./run-button.tsx";
import { useChecks, useChecksTexts, useRuns } from "./use-checks.ts";

const scopes = ["quick", "usual", "all"] as const;
type Scope = (typeof scopes)[number];
const costsOf: Readonly<Record<Scope, readonly Check["cost"][]>> = {
  quick: ["free"],
  usual: ["free", "small"],
  all: ["free", "small", "large"],
};

/** The built-in suite: which part of it is run, what that costs, and what of the document it covers. */
export function SuiteView() {
  const { k } = useChecksTexts();
  const suite = useChecks((checks) => checks.suite);
  const failed = useChecks((checks) => checks.suiteFailed);
  const openSuite = useChecks((checks) => checks.openSuite);
  useEffect(() => openSuite(), [openSuite]);
  if (suite !== undefined) return <Suite suite={suite} />;
  if (!failed) return <p className="note">{k.suite.loading}</p>;
  return (
    <div className={styles["bar"]}>
      <Notice tone="warn">{k.suite.failed}</Notice>
      <Button onClick={openSuite}>{k.suite.retry}</Button>
    </div>
  );
}

function Suite({ suite }: { readonly suite: readonly Check[] }) {
  const texts = useChecksTexts();
  const { k, of } = texts;
  const playground = usePlayground();
  const config = useConfig().data;
  const embedded = config?.service === "embedded";
  const parallel = useChecks((checks) => checks.parallel);
  const setParallel = useChecks((checks) => checks.setParallel);
  const controls = useChecks((checks) => checks.controls);
  const setControls = useChecks((checks) => checks.setControls);
  const given = useChecks((checks) => checks.reference);
  const setReference = useChecks((checks) => checks.setReference);
  const reference = given ?? usualReference(playground);
  const runs = useRuns();
  const [scope, setScope] = useState<Scope>("quick");
  const [section, setSection] = useState("");
  const there = suite.filter((check) => embedded || check.beyond !== true);
  const isPossible = (check: Check) => reference !== "" || !needsReference(check);
  const chosen = there.filter(
    (check) =>
      costsOf[scope].includes(check.cost) && (section === "" || check.section === section) && isPossible(check),
  );
  const failed = reportOf(chosen, runs).filter(({ outcome }) => outcome === "failed");
  const kind = suiteKind(scope, section);
  const sections = [...new Set(there.map((check) => check.section))];
  return (
    <div className="stack">
      <p className="note">
        {k.suite.about(there.length)} {embedded ? k.suite.beyondAbout : k.suite.remoteAbout}
      </p>
      <div className={styles["bar"]}>
        <Segmented
          small
          label={k.suite.scope}
          value={scope}
          onChange={setScope}
          options={scopes.map((value) => ({
            value,
            label: k.suite.scopes[value],
            description: k.suite.scopesAbout[value],
          }))}
        />
        <label className="line note">
          {k.sections}
          <Select value={section} onChange={({ target }) => setSection(target.value)}>
            <option value="">{k.suite.every}</option>
            {sections.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </label>
        <label className="line note">
          {k.parallel}
          <Select value={parallel} onChange={({ target }) => setParallel(Number(target.value))}>
            {[1, 2, 4, 8].map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </label>
      </div>
      <Checkbox checked={controls} onChange={setControls}>
        {k.suite.controls}
      </Checkbox>
      <p className="note">{controls ? k.suite.controlsOn : k.suite.controlsOff}</p>
      <label className={styles["field"]}>
        {k.suite.reference}
        <input type="url" value={reference} onChange={({ target }) => setReference(target.value)} />
        <small>{k.suite.referenceHelp}</small>
      </label>
      <div className={styles["bar"]}>
        <RunButton main checks={chosen} kind={kind} label={k.runAll(chosen.length)} />
        {failed.length > 0 && (
          <RunButton
            again
            checks={failed.map(({ check }) => check)}
            kind={kind}
            label={k.suite.failedOnly(failed.length)}
          />
        )}
        <span className="note">{priceText(chosen, { embedded, parallel, controls }, texts).text}</span>
      </div>
      <h3>{k.suite.rules}</h3>
      <ul className={styles["report"]} aria-label={k.suite.rules}>
        {coveredRules.map((rule) => {
          const rows = reportOf(
            there.filter((check) => belongsTo(rule, check)),
            runs,
          );
          const checks = rows.map(({ check }) => check).filter(isPossible);
          return (
            <RuleRow key={rule.rule.en} rule={rule} rows={rows}>
              <RunButton
                checks={checks}
                kind={suiteKind(ruleScope, rule.checks[0])}
                label={k.suite.runRule(checks.length)}
              />
              <span className="note">{priceText(checks, { embedded, parallel, controls }, texts).text}</span>
            </RuleRow>
          );
        })}
      </ul>
      <h3>{k.suite.unseen}</h3>
      <ul className={styles["unseen"]}>
        {documentRules.map((rule) =>
          "reason" in rule ? (
            <li key={rule.rule.en}>
              <b>
                {rule.section} {of(rule.rule)}
              </b>{" "}
              {of(rule.reason)}
            </li>
          ) : null,
        )}
      </ul>
    </div>
  );
}
