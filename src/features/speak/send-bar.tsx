import { type ReactNode, useMemo } from "react";
import { useStore } from "zustand";
import type { Problem } from "../../contract/problems.ts";
import { MendButton } from "../../core/fields/field-row.tsx";
import { focusField } from "../../core/fields/focus-field.ts";
import { ProblemText } from "../../core/fields/problem-text.tsx";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, usePlayground, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { derivePrice } from "../../core/submit/derive.ts";
import type { FieldState } from "../../core/submit/derive-form.ts";
import { describeObstacle, describePrice, explainPrice } from "../../core/submit/describe-plan.ts";
import { questionOf } from "../../core/submit/questions.ts";
import { useHeldWish } from "../../core/submit/use-held-wish.ts";
import { fieldOfParam } from "../../core/takes/failure.ts";
import { voiceInSight } from "../../core/voices/voice-in-sight.ts";
import { Button } from "../../kit/button.tsx";
import { Hint } from "../../kit/hint.tsx";
import { Notice } from "../../kit/notice.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import { FailurePanel } from "./failure-panel.tsx";
import { ModeSentence, ModeSwitch, switchReason } from "./mode-switch.tsx";
import styles from "./send.module.css";
import { SpeakButton } from "./speak-button.tsx";
import { toSpeak } from "./to-speak.ts";

// It looks at what is written, so it can wait until the page is there.
const WritingHint = lazyWithRetry(() => import("./writing-hint.tsx"), null);

/** How long the sound of a task will be needn't be told up to this length, in characters: about a minute. */
const shortText = 1_000;

// Most texts are short.
const LongNotice = lazyWithRetry(() => import("./long-notice.tsx"), null);

// Few scripts say how they are spoken.
const DirectionsNotice = lazyWithRetry(() => import("./directions-notice.tsx"), null);

// Few requests wait for a job.
const JobNotices = lazyWithRetry(() => import("./job-notices.tsx"), null);

// Most of what is spoken is no task.
const TaskNotice = lazyWithRetry(() => import("./task-notice.tsx"), null);

// Few presses are asked about.
const SubmitQuestion = lazyWithRetry(() => import("../../core/submit/submit-question.tsx"), null);

/**
 * Everything between the script and the sound: how it is sent, what it costs, the button, and what stands in the way.
 * `children` stand before the button.
 */
export function SendBar({ children }: { readonly children?: ReactNode }) {
  return (
    <section className={styles["send"]}>
      <FailurePanel />
      <Notices />
      <Long />
      <Jobs />
      <Asked />
      <WritingHint />
      <div className={styles["bar"]}>
        <ModeSwitch />
        <ChosenVoice />
        <ModeSentence />
        <PriceTag />
        {children}
        <SpeakButton />
      </div>
      <SentTask />
    </section>
  );
}

/** What changed by itself and what stands in the way, said where one looks before pressing. */
function Notices() {
  const texts = useTexts();
  const plan = usePlan();
  const { page } = texts;
  const { settings } = usePlayground();
  const { obstacle, conflicts, fields, characters } = plan;
  const reason = switchReason(plan, texts);
  const invalid = fields.filter(({ problem }) => problem !== undefined && !isLacking(problem));
  // An empty script explains itself, and what is missing or stands in brackets is told where it belongs.
  const saidElsewhere =
    obstacle?.kind === "directions" ||
    (obstacle?.kind === "no_text" && (obstacle.directions === true || characters === 0));
  const shown = saidElsewhere ? undefined : obstacle;
  if (reason === undefined && shown === undefined && conflicts.length === 0 && invalid.length === 0) return null;
  return (
    <div className={styles["notices"]} data-notices="">
      {reason !== undefined && (
        <Notice tone="quiet" icon="arrow">
          {reason}
        </Notice>
      )}
      {shown !== undefined && (
        <Notice tone={shown.kind === "too_long" ? "warn" : "quiet"}>
          {describeObstacle(shown, characters, texts)}
          {shown.kind === "too_long" &&
            shown.instead.map(({ model, mode }) => (
              <Button
                key={`${model.id} ${mode}`}
                ref={toSpeak}
                size="pill"
                className={styles["remedy"]}
                onClick={() => {
                  settings.setState({ model: model.id });
                  // Where one of several ways was meant; else the model's own choice holds, and comes back with a
                  // shorter text.
                  if (shown.instead.some((other) => other.model === model && other.mode !== mode))
                    settings.getState().setMode(model.id, mode);
                }}
              >
                {page.speak.use(model.label, page.mode.lower[mode])}
              </Button>
            ))}
        </Notice>
      )}
      {conflicts.map((problem) => (
        <Conflict key={problem.param} problem={problem} />
      ))}
      <Invalid fields={invalid} />
    </div>
  );
}

/** Fields that contradict each other, as the form names them. */
function Conflict({ problem }: { readonly problem: Problem }) {
  const { of } = useTexts();
  const { model } = usePlan();
  const field = fieldOfParam(model, problem.param);
  const labelOf = (param: string) => {
    const meant = fieldOfParam(model, param);
    return meant === undefined ? param : of(meant.label);
  };
  const named = problem.code === "conflict" ? { ...problem, others: problem.others.map(labelOf) } : problem;
  return (
    <Notice tone="warn">
      <ProblemText problem={named} name={labelOf(problem.param)} />
      {field !== undefined && <MendButton problem={problem} field={field} className={styles["remedy"]} />}
    </Notice>
  );
}

/** What stands in the way already, and is said as such. */
function isLacking({ code }: Problem): boolean {
  return code === "missing" || code === "empty";
}

/**
 * Values that the model doesn't take; what is wrong is said at the field. They may be meant so, to see what the service
 * says: nothing is held up.
 */
function Invalid({ fields }: { readonly fields: readonly FieldState[] }) {
  const { page, of } = useTexts();
  const playground = usePlayground();
  const [first] = fields;
  if (first?.problem === undefined) return null;
  const label = of(first.field.label);
  return (
    <Notice tone="warn">
      {page.speak.invalid(fields.map(({ field }) => of(field.label)))}
      <Button size="pill" className={styles["remedy"]} onClick={() => focusField(playground, first.field.key)}>
        {page.failure.goTo(label)}
      </Button>
    </Notice>
  );
}

/** What there is to say of a text that becomes a task or is sent in parts, and of one that has directions. */
function Long() {
  const { partLimit, mode, obstacle, characters, hasDirections, followsDirections } = usePlan();
  const isLong = partLimit !== undefined || (mode === "async" && characters > shortText);
  // Of directions that are followed it is told in how many requests.
  const isToldOf = isLong && obstacle === undefined && !(hasDirections && followsDirections);
  return (
    <>
      {hasDirections && <DirectionsNotice />}
      {isToldOf && <LongNotice />}
    </>
  );
}

/** What there is to say of requests that wait for a job, while one is chosen or under way. */
function Jobs() {
  const { model, mode } = usePlan();
  const waiting = useStore(usePlayground().orphanedRequests, (state) => state.waiting);
  if (!waiting && model.modes[mode]?.waitsForJob !== true) return null;
  return <JobNotices />;
}

/** What a person is asked before something is sent. */
function Asked() {
  const held = useHeldWish("page");
  if (held === undefined || questionOf(held.hurdle) === undefined) return null;
  return (
    <div ref={toSpeak} className={styles["asked"]}>
      <SubmitQuestion place="page" look="inline" />
    </div>
  );
}

/** What became of the task that was sent last. */
function SentTask() {
  const sent = useStore(usePlayground().sentTasks, (state) => state.latest !== undefined);
  if (!sent) return null;
  return <TaskNotice />;
}

/** What a press of Speak costs, as far as the document tells. */
function PriceTag() {
  const texts = useTexts();
  const plan = usePlan();
  const script = useScript();
  const embedded = useConfig().data?.service === "embedded";
  const multiplier = useSettings((settings) => settings.multiplier);
  const price = useMemo(() => derivePrice(plan, script, multiplier), [plan, script, multiplier]);
  if (price === undefined) return null;
  return (
    <Hint text={explainPrice(plan.model.price, embedded, texts)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: how the price comes about must be reachable by keyboard */}
      <p className={styles["price"]} tabIndex={0}>
        <VisuallyHidden>{`${texts.page.price.label}${texts.page.between.colon}`}</VisuallyHidden>
        {describePrice(price, { embedded, multiplier }, texts)}
      </p>
    </Hint>
  );
}

/** Who will speak, beside Speak where the form lies below it, and the way there. */
function ChosenVoice() {
  const texts = useTexts();
  const { page, of } = texts;
  const { model, fields } = usePlan();
  const playground = usePlayground();
  const [state] = fields.filter(({ field }) => field.group === "voice");
  if (state === undefined) return null;
  const { field, value } = state;
  const label = of(field.label);
  const name = value === undefined ? label : voiceInSight(model, String(value), texts);
  return (
    <Button
      look="link"
      className={styles["chosenVoice"]}
      aria-label={`${name}${page.between.colon}${page.failure.goTo(label)}`}
      title={name}
      onClick={() => focusField(playground, field.key)}
    >
      {name}
    </Button>
  );
}
