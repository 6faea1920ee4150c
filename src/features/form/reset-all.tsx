import { useState } from "react";
import type { FormValues } from "../../contract/request.ts";
import styles from "../../core/fields/fields.module.css";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";

/** Takes every field of the model back to its default but the voice, which has none; and takes that back in turn. */
export default function ResetAll() {
  const { form: messages } = useTexts().page;
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
        <Button
          look="quiet"
          size="pill"
          className={styles["resetAll"]}
          onClick={() => {
            const kept = Object.fromEntries(Object.entries(values ?? {}).filter(([key]) => voices.has(key)));
            setTaken(undoing ? undefined : values);
            settings.getState().setValues(model.id, undoing ? { ...taken, ...kept } : kept);
          }}
        >
          {undoing ? messages.undoReset : messages.resetAll}
        </Button>
      )}
      <Announcer text={undoing ? messages.resetAllDone : ""} />
    </>
  );
}
