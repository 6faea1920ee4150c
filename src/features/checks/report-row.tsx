import { memo, useState } from "react";
import { describeVerdict } from "../../conformance/checks/describe.ts";
import { outcomeTexts, reasonTexts } from "../../conformance/checks/outcome-texts.ts";
import { answerText } from "../../conformance/report/html.ts";
import { type ReportRow as Row, sentSteps } from "../../conformance/report/report.ts";
import { requestText } from "../../conformance/report/request-text.ts";
import {
  type CheckResult,
  isResultOf,
  isUnreachable,
  isUnsent,
  type StepResult,
  undocumented,
} from "../../conformance/run/result.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import { useOffers } from "../../core/takes/offers.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import styles from "./checks.module.css";
import { Code } from "./code.tsx";
import { nameOfService } from "./describe-report.ts";
import { FigureHistory } from "./figure-history.tsx";
import { checksMessages } from "./messages/index.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { SoundPlayer } from "./sound-player.tsx";

interface RowProps {
  readonly row: Row;
  readonly running: boolean;
}

/** One check of a report; opened, it shows what was sent, what came, and how that was judged. */
export const ReportRow = memo(function ReportRow({ row, running }: { readonly row: Row; readonly running: boolean }) {
  const { check } = row;
  const { of } = useTexts(checksMessages);
  const [open, setOpen] = useState(false);
  return (
    <li data-running={running || undefined}>
      <details className="folds" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon name="chevron" size={0.875} />
          <span className="note">{check.section}</span>
          <span className={styles["words"]} dir="auto">
            {of(check.rule)}
          </span>
          <OutcomeBadge {...row} />
        </summary>
        {open && <Details {...row} />}
      </details>
    </li>
  );
}, isSame);

/** Rows are told anew with each piece of news of a run; few of them have changed then. */
function isSame(one: RowProps, other: RowProps): boolean {
  const [a, b] = [one.row, other.row];
  return (
    one.running === other.running &&
    a.check === b.check &&
    a.record?.last === b.record?.last &&
    a.record?.before === b.record?.before &&
    a.outcome === b.outcome &&
    a.changed === b.changed &&
    a.soundBefore === b.soundBefore &&
    a.moved?.join() === b.moved?.join()
  );
}

function Details(row: Row) {
  const { check, record, moved = [], sound, soundBefore } = row;
  const texts = useTexts(checksMessages);
  const { messages, page, language, of } = texts;
  const actions = useTakeActions();
  const ages = agesOf(language);
  const { last, before } = record ?? {};
  const [take, earlier] = [last?.take, before?.take];
  const { compare } = useOffers();
  const steps = sentSteps(row);
  return (
    <div className={styles["details"]}>
      {last !== undefined && (
        <p className="note">
          {ages.exactly(last.at)} · {nameOfService(last, texts)}
          {before !== undefined && (
            <> · {messages.report.before(of(outcomeTexts[before.outcome]), ages.exactly(before.at))}</>
          )}
          {check.section !== "" && (
            <>
              {" · "}
              <code>{check.id}</code>
            </>
          )}
        </p>
      )}
      {take !== undefined && (
        <div className={styles["bar"]}>
          <Button onClick={() => actions.open(take, true)}>{messages.report.take}</Button>
          {earlier !== undefined && earlier !== take && compare !== undefined && (
            <Button onClick={() => actions.compareAll([earlier, take])}>{messages.report.compare}</Button>
          )}
        </div>
      )}
      {(take === undefined || soundBefore !== undefined) && (
        <div className={styles["bar"]}>
          {take === undefined && <SoundPlayer last={last} file={sound} label={messages.report.sound} />}
          {(soundBefore !== undefined || (before?.sound !== undefined && before.sound !== last?.sound)) && (
            <SoundPlayer last={before} file={soundBefore} label={messages.report.soundBefore} />
          )}
        </div>
      )}
      {moved.length > 0 && (
        <ul className={styles["verdicts"]}>
          {moved.map((each) => (
            <li key={each} data-tone="bad" dir="auto">
              <span aria-hidden="true">✗</span> {each}
            </li>
          ))}
        </ul>
      )}
      {last !== undefined && !isResultOf(check, last) && <p className="note">{messages.report.edited}</p>}
      {steps.map((step) => {
        const answer = last?.steps.find(({ name }) => name === step.name);
        return (
          <div key={step.name} className={styles["step"]}>
            {steps.length > 1 && <h3 dir="auto">{step.name}</h3>}
            {step.control && <p className="note">{messages.report.control}</p>}
            <Verdicts result={answer} last={last} />
            <div className="columns">
              <div>
                <p className={styles["caption"]}>{messages.report.request}</p>
                <Code
                  label={`${messages.report.request}${page.between.colon}${check.id} ${step.name}`}
                  text={requestText(step.request)}
                />
              </div>
              <div>
                <p className={styles["caption"]}>{messages.report.answer}</p>
                <Code
                  label={`${messages.report.answer}${page.between.colon}${check.id} ${step.name}`}
                  text={answer === undefined ? "–" : answerText(answer)}
                />
              </div>
            </div>
          </div>
        );
      })}
      <FigureHistory id={check.id} address={last?.address} />
    </div>
  );
}

function Verdicts({
  result,
  last,
}: {
  readonly result: StepResult | undefined;
  readonly last: CheckResult | undefined;
}) {
  const { messages, language, of } = useTexts(checksMessages);
  if (result === undefined) {
    if (last?.lacks !== undefined) return <p className="note">{messages.report.lacks(last.lacks)}</p>;
    const unasked = last?.steps.length === 0 ? last.reason : undefined;
    return unasked === undefined ? null : <p className="note">{of(reasonTexts[unasked])}</p>;
  }
  if (result.failure === undocumented) return <p data-tone="bad">{messages.report.undocumented}</p>;
  if (isUnsent(result)) return <p className="note">{messages.report.unsent}</p>;
  if (result.failure !== undefined)
    return (
      <p className="note">
        {isUnreachable(result) ? messages.report.unreachable : messages.report.noAnswer(result.failure)}
      </p>
    );
  if (result.unjudged !== undefined) return <p className="note">{of(reasonTexts[result.unjudged])}</p>;
  if (result.verdicts.length === 0) return <p className="note">{messages.report.nothingJudged}</p>;
  return (
    <ul className={styles["verdicts"]}>
      {result.verdicts.map((verdict) => {
        const text = describeVerdict(verdict, language);
        return (
          <li key={text} data-tone={verdict.ok ? "good" : verdict.unjudged === undefined ? "bad" : undefined}>
            <span aria-hidden="true">{verdict.ok ? "✓" : verdict.unjudged === undefined ? "✗" : "–"}</span> {text}
            {verdict.unjudged !== undefined && ` (${of(reasonTexts[verdict.unjudged])})`}
          </li>
        );
      })}
    </ul>
  );
}
