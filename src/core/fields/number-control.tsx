import { undocumented } from "../../contract/language.ts";
import type { NumberField } from "../../contract/model.ts";
import { Slider } from "../../kit/slider.tsx";
import { usePlan } from "../page/plan-context.tsx";
import { useSettings, useTexts } from "../page/playground-context.ts";
import { type FieldState, parseNumber, restingValue, sliderRange } from "../submit/derive-form.ts";
import { descriptionOf, FieldRow } from "./field-row.tsx";
import styles from "./fields.module.css";
import { useNumberText } from "./use-number-text.ts";

/** A number: a slider to try things out, and a box that takes anything, also what the document doesn't allow. */
export function NumberControl({ state }: { readonly state: FieldState<NumberField> }) {
  const { page, of } = useTexts();
  const { model } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  const { field, value, problem } = state;
  const slider = sliderRange(field);
  const resting = restingValue(field);
  const digits = String(field.step).split(".")[1]?.length ?? 0;
  const shown = value ?? resting;
  const restingText = typeof resting === "number" ? resting.toFixed(digits) : "";
  const label = of(field.label);
  const unit = typeof field.unit === "string" ? page.fields.units[field.unit] : of(field.unit);
  const written = value === undefined ? "" : textOf(value, digits);
  const set = (next: number | string | undefined) => setValue(model.id, field.key, next);
  const { forget, box } = useNumberText(written, parseNumber, set);
  return (
    <FieldRow state={state}>
      {slider !== undefined && (
        <Slider
          label={label}
          minimum={slider.range.minimum}
          maximum={slider.range.maximum}
          step={field.step}
          value={typeof shown === "number" ? shown : slider.range.minimum}
          resting={typeof resting === "number" ? resting : undefined}
          valueText={`${typeof shown === "number" ? shown : String(shown ?? "")} ${unit}`.trim()}
          describedBy={descriptionOf(state)}
          onChange={(next) => {
            forget();
            set(Number(next.toFixed(digits)));
          }}
        />
      )}
      <span
        className={styles["numberBox"]}
        data-unit={unit === "" ? undefined : unit}
        data-glued={unit.length === 1 || undefined}
        style={{ "--characters": Math.min(12, box.value.length + unit.length) }}
      >
        <input
          {...box}
          className={styles["number"]}
          aria-label={label}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={descriptionOf(state)}
          placeholder={restingText}
          title={
            field.default === undocumented ? page.fields.neutralIs(restingText) : page.fields.defaultIs(restingText)
          }
          onFocus={(event) => event.target.select()}
        />
        {unit !== "" && <span aria-hidden="true">{unit}</span>}
      </span>
    </FieldRow>
  );
}

/** With the digits of the field's step where they are enough; otherwise as it is, so that nothing is rounded away. */
function textOf(value: string | number | boolean, digits: number): string {
  if (typeof value !== "number") return String(value);
  const text = value.toFixed(digits);
  return Number(text) === value ? text : String(value);
}
