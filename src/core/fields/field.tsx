import { Suspense } from "react";
import { lazyWithRetry } from "../page/lazy-with-retry.tsx";
import { useTexts } from "../page/playground-context.ts";
import { type FieldState, restingValue, sliderRange } from "../submit/derive-form.ts";
import { BooleanControl } from "./boolean-control.tsx";
import { ChoiceControl } from "./choice-control.tsx";
import { FieldRow } from "./field-row.tsx";
import styles from "./fields.module.css";
import { NumberControl } from "./number-control.tsx";

// The model of a first visit has no recording to speak of.
const ReferenceControl = lazyWithRetry(() => import("./reference-control.tsx"));

/** One field, with the control that its kind asks for. The script and the voice have controls of their own. */
export function Field({ state }: { readonly state: FieldState }) {
  const { t } = useTexts();
  const { field } = state;
  switch (field.kind) {
    case "reference":
      return (
        <Suspense fallback={<div className={styles["referencePlace"]} />}>
          <ReferenceControl state={{ ...state, field }} />
        </Suspense>
      );
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
      <span className={styles["fixed"]}>{t.fields.fixed(String(restingValue(field) ?? ""))}</span>
    </FieldRow>
  );
}
