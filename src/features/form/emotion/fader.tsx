import type { NumberField } from "../../../contract/model.ts";
import { problemId } from "../../../core/fields/field-row.tsx";
import { referenceMessages } from "../../../core/fields/messages/index.ts";
import { useNumberText } from "../../../core/fields/use-number-text.ts";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useSettings, useTexts } from "../../../core/page/playground-context.ts";
import { type FieldState, parseNumber, sliderRange } from "../../../core/submit/derive-form.ts";
import { VisuallyHidden } from "../../../kit/visually-hidden.tsx";
import styles from "./emotion.module.css";

/** One channel of the desk: a number that takes anything, and a fader from the bottom to the top. */
export function Fader({ state }: { readonly state: FieldState<NumberField> }) {
  const { messages, of } = useTexts(referenceMessages);
  const { model } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  const { field, value, problem } = state;
  const set = (next: number | string | undefined) => setValue(model.id, field.key, next);
  const { forget, box } = useNumberText(value, parseNumber, set);
  const label = of(field.label);
  const face = Object.entries(messages.faders).find(([key]) => key === field.key)?.[1] ?? label;
  const range = sliderRange(field)?.range;
  if (range === undefined) {
    return (
      <div className={styles["fader"]} data-field={field.key} data-fixed="">
        <VisuallyHidden>{messages.fixedAt(label, String(field.neutral))}</VisuallyHidden>
        <span className={styles["number"]} aria-hidden="true">
          {field.neutral}
        </span>
        <span className={styles["well"]} aria-hidden="true">
          <span className={styles["cap"]} />
        </span>
        <span className={styles["face"]} aria-hidden="true">
          {face}
        </span>
      </div>
    );
  }
  const level = typeof value === "number" ? Math.min(Math.max(value, range.minimum), range.maximum) : field.neutral;
  const described = problem === undefined ? undefined : problemId(field.key);
  return (
    <div
      className={styles["fader"]}
      data-field={field.key}
      data-set={level > 0 || undefined}
      style={{ "--level": level }}
    >
      <input
        {...box}
        className={styles["number"]}
        aria-label={label}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={described}
        placeholder="0"
        onFocus={(event) => event.target.select()}
      />
      <span className={styles["well"]}>
        <input
          type="range"
          className={styles["range"]}
          aria-label={label}
          aria-orientation="vertical"
          aria-describedby={described}
          min={range.minimum}
          max={range.maximum}
          step={field.step}
          value={level}
          onChange={(event) => {
            forget();
            const next = Number(event.target.value);
            // At the bottom nothing is sent, which means the same; a 0 that is typed is sent.
            set(next === field.neutral ? undefined : next);
          }}
          onDoubleClick={() => set(undefined)}
        />
      </span>
      <span className={styles["face"]} aria-hidden="true">
        {face}
      </span>
    </div>
  );
}
