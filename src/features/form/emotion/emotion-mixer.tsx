import { Fragment } from "react";
import type { NumberField } from "../../../contract/model.ts";
import { type EmotionPreset, emotionPresets } from "../../../contract/models/emotion-presets.ts";
import { describeProblem } from "../../../contract/problems.ts";
import { beginning, problemId } from "../../../core/fields/field-row.tsx";
import { focusField } from "../../../core/fields/focus-field.ts";
import MendButton from "../../../core/fields/mend-button.tsx";
import { referenceMessages } from "../../../core/fields/messages/index.ts";
import { usePlan } from "../../../core/page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../../../core/page/playground-context.ts";
import type { FieldState } from "../../../core/submit/derive-form.ts";
import { Button } from "../../../kit/button.tsx";
import styles from "./emotion.module.css";
import { Fader } from "./fader.tsx";

/** The emotion vector as a mixing desk: presets to begin with, a fader for each emotion, and what they come to. */
export function EmotionMixer({ faders }: { readonly faders: readonly FieldState<NumberField>[] }) {
  const { messages, of, language } = useTexts(referenceMessages);
  const { model } = usePlan();
  const playground = usePlayground();
  const { settings } = playground;
  const setValues = useSettings((all) => all.setValues);
  const set = Object.fromEntries(
    faders.flatMap(({ field, value }) => (value === undefined ? [] : [[field.key, value]])),
  );
  const levels = Object.values(set).filter((value) => typeof value === "number" && Number.isFinite(value));
  const sum = levels.reduce<number>((total, level) => total + Number(level), 0);

  /** Puts the faders where `values` says, and every other one to nothing. */
  function mix(values: Readonly<Record<string, number>>): void {
    const before = settings.getState().values[model.id] ?? {};
    const kept = Object.entries(before).filter(([key]) => !faders.some(({ field }) => field.key === key));
    setValues(model.id, { ...Object.fromEntries(kept), ...values });
  }

  return (
    <>
      <fieldset className={styles["desk"]}>
        <legend className="visuallyHidden">{messages.vector}</legend>
        {faders.map((state) => (
          <Fader key={state.field.key} state={state} />
        ))}
      </fieldset>
      <fieldset className={styles["chips"]}>
        <legend className="visuallyHidden">{messages.presets}</legend>
        {emotionPresets.map((preset) => (
          <Button key={preset.key} aria-pressed={isMixed(preset, set)} onClick={() => mix(preset.values)}>
            {of(preset.label)}
          </Button>
        ))}
      </fieldset>
      <div className={styles["problems"]} role="status">
        {faders.map(
          ({ field, problem }) =>
            problem !== undefined && (
              <Fragment key={field.key}>
                <p id={problemId(field.key)} className={styles["problem"]}>
                  {describeProblem(problem, language, beginning(of(field.label)))}
                </p>
                <MendButton problem={problem} field={field} />
              </Fragment>
            ),
        )}
      </div>
      <div className={styles["sum"]}>
        <p>
          <strong>{messages.sum(sum)}</strong>
          <span>{sum === 0 ? messages.sumZero : messages.sumMeaning}</span>
        </p>
        <Button
          aria-label={messages.resetVectorLabel}
          disabled={Object.keys(set).length === 0}
          onClick={() => {
            mix({});
            // The button goes out of sight; the keyboard must not go with it.
            focusField(playground, faders[0]?.field.key ?? "");
          }}
        >
          {messages.resetVector}
        </Button>
      </div>
      <p className={styles["note"]}>{messages.surprise}</p>
    </>
  );
}

/** Whether the faders stand just where a preset puts them. */
function isMixed({ values }: EmotionPreset, set: Readonly<Record<string, unknown>>): boolean {
  const keys = Object.keys(set).filter((key) => set[key] !== 0 && set[key] !== "0");
  return keys.length === Object.keys(values).length && keys.every((key) => set[key] === values[key]);
}
