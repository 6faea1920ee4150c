import { useId } from "react";
import styles from "../../core/fields/fields.module.css";
import { useNumberText } from "../../core/fields/use-number-text.ts";
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
  const { typed, box } = useNumberText(multiplier, parseNumber, (next) => {
    if (next === undefined || (typeof next === "number" && next >= 0)) settings.setState({ multiplier: next });
  });
  const id = useId();
  const wrong = typed !== undefined && !(typeof typed === "number" && typed >= 0);
  return (
    <div className={styles["multiplier"]}>
      <label htmlFor={`${id}-input`}>{page.connection.multiplier}</label>
      <input
        {...box}
        id={`${id}-input`}
        placeholder="–"
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} data-tone={wrong ? "bad" : undefined}>
        {wrong ? page.connection.multiplierWrong : page.connection.multiplierHelp}
      </p>
    </div>
  );
}
