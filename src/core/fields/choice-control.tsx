import { useId } from "react";
import type { ChoiceField } from "../../contract/model.ts";
import { Check } from "../../kit/check.tsx";
import { Segmented } from "../../kit/segmented.tsx";
import { Options, Select } from "../../kit/select.tsx";
import { usePlan } from "../page/plan-context.tsx";
import { useSettings, useTexts } from "../page/playground-context.ts";
import { type FieldState, restingChoice } from "../submit/derive-form.ts";
import { descriptionOf, FieldRow } from "./field-row.tsx";
import styles from "./fields.module.css";

/** The most characters, over all labels, that stand side by side in the column. */
const longestSegments = 24;

/**
 * One value out of several: named ways as radio buttons, values as a list, and a box where the document leaves others
 * open.
 */
export function ChoiceControl({ state }: { readonly state: FieldState<ChoiceField> }) {
  const { of } = useTexts();
  const { model, mode, fields } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  const id = useId();
  const { field, value, problem } = state;
  const resting = restingChoice(field, fields) ?? "";
  const label = of(field.label);
  const options = field.options.filter((option) => option.modes?.includes(mode) ?? true);
  const set = (next: string | undefined) => setValue(model.id, field.key, next);
  const common = {
    "aria-label": label,
    "aria-invalid": problem === undefined ? undefined : true,
    "aria-describedby": descriptionOf(state),
  };

  if (options.some((option) => option.label !== undefined)) {
    const faces = options.map((option) => ({
      value: option.value,
      label: option.label === undefined ? option.value : of(option.label),
    }));
    if (faces.reduce((sum, face) => sum + face.label.length, 0) <= longestSegments) {
      return (
        <FieldRow state={state}>
          <Segmented label={label} value={String(value ?? resting)} options={faces} onChange={set} />
        </FieldRow>
      );
    }
    return (
      <div role="radiogroup" aria-label={label} className="stack joined" data-field={field.key}>
        {faces.map((face) => (
          <Check
            key={face.value}
            type="radio"
            name={id}
            checked={(value ?? resting) === face.value}
            onChange={() => set(face.value)}
          >
            {face.label}
          </Check>
        ))}
      </div>
    );
  }
  if (field.open === true) {
    return (
      <FieldRow state={state}>
        <input
          {...common}
          className={styles["box"]}
          list={`${id}-options`}
          placeholder={resting}
          value={value === undefined ? "" : String(value)}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => set(event.target.value === "" ? undefined : event.target.value)}
        />
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option.value} value={option.value} />
          ))}
        </datalist>
      </FieldRow>
    );
  }
  const chosen = String(value ?? resting);
  return (
    <FieldRow state={state}>
      <Select {...common} className={styles["select"]} value={chosen} onChange={(event) => set(event.target.value)}>
        {!options.some((option) => option.value === chosen) && <option value={chosen}>{chosen}</option>}
        <Options of={options} value={(option) => option.value} />
      </Select>
    </FieldRow>
  );
}
