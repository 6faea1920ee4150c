import { useId, useState } from "react";
import styles from "../../core/fields/fields.module.css";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { parseNumber } from "../../core/submit/derive-form.ts";

/**
 * The group multiplier, which the document doesn't show: a person who knows theirs sees prices with it. For
 * `lazyWithRetry`.
 */
export default function Multiplier() {
  const { page } = useTexts();
  const { settings } = usePlayground();
  const multiplier = useSettings((all) => all.multiplier);
  const [draft, setDraft] = useState<string>();
  const id = useId();
  const typed = draft === undefined ? multiplier : parseNumber(draft);
  const wrong = typed !== undefined && !(typeof typed === "number" && typed >= 0);
  return (
    <div className={styles["multiplier"]}>
      <label htmlFor={`${id}-input`}>{page.connection.multiplier}</label>
      <input
        id={`${id}-input`}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="–"
        value={draft ?? (multiplier === undefined ? "" : String(multiplier))}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => {
          setDraft(event.target.value);
          const next = parseNumber(event.target.value);
          if (next === undefined || (typeof next === "number" && next >= 0)) settings.setState({ multiplier: next });
        }}
        onBlur={() => setDraft(undefined)}
      />
      <p id={`${id}-help`} data-tone={wrong ? "bad" : undefined}>
        {wrong ? page.connection.multiplierWrong : page.connection.multiplierHelp}
      </p>
    </div>
  );
}
