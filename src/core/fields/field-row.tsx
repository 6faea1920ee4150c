import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Hint } from "../../kit/hint.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { lazyWithRetry } from "../page/lazy-with-retry.tsx";
import { usePlan } from "../page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../page/playground-context.ts";
import type { FieldState } from "../submit/derive-form.ts";
import styles from "./fields.module.css";
import { focusField } from "./focus-field.ts";
import { ProblemText } from "./problem-text.tsx";

/**
 * What mends a problem with one press. One for all places: where the form's own has come, none comes late, which would
 * move what a pointer is already above.
 */
export const MendButton = lazyWithRetry(() => import("./mend-button.tsx"), null);

/** The ids of the texts that describe a field's control: what is wrong with it first, then what it is for. */
export function descriptionOf({ field, problem }: FieldState): string {
  return problem === undefined ? helpId(field.key) : `${problemId(field.key)} ${helpId(field.key)}`;
}

/** A field's label as a sentence begins with it. */
export function beginning(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The id of the text that says what is wrong with a field. */
export function problemId(key: string): string {
  return `problem-${key}`;
}

function helpId(key: string): string {
  return `help-${key}`;
}

interface FieldHeadProps {
  readonly label: string;
  readonly help: string;
  readonly helpId: string;
  readonly isSet: boolean;
  readonly onReset: () => void;
}

/** A field's name, a press on which says what it is for, and a way back to the default. */
export function FieldHead({ label, help, helpId: id, isSet, onReset }: FieldHeadProps) {
  const { page } = useTexts();
  return (
    <span className={styles["head"]}>
      <Hint text={help} help>
        <Button look="bare" className={styles["label"]} aria-label={page.fields.help(label)} aria-describedby={id}>
          {label}
        </Button>
      </Hint>
      <IconButton
        icon="reset"
        size={0.9375}
        label={page.fields.reset(label)}
        className={styles["reset"]}
        disabled={!isSet}
        onClick={onReset}
      />
      <span id={id} hidden>
        {help}
      </span>
    </span>
  );
}

/** A field's line: its name, its control, a way back to the default, and what is wrong with it. */
export function FieldRow({ state, children }: { readonly state: FieldState; readonly children: ReactNode }) {
  const { of } = useTexts();
  const { model } = usePlan();
  const playground = usePlayground();
  const setValue = useSettings((settings) => settings.setValue);
  const isSet = useSettings(({ values }) => values[model.id]?.[state.field.key] !== undefined);
  const { field, problem } = state;
  const label = of(field.label);
  return (
    <div className={styles["row"]} data-field={field.key} data-set={isSet || undefined}>
      <FieldHead
        label={label}
        help={of(field.help)}
        helpId={helpId(field.key)}
        isSet={isSet}
        onReset={() => {
          setValue(model.id, field.key, undefined);
          // The button goes away with what it resets; the keyboard must not go with it.
          focusField(playground, field.key);
        }}
      />
      <div className="line apart">{children}</div>
      {/* There before it says something, so that screen readers read what comes into it. */}
      <p id={problemId(field.key)} className={styles["problem"]} role="status">
        {problem !== undefined && problem.code !== "missing" && (
          <ProblemText problem={problem} name={beginning(label)} />
        )}
      </p>
      {problem !== undefined && problem.code !== "missing" && (
        <MendButton problem={problem} field={field} className={styles["mend"]} />
      )}
    </div>
  );
}
