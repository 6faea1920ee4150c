import type { ReactNode } from "react";
import { shorten } from "../../contract/characters.ts";
import { useConfig, useOnLine, usePlayground, useSound } from "../../core/page/playground-context.ts";
import { scriptOf } from "../../core/programme/programme-item.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { stageOf } from "../../core/stage/stage-place.ts";
import { describeObstacle } from "../../core/submit/describe-plan.ts";
import { describeQuestion } from "../../core/submit/describe-question.ts";
import FailureExplanation from "../../core/submit/failure-explanation.tsx";
import { failureWords } from "../../core/submit/failure-words.ts";
import type { HeldWish } from "../../core/submit/submit.ts";
import { useHeldWish } from "../../core/submit/use-held-wish.ts";
import { WaitRemedy } from "../../core/submit/wait-remedy.tsx";
import type { Failure } from "../../core/takes/failure.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { languageOfText } from "../../core/text/writing-system.ts";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { LateRegion } from "../../kit/late-region.tsx";
import { describeClicker } from "./describe-item.ts";
import { type PresentMessages, presentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import { type Shown, usePresenter } from "./use-presenter.ts";

/** Why the shown item isn't heard, in one calm line, and how it goes on. Nothing where nothing is wrong. */
export function StageMessage({ shown }: { readonly shown: Shown }) {
  const { tried } = usePresenter();
  const held = useHeldWish("stage");
  const { playability, take, row } = shown;
  const sound = useSound();
  const failure = sound?.failure;
  if (held !== undefined) return <HeldMessage held={held} shown={shown} />;
  if (take !== undefined && failure !== undefined && tried) return <FailureMessage shown={shown} />;
  if (take !== undefined && sound?.playback === "failed") return <UnplayableMessage shown={shown} />;
  if (playability === "gone" || playability === "silent" || playability === "unreadable")
    return <UnhearableMessage playability={playability} shown={shown} row={row} />;
  return null;
}

type Action = readonly [label: string, act: () => void];

interface MessageProps {
  /** What a room may read. */
  readonly title: ReactNode;
  /** What only those need who want to know; shown by a key. */
  readonly details: ReactNode;
  readonly actions?: readonly Action[];
  /** What the clicker's other button does about it. */
  readonly back?: Parameters<typeof describeClicker>[2];
  readonly shown: Shown;
}

/** One line, what can be done about it by hand and with a clicker, and the details on demand. */
function Message({ title, details, actions = [], back, shown }: MessageProps) {
  const { messages } = useHistoryTexts(presentMessages);
  const { go, details: wanted, toggleDetails } = usePresenter();
  const isLast = shown.index + 1 >= shown.items.length;
  return (
    <LateRegion className={styles["message"]}>
      <p data-said="">
        <strong>{title}</strong> <span>{describeClicker(messages, isLast, back)}</span>
      </p>
      {wanted && <div className={styles["details"]}>{details}</div>}
      {/* Pressed, they go with the message: the stage itself has the keyboard then. */}
      <div ref={focusAfter((rest) => rest.closest("dialog"))} className={styles["messageActions"]}>
        {actions.map(([label, act], index) => (
          <Button key={label} size="pill" look={index === 0 ? "main" : undefined} onClick={act}>
            {label}
          </Button>
        ))}
        {!isLast && (
          <Button size="pill" look={actions.length === 0 ? "main" : undefined} onClick={() => go(1)}>
            {messages.goOn}
          </Button>
        )}
        <Button
          size="pill"
          aria-expanded={wanted}
          aria-keyshortcuts={ariaKeys("present", "details")}
          onClick={toggleDetails}
        >
          {messages.details}
        </Button>
      </div>
    </LateRegion>
  );
}

function FailureMessage({ shown }: { readonly shown: Shown }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  const { again } = usePresenter();
  const playground = usePlayground();
  const failure = useSound()?.failure;
  const onLine = useOnLine();
  const { take, item } = shown;
  const config = useConfig().data;
  if (failure === undefined || take === undefined || item === undefined) return null;
  const { title, remedy } = failureWords(failure, config, texts);
  const isScript = scriptOf(item)?.form !== undefined;
  const waits = failure.kind === "rate_limited" && failure.waitUntil !== undefined;
  // It stays where the request had left: nobody knows what became of that.
  const isOver = failure.kind === "offline" && onLine;
  const signIn: Action = [messages.signIn, stageOf(playground).getState().signIn];
  return (
    <Message
      title={
        <>
          {messages.calm[isOver ? "other" : (calmly[failure.kind] ?? "other")]}{" "}
          {waits && <WaitRemedy until={failure.waitUntil} />}
        </>
      }
      shown={shown}
      back={isScript ? "again" : undefined}
      actions={[
        ...(failure.kind === "signed_out" ? [signIn] : []),
        ...(isScript ? [[messages.again, again] as const] : []),
      ]}
      details={
        <>
          <h2>{title}</h2>
          {failure.message !== "" && <FailureExplanation failure={failure} take={take} />}
          {/* Nothing of money: people in the room aren't those who pay. The take's row says it. */}
          {!waits && <p>{forTheRoom(failure, remedy, messages)}</p>}
        </>
      }
    />
  );
}

/** What a room is told of each kind of failure; the others are said in the same words. */
const calmly: Readonly<Partial<Record<Failure["kind"], keyof PresentMessages["calm"]>>> = {
  offline: "offline",
  signed_out: "signedOut",
  rate_limited: "busy",
  incomplete: "broken",
};

/** What can be done by people in a room; what only those can do who run the servers is said on the page. */
function forTheRoom({ kind }: Failure, remedy: string, messages: PresentMessages): string {
  switch (kind) {
    case "incomplete":
      return messages.incomplete;
    case "unauthorised":
    case "payment_required":
    case "service_unreachable":
    case "proxy_unreachable":
    case "proxy_refused":
    case "playground_failed":
    case "websocket_blocked":
      return messages.later;
    default:
      return remedy;
  }
}

/** Sound came, or what passed for it, and the browser makes nothing of it. */
function UnplayableMessage({ shown }: { readonly shown: Shown }) {
  const { messages } = useHistoryTexts(presentMessages);
  const { again } = usePresenter();
  const isScript = shown.item?.kind === "script";
  return (
    <Message
      title={messages.unplayable}
      shown={shown}
      back={isScript ? "again" : undefined}
      actions={isScript ? [[messages.again, again]] : []}
      details={<p>{isScript ? messages.unplayableHelp.script : messages.unplayableHelp.take}</p>}
    />
  );
}

function UnhearableMessage({
  playability,
  shown,
  row,
}: {
  readonly playability: "gone" | "silent" | "unreadable";
  readonly shown: Shown;
  readonly row: TakeRow | undefined;
}) {
  const { messages } = useHistoryTexts(presentMessages);
  const excerpt = row?.excerpt ?? shown.item?.excerpt ?? "";
  return (
    <Message
      title={
        <>
          {messages.standings[playability]}{" "}
          {excerpt !== "" && (
            <i dir="auto" lang={languageOfText(excerpt)}>
              {shorten(excerpt, 160)}
            </i>
          )}
        </>
      }
      shown={shown}
      details={<p>{messages.standingHelp[playability]}</p>}
    />
  );
}

/**
 * Why the shown script isn't sent, or what is asked before it is: that it is charged again, which whoever agrees has to
 * know, but no price, since people in the room aren't those who pay.
 */
function HeldMessage({ held, shown }: { readonly held: HeldWish; readonly shown: Shown }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  const { submit } = usePlayground();
  const { agree } = usePresenter();
  const { hurdle } = held;
  if (hurdle.kind === "obstacle") {
    const why = describeObstacle(hurdle.obstacle, hurdle.characters, texts);
    return <Message title={messages.notSpoken} shown={shown} details={<p>{why}</p>} />;
  }
  if (hurdle.kind === "busy")
    return (
      <Message
        title={messages.notSpoken}
        shown={shown}
        back="again"
        actions={[[messages.again, agree]]}
        details={<p>{messages.busy}</p>}
      />
    );
  const { title, text, accept, decline, focus } = describeQuestion(hurdle, texts);
  const yes: Action = [accept, agree];
  const no: Action = [decline, () => submit.getState().withdraw("stage")];
  return (
    <Message
      title={messages.asked[hurdle.kind]}
      shown={shown}
      back={{ answer: accept }}
      actions={focus === "accept" ? [yes, no] : [no, yes]}
      details={
        <>
          <h2>{title}</h2>
          <p>{text}</p>
        </>
      }
    />
  );
}
