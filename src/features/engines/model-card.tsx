import { useId, useState } from "react";
import { useStore } from "zustand";
import { isUnderWay, type VoiceModel, type VoiceModelChange } from "../../contract/voice-models.ts";
import { consentOf } from "../../core/consent/consent.ts";
import { ConsentCheck } from "../../core/consent/consent-check.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { LateRegion } from "../../kit/late-region.tsx";
import { Notice } from "../../kit/notice.tsx";
import styles from "./engines.module.css";
import { type EngineTexts, engineMessages } from "./messages/index.ts";
import { Unanswered } from "./unanswered.tsx";
import { useModelChange } from "./voice-models.ts";

interface ModelCardProps {
  readonly model: VoiceModel;
  /** The model that it needs beside it and that isn't here. */
  readonly missing: VoiceModel | undefined;
  /** Whether the sentence that it spoke is heard, and whether it couldn't be. */
  readonly heard: boolean;
  readonly unheard: boolean;
  readonly onHear: (sample: number) => void;
}

/** One model: what it is, how far it is, and what can be done with it. */
export function ModelCard({ model, missing, heard, unheard, onHear }: ModelCardProps) {
  const texts = useTexts(engineMessages);
  const { messages, page } = texts;
  const [removing, setRemoving] = useState(false);
  const id = useId();
  const { name, state, problem, sample } = model;
  const change = useModelChange(name);
  return (
    <li className={styles["model"]} data-state={state} aria-labelledby={id}>
      <h3 id={id} className="line close">
        {name}
        {state === "installed" && <Icon name="check" />}
      </h3>
      <p>{describeModel(model, texts)}</p>
      {missing !== undefined && <p>{messages.needs(missing.name, messages.megabytes(missing.megabytes))}</p>}
      <Progress model={model} />
      {/* The state alone: the bytes beside it would be read out without an end. */}
      <Announcer text={state === "absent" ? "" : messages.states[state]} />
      {problem !== undefined && (
        <LateRegion>
          <Notice tone="warn">
            <strong>{messages.problems[problem.code]}</strong>
            <span className={styles["detail"]}>{problem.message}</span>
          </Notice>
        </LateRegion>
      )}
      <Unanswered failure={change.error} />
      {unheard && (
        <LateRegion>
          <Notice tone="warn">{messages.unheard}</Notice>
        </LateRegion>
      )}
      {removing ? (
        <div key="sure" ref={toNextAction} className="inline">
          <span>{messages.sure}</span>
          <Button
            look="main"
            autoFocus
            onClick={() => {
              setRemoving(false);
              change.mutate({ action: "remove" });
            }}
          >
            {messages.removeNow}
          </Button>
          <Button onClick={() => setRemoving(false)}>{messages.keep}</Button>
        </div>
      ) : (
        <div key="actions" className="inline">
          <Actions model={model} busy={change.isPending} onChange={change.mutate} />
          {sample !== undefined && (
            <Button data-on={heard || undefined} onClick={() => onHear(sample)}>
              <Icon name={heard ? "stop" : "play"} size={0.875} />
              {heard ? page.words.stop : messages.hear}
            </Button>
          )}
          {(state === "installed" || state === "partial" || state === "incomplete") && (
            <Button off={change.isPending} onClick={() => setRemoving(true)}>
              {messages.remove}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The focus of what was pressed goes on to what can be done next with its model. */
const toNextAction = focusAfter((rest) => rest.closest("li")?.querySelector("button:enabled"));

function describeModel(
  { kind, languages, voices, megabytes, licence, leftOut }: VoiceModel,
  texts: EngineTexts,
): string {
  const { messages } = texts;
  return [
    messages.languages(languages),
    ...(voices === 0 ? [] : [messages.voices(voices)]),
    ...(kind === "cloning" || kind === "recognition" ? [messages.kinds[kind]] : []),
    messages.megabytes(megabytes),
    licence,
    ...(leftOut === true ? [messages.leftOut] : []),
  ].join(" · ");
}

/** How far it is, with a bar while it comes. */
function Progress({ model }: { readonly model: VoiceModel }) {
  const { messages, numbers } = useTexts(engineMessages);
  const { state, received, total, megabytes } = model;
  if (!isUnderWay(model) && state !== "partial") {
    return state === "installed" || state === "incomplete" ? <p>{messages.states[state]}</p> : null;
  }
  // How large it is, is told before the answer tells it exactly.
  const whole = total ?? megabytes * 1_000_000;
  const text =
    received === undefined
      ? messages.states[state]
      : messages.part(messages.states[state], received / 1e6, whole / 1e6);
  const share = state === "downloading" || state === "partial" ? Math.min(1, (received ?? 0) / whole) : undefined;
  return (
    <div className={styles["progress"]}>
      <progress aria-label={messages.progress(model.name)} max={1} {...(share === undefined ? {} : { value: share })} />
      <span>{share === undefined ? text : `${text} (${numbers.integer(Math.floor(100 * share))} %)`}</span>
    </div>
  );
}

interface ActionsProps {
  readonly model: VoiceModel;
  /** Whether an answer about it is awaited. */
  readonly busy: boolean;
  readonly onChange: (change: Omit<VoiceModelChange, "name">) => void;
}

/** The one thing that is to be done next. */
function Actions({ model, busy, onChange }: ActionsProps) {
  const { messages, page } = useTexts(engineMessages);
  const consents = useStore(consentOf(usePlayground()), ({ given }) => given);
  const { kind, state } = model;
  if (isUnderWay(model)) {
    return (
      <Button ref={toNextAction} single off={busy} onClick={() => onChange({ action: "cancel" })}>
        {page.words.cancel}
      </Button>
    );
  }
  if (state === "installed") {
    return (
      <Button off={busy} onClick={() => onChange({ action: "verify" })}>
        {messages.verify}
      </Button>
    );
  }
  const needsConsent = kind === "cloning";
  return (
    <>
      {needsConsent && (
        <div className={styles["consent"]}>
          <ConsentCheck />
        </div>
      )}
      <Button
        ref={toNextAction}
        look="main"
        disabled={needsConsent && !consents}
        off={busy}
        onClick={() => onChange({ action: "add", ...(needsConsent ? { consent: true } : {}) })}
      >
        {state === "partial" ? messages.goOn : state === "incomplete" ? messages.mend : messages.add}
      </Button>
    </>
  );
}
