import { useState } from "react";
import type { FormValues } from "../../contract/request.ts";
import styles from "../../core/fields/fields.module.css";
import { useReferenceTexts } from "../../core/fields/use-reference-texts.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useSettings } from "../../core/page/playground-context.ts";
import { Announcer } from "../../kit/announcer.tsx";

/** Takes every field of the model back to its default but the voice, which has none; and takes that back in turn. */
export default function ResetAll() {
  const { r } = useReferenceTexts();
  const { model } = usePlan();
  const { settings } = usePlayground();
  const values = useSettings((all) => all.values[model.id]);
  const [taken, setTaken] = useState<FormValues>();
  const voices = new Set(model.fields.filter(({ group }) => group === "voice").map(({ key }) => key));
  const isSet = Object.entries(values ?? {}).some(([key, value]) => value !== undefined && !voices.has(key));
  const undoing = !isSet && taken !== undefined;
  return (
    <>
      {(isSet || undoing) && (
        <button
          type="button"
          className={styles["resetAll"]}
          onClick={() => {
            const kept = Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => voices.has(key)));
            setTaken(undoing ? undefined : values);
            settings.getState().setValues(model.id, undoing ? { ...taken, ...kept } : kept);
          }}
        >
          {undoing ? r.undoReset : r.resetAll}
        </button>
      )}
      <Announcer text={undoing ? r.resetAllDone : ""} />
    </>
  );
}
