import { useEffect } from "react";
import type { Check } from "../../conformance/checks/check.ts";
import { reportOf } from "../../conformance/report/report.ts";
import { mostParallel } from "../../conformance/run/repeat.ts";
import { needsReference } from "../../conformance/suite/index.ts";
import { belongsTo, coveredRules, documentRules } from "../../conformance/suite/rules.ts";
import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { Button } from "../../kit/button.tsx";
import { Check as Checkbox } from "../../kit/check.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { Notice } from "../../kit/notice.tsx";
import { optionsOf, Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import styles from "./checks.module.css";
import { type SuitePart, suiteScopes } from "./checks.ts";
import { usualReference } from "./environment.ts";
import { checksMessages } from "./messages/index.ts";
import { priceText } from "./price-text.ts";
import { ruleScope, suiteKind } from "./reports.ts";
import { RuleRow } from "./rule-row.tsx";
import { RunButton } from "./run-button.tsx";
import { useChecks, useRuns } from "./use-checks.ts";

const costsOf: Readonly<Record<SuitePart["scope"], readonly Check["cost"][]>> = {
  quick: ["free"],
  usual: ["free", "small"],
  all: ["free", "small", "large"],
};

/** The built-in suite: which part of it is run, what that costs, and what of the document it covers. */
export function SuiteView() {
  const { messages, page } = useTexts(checksMessages);
  const suite = useChecks((checks) => checks.suite);
  const failed = useChecks((checks) => checks.suiteFailed);
  const openSuite = useChecks((checks) => checks.openSuite);
  useEffect(() => openSuite(), [openSuite]);
  if (suite !== undefined) return <Suite suite={suite} />;
  if (!failed) return <p className="note">{messages.suite.loading}</p>;
  return (
    <div className={styles["bar"]}>
      <Notice tone="warn">{messages.suite.failed}</Notice>
      <Button ref={toShownView} onClick={openSuite}>
        {page.words.tryAgain}
      </Button>
    </div>
  );
}

function Suite({ suite }: { readonly suite: readonly Check[] }) {
  const texts = useTexts(checksMessages);
  const { messages, page, of } = texts;
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
  const { scope, section } = useChecks((checks) => checks.part);
  const choosePart = useChecks((checks) => checks.choosePart);
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
        {messages.suite.about(there.length)}
        {page.between.sentences}
        {embedded ? messages.suite.beyondAbout : messages.suite.remoteAbout}
      </p>
      <div className={styles["bar"]}>
        <Segmented
          small
          label={messages.suite.scope}
          value={scope}
          onChange={(chosenScope) => choosePart({ scope: chosenScope })}
          options={optionsOf(suiteScopes, messages.suite.scopes, messages.suite.scopesAbout)}
        />
        <label className="line note">
          {messages.sections}
          <Select value={section} onChange={({ target }) => choosePart({ section: target.value })}>
            <option value="">{messages.suite.every}</option>
            <Options of={sections} />
          </Select>
        </label>
        <label className="line note">
          {messages.parallel}
          <Select value={parallel} onChange={({ target }) => setParallel(Number(target.value))}>
            <Options of={[1, 2, 4, mostParallel]} />
          </Select>
        </label>
      </div>
      <Checkbox checked={controls} onChange={setControls}>
        {messages.suite.controls}
      </Checkbox>
      <p className="note">{controls ? messages.suite.controlsOn : messages.suite.controlsOff}</p>
      <label className={styles["field"]}>
        {messages.suite.reference}
        <input type="url" value={reference} onChange={({ target }) => setReference(target.value)} />
        <small>{messages.suite.referenceHelp}</small>
      </label>
      <div className={styles["bar"]}>
        <RunButton main checks={chosen} kind={kind} label={messages.runAll(chosen.length)} />
        {failed.length > 0 && (
          <RunButton
            again
            checks={failed.map(({ check }) => check)}
            kind={kind}
            label={messages.suite.failedOnly(failed.length)}
          />
        )}
        <span className="note">{priceText(chosen, { embedded, parallel, controls }, texts).text}</span>
      </div>
      <h3>{messages.suite.rules}</h3>
      <ul className={styles["report"]} aria-label={messages.suite.rules}>
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
                label={messages.suite.runRule(checks.length)}
              />
              <span className="note">{priceText(checks, { embedded, parallel, controls }, texts).text}</span>
            </RuleRow>
          );
        })}
      </ul>
      <h3>{messages.suite.unseen}</h3>
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
