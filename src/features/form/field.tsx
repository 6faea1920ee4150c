import type { BooleanField } from "../../contract/model.ts";
import { ChoiceControl } from "../../core/fields/choice-control.tsx";
import { descriptionOf, FieldRow } from "../../core/fields/field-row.tsx";
import styles from "../../core/fields/fields.module.css";
import { NumberControl } from "../../core/fields/number-control.tsx";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useSettings, useTexts } from "../../core/page/playground-context.ts";
import { type FieldState, restingValue, sliderRange } from "../../core/submit/derive-form.ts";
import { Switch } from "../../kit/check.tsx";

// The model of a first visit has no recording to speak of.
const RecordedReference = lazyWithRetry(
  () => import("./recording/recorded-reference.tsx"),
  <div className={styles["referencePlace"]} />,
);

/** One field, with the control that its kind asks for. The script and the voice have controls of their own. */
export function Field({ state }: { readonly state: FieldState }) {
  const { page } = useTexts();
  const { field } = state;
  switch (field.kind) {
    case "reference":
      return <RecordedReference state={{ ...state, field }} />;
    case "boolean":
      return <BooleanControl state={{ ...state, field }} />;
    case "number":
      if (sliderRange(field) !== undefined) return <NumberControl state={{ ...state, field }} />;
      break;
    case "choice":
      if (field.options.length > 1 || field.open === true) return <ChoiceControl state={{ ...state, field }} />;
      break;
    case "text":
    case "voice":
      return null;
  }
  // Nothing to choose: said, since it would be looked for, but not offered.
  return (
    <FieldRow state={state}>
      <span className={styles["fixed"]}>{page.fields.fixed(String(restingValue(field) ?? ""))}</span>
    </FieldRow>
  );
}

/** Something that is on or off. */
function BooleanControl({ state }: { readonly state: FieldState<BooleanField> }) {
  const { of } = useTexts();
  const { model } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  const { field, value } = state;
  const on = (value ?? field.default) === true;
  return (
    <FieldRow state={state}>
      <Switch
        aria-label={of(field.label)}
        aria-describedby={descriptionOf(state)}
        checked={on}
        onChange={(next) => setValue(model.id, field.key, next)}
      />
    </FieldRow>
  );
}
