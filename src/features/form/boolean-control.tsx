import type { BooleanField } from "../../contract/model.ts";
import { descriptionOf, FieldRow } from "../../core/fields/field-row.tsx";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useSettings, useTexts } from "../../core/page/playground-context.ts";
import type { FieldState } from "../../core/submit/derive-form.ts";
import { Switch } from "../../kit/check.tsx";

/** Something that is on or off. */
export function BooleanControl({ state }: { readonly state: FieldState<BooleanField> }) {
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
