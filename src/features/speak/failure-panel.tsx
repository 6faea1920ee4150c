import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import { focusField } from "../../core/fields/focus-field.ts";
import { boardOf } from "../../core/page/board.ts";
import { loadPart } from "../../core/page/load-part.ts";
import type { Playground } from "../../core/page/playground.ts";
import { type Texts, useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { signOutOf } from "../../core/page/sign-out.ts";
import { failureWords } from "../../core/submit/failure-words.ts";
import { WaitRemedy } from "../../core/submit/wait-remedy.tsx";
import type { Failure } from "../../core/takes/failure.ts";
import { canGoOn, costOf, type Take } from "../../core/takes/take.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Terms } from "../../kit/terms.tsx";
import styles from "./send.module.css";
import { useSpeak } from "./speak-button.tsx";
import { toSpeak } from "./to-speak.ts";
import { useStandingFailure } from "./use-standing-failure.ts";

type ExplanationPart = ComponentType<{
  readonly failure: Failure;
  readonly take: Take;
  readonly mends?: boolean;
  readonly className?: string | undefined;
}>;

/** What puts a failure into our words, once it was asked for and came. */
let explanationPart: ExplanationPart | undefined;

/** Our words for `failure`; undefined until they are there. Where they can't be fetched, it is said as it came. */
function useExplanation(failure: Failure | undefined): ExplanationPart | undefined {
  const [FailureExplanation, setExplanation] = useState<ExplanationPart | undefined>(() => explanationPart);
  const wanted = failure !== undefined && failure.message !== "" && FailureExplanation === undefined;
  useEffect(() => {
    if (!wanted) return;
    loadPart(() => import("../../core/submit/failure-explanation.tsx")).then(
      (loaded) => {
        explanationPart = loaded.default;
        setExplanation(() => loaded.default);
      },
      () => setExplanation(() => AsItCame),
    );
  }, [wanted]);
  return FailureExplanation;
}

/**
 * What went wrong with the latest take: what happened, what it may have cost, what to do. Its live region stands there
 * before, and is busy until its words are the last ones, so that screen readers read it, and once.
 */
export function FailurePanel() {
  const texts = useTexts();
  const standing = useStandingFailure();
  const playground = usePlayground();
  const config = useConfig().data;
  const panel = useRef<HTMLDivElement>(null);
  const shown = standing?.take;
  const FailureExplanation = useExplanation(standing?.failure);

  // Where the column is too low for everything, the script goes out of sight rather than the reason: Speak stays in any
  // case.
  useLayoutEffect(() => {
    const column = panel.current?.closest("main");
    if (shown === undefined || panel.current === null || column == null) return;
    const watch = new ResizeObserver(() => column.scrollTo({ top: column.scrollHeight }));
    watch.observe(panel.current);
    return () => watch.disconnect();
  }, [shown]);

  if (standing === undefined) return <div role="alert" />;
  const { take, failure, byHand, dismiss } = standing;
  const { page, of } = texts;
  const { kind, message, field } = failure;
  const { title, remedy, action } = failureWords(failure, config, texts);
  const isRefused = kind === "refused" || kind === "playground_refused";
  const link = (label: string, act: () => void) => (
    <Button look="link" className={styles["link"]} onClick={act}>
      {label}
    </Button>
  );
  return (
    <div
      ref={panel}
      role="alert"
      data-failure=""
      aria-busy={message !== "" && FailureExplanation === undefined ? true : undefined}
      className={styles["failure"]}
    >
      <Icon name="warning" size={1.375} />
      <div ref={toSpeak} className="grow">
        <h2>{title}</h2>
        {message !== "" &&
          (FailureExplanation === undefined ? (
            <AsItCame failure={failure} />
          ) : (
            <FailureExplanation failure={failure} take={take} mends={!byHand} className={styles["said"]} />
          ))}
        <p>
          {field !== undefined &&
            !byHand &&
            link(page.failure.goTo(of(field.label)), () => focusField(playground, field.key))}
          {action === "http" &&
            !byHand &&
            link(page.failure.useHttp, () => playground.settings.setState({ transport: "http" }))}
          {action === "other_model" &&
            !byHand &&
            link(page.failure.goTo(page.models.label), () => focusField(playground, "model"))}
          {action === "again" && !byHand && <AgainButton take={take} />}
          {action === "other_key" &&
            link(page.connection.otherKey, () => void signOutOf(playground).getState().leave())}
          {isRefused && byHand && link(page.failure.byHand, () => leadToHand(playground, take))}
          {kind === "rate_limited" && failure.waitUntil !== undefined ? (
            <WaitRemedy until={failure.waitUntil} />
          ) : (
            <span>{isRefused && byHand ? page.failure.byHandRemedy : remedy}</span>
          )}
          {page.between.sentences}
          <span>{page.failure.costs[costOf(failure, playground.library.row(take.id))]}</span>
          {hasAnswer(failure) && (
            <>
              {page.between.sentences}
              {link(page.failure.wholeAnswer, () => leadToAnswer(playground, take))}
            </>
          )}
        </p>
        <dl className={styles["facts"]}>
          <Terms of={facts(failure, texts)} />
        </dl>
      </div>
      <IconButton ref={toSpeak} icon="close" label={page.failure.close} onClick={dismiss} />
    </div>
  );
}

/** Speaks what the page shows, or what wasn't spoken yet of a take in parts. */
function AgainButton({ take: { id } }: { readonly take: Take }) {
  const { page } = useTexts();
  const playground = usePlayground();
  const { library, submit } = playground;
  const { goOn } = submit.getState();
  const { running, press } = useSpeak();
  const row = library.row(id);
  const isPart = row !== undefined && canGoOn(row);

  function pressGoOn(): void {
    const told: Parameters<typeof goOn>[1] = ({ kind }) => {
      if (kind === "gone" || kind === "elsewhere" || kind === "busy") boardOf(playground).getState().tell(kind);
    };
    goOn(id, told, "page");
  }

  return (
    // While something is sent, that press would stop it.
    <Button look="link" single off={running && !isPart} className={styles["link"]} onClick={isPart ? pressGoOn : press}>
      {isPart ? page.failure.goOn : page.failure.again}
    </Button>
  );
}

/** Where requests are written by hand, few visitors ever are. */
function leadToHand(playground: Playground, take: Take): void {
  import("./back-to-hand.ts").then(
    ({ backToHand }) => backToHand(playground, take),
    // Off line: the board says so itself.
    () => boardOf(playground).getState().bringUp("request"),
  );
}

/** Whether something came that says more than fits here. */
function hasAnswer({ status, kind, message }: Failure): boolean {
  return status !== undefined || kind === "task_failed" || message !== "";
}

function leadToAnswer(playground: Playground, take: Take): void {
  import("./back-to-hand.ts").then(
    ({ leadToAnswer: lead }) => lead(playground, take),
    () => boardOf(playground).getState().bringUp("request"),
  );
}

function AsItCame({ failure }: { readonly failure: Failure }) {
  return <p className={styles["said"]}>{failure.message}</p>;
}

function facts({ status, code, param, requestId }: Failure, { page }: Texts): readonly (readonly [string, string])[] {
  const all: readonly (readonly [string, string | undefined])[] = [
    [page.failure.status, status === undefined ? undefined : String(status)],
    [page.failure.code, code],
    [page.failure.param, param],
    [page.failure.requestId, requestId],
  ];
  return all.flatMap(([term, value]) => (value === undefined || value === "" ? [] : [[term, value] as const]));
}
