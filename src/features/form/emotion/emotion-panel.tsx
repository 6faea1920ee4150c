import type { ChoiceField, NumberField } from "../../../contract/model.ts";
import { emotionMethods } from "../../../contract/models/refvoice-2.ts";
import { referenceMessages } from "../../../core/fields/messages/index.ts";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { useSettings, useTexts } from "../../../core/page/playground-context.ts";
import { type FieldState, restingValue } from "../../../core/submit/derive-form.ts";
import { Segmented } from "../../../kit/segmented.tsx";
import { Field } from "../field.tsx";
import styles from "./emotion.module.css";
import { EmotionMixer } from "./emotion-mixer.tsx";

/** Where the emotion comes from, and only what that needs: nothing, a recording, or a desk with eight faders. */
export default function EmotionPanel({ members }: { readonly members: readonly FieldState[] }) {
  const { messages, of } = useTexts(referenceMessages);
  const faders = members.flatMap(({ field, ...state }): FieldState<NumberField>[] =>
    field.kind === "number" ? [{ ...state, field }] : [],
  );
  return (
    <>
      {members.map((state) => {
        const { field } = state;
        if (field.kind === "choice") return <Method key={field.key} state={{ ...state, field }} />;
        if (field.kind === "number")
          return state.field === faders[0]?.field && <EmotionMixer key="desk" faders={faders} />;
        return (
          <div key={field.key} className="stack joined">
            <Field state={state} />
            {field.kind === "boolean" && <p className={styles["note"]}>{of(field.help)}</p>}
          </div>
        );
      })}
      {members.length === 1 && <p className={styles["note"]}>{messages.sameNote}</p>}
    </>
  );
}

const methodKeys = ["sameAsReference", "emotionReference", "emotionVector"] as const;

/** The three ways, by short names, each with what it means. */
function Method({ state }: { readonly state: FieldState<ChoiceField> }) {
  const { messages, of } = useTexts(referenceMessages);
  const { model } = usePlan();
  const setValue = useSettings((settings) => settings.setValue);
  const { field, value } = state;
  const chosen = String(value ?? restingValue(field) ?? emotionMethods.sameAsReference);
  return (
    <div className={styles["methods"]} data-field={field.key}>
      <Segmented
        label={of(field.label)}
        value={chosen}
        onChange={(next) => setValue(model.id, field.key, next)}
        options={field.options.map((option) => ({
          value: option.value,
          label: option.label === undefined ? option.value : of(option.label),
          face: option.short === undefined ? undefined : of(option.short),
          description: methodKeys.flatMap((key) =>
            emotionMethods[key] === option.value ? [messages.methods[key]] : [],
          )[0],
        }))}
      />
    </div>
  );
}
