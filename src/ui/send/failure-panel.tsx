import { useState } from "react";
import type { Failure } from "../../state/failure.ts";
import { focusField } from "../fields/focus-field.ts";
import { Icon } from "../kit/icon.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { type Texts, useSound, useTake, useTexts } from "../playground-context.ts";
import styles from "./send.module.css";

/** What went wrong with the latest take: what happened, what it may have cost, what to do. */
export function FailurePanel() {
  const texts = useTexts();
  const take = useTake();
  const failure = useSound()?.failure;
  const [dismissed, setDismissed] = useState<string>();
  if (failure === undefined || take === undefined || take.id === dismissed) return null;
  const { t, of } = texts;
  const { kind, message, field } = failure;
  return (
    <div role="alert" className={styles["failure"]}>
      <Icon name="warning" size={1.375} />
      <div className={styles["failureText"]}>
        <h2>{t.failure.titles[kind]}</h2>
        {message !== "" && <p className={styles["said"]}>{message}</p>}
        <p>
          {field !== undefined && (
            <button type="button" className={styles["link"]} onClick={() => focusField(field.key)}>
              {t.failure.goTo(of(field.label))}
            </button>
          )}
          <span>{remedyOf(failure, texts)}</span>{" "}
          <span className={styles["cost"]}>{t.failure.costs[failure.cost]}</span>
        </p>
        <dl className={styles["facts"]}>
          {facts(failure, texts).map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <IconButton icon="close" label={t.failure.close} onClick={() => setDismissed(take.id)} />
    </div>
  );
}

function remedyOf({ kind, retryAfter }: Failure, { t, numbers }: Texts): string {
  if (kind === "rate_limited" && retryAfter !== undefined) return t.failure.retryAfter(numbers.integer(retryAfter));
  return t.failure.remedies[kind];
}

function facts({ status, code, param, requestId }: Failure, { t }: Texts): readonly (readonly [string, string])[] {
  const all: readonly (readonly [string, string | undefined])[] = [
    [t.failure.status, status === undefined ? undefined : String(status)],
    [t.failure.code, code],
    ["param", param],
    [t.failure.requestId, requestId],
  ];
  return all.flatMap(([term, value]) => (value === undefined || value === "" ? [] : [[term, value] as const]));
}
