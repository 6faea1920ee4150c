import type { ReactNode } from "react";
import { useConfig, usePlayground, useSound } from "../../core/page/playground-context.ts";
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
import { Button } from "../../kit/button.tsx";
import { LateRegion } from "../../kit/late-region.tsx";
import { type PresentMessages, presentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import { type Shown, usePresenter } from "./use-presenter.ts";

/** Why the shown item isn't heard, large, and how it goes on. Nothing where nothing is wrong. */
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

/** The words of a message, and buttons that lead on. */
function Message({
  title,
  children,
  actions,
  shown,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: readonly (readonly [label: string, act: () => void])[];
  readonly shown: Shown;
}) {
  const { messages } = useHistoryTexts(presentMessages);
  const { go } = usePresenter();
  return (
    <LateRegion className={styles["message"]}>
      <h2>{title}</h2>
      {children}
      <div className={styles["messageActions"]}>
        {actions?.map(([label, act], index) => (
          <Button key={label} size="pill" look={index === 0 ? "main" : undefined} onClick={act}>
            {label}
          </Button>
        ))}
        {shown.index + 1 < shown.items.length && (
          <Button size="pill" look={(actions ?? []).length === 0 ? "main" : undefined} onClick={() => go(1)}>
            {messages.goOn}
          </Button>
        )}
      </div>
    </LateRegion>
  );
}

function FailureMessage({ shown }: { readonly shown: Shown }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  const { speakAgain } = usePresenter();
  const failure = useSound()?.failure;
  const { take, item } = shown;
  const config = useConfig().data;
  if (failure === undefined || take === undefined) return null;
  const { title, remedy } = failureWords(failure, config, texts);
  return (
    <Message title={title} shown={shown} actions={item?.script === undefined ? [] : [[messages.again, speakAgain]]}>
      {failure.message !== "" && <FailureExplanation failure={failure} take={take} />}
      {/* Nothing of money: people in the room aren't those who pay. The take's row says it. */}
      <p>
        {failure.kind === "rate_limited" && failure.waitUntil !== undefined ? (
          <WaitRemedy until={failure.waitUntil} />
        ) : (
          forTheRoom(failure, remedy, messages)
        )}
      </p>
    </Message>
  );
}

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
    case "websocket_blocked":
      return messages.later;
    default:
      return remedy;
  }
}

/** Sound came, or what passed for it, and the browser makes nothing of it. */
function UnplayableMessage({ shown }: { readonly shown: Shown }) {
  const { messages } = useHistoryTexts(presentMessages);
  const { speakAgain } = usePresenter();
  const isScript = shown.item?.script !== undefined;
  return (
    <Message title={messages.unplayable} shown={shown} actions={isScript ? [[messages.again, speakAgain]] : []}>
      <p>{isScript ? messages.unplayableHelp.script : messages.unplayableHelp.take}</p>
    </Message>
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
    <Message title={messages.standings[playability]} shown={shown}>
      {excerpt !== "" && (
        <p className={styles["lost"]} dir="auto">
          {excerpt.slice(0, 160)}
        </p>
      )}
      <p>{messages.standingHelp[playability]}</p>
    </Message>
  );
}

/**
 * Why the shown script isn't sent, or what is asked before it is. Nothing of money: people in the room aren't those who
 * pay.
 */
function HeldMessage({ held, shown }: { readonly held: HeldWish; readonly shown: Shown }) {
  const texts = useHistoryTexts(presentMessages);
  const { messages } = texts;
  const { submit } = usePlayground();
  const agree = () => submit.getState().agree(held);
  const { hurdle } = held;
  if (hurdle.kind === "obstacle") {
    return (
      <Message title={messages.notSpoken} shown={shown}>
        <p>{describeObstacle(hurdle.obstacle, hurdle.characters, texts)}</p>
      </Message>
    );
  }
  if (hurdle.kind === "busy") {
    return (
      <Message title={messages.notSpoken} shown={shown} actions={[[messages.again, agree]]}>
        <p>{messages.busy}</p>
      </Message>
    );
  }
  const { title, text, accept, decline, focus } = describeQuestion(hurdle, texts);
  const yes = [accept, agree] as const;
  const no = [decline, () => submit.getState().withdraw("stage")] as const;
  return (
    <Message title={title} shown={shown} actions={focus === "accept" ? [yes, no] : [no, yes]}>
      <p>{text}</p>
    </Message>
  );
}
