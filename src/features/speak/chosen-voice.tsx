import { focusField } from "../../core/fields/focus-field.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { voiceInSight } from "../../core/voices/voice-in-sight.ts";
import { Button } from "../../kit/button.tsx";
import styles from "./send.module.css";

/** Who will speak, beside Speak where the form lies below it, and the way there. */
export function ChosenVoice() {
  const texts = useTexts();
  const { page, of } = texts;
  const { model, fields } = usePlan();
  const playground = usePlayground();
  const [state] = fields.filter(({ field }) => field.group === "voice");
  if (state === undefined) return null;
  const { field, value } = state;
  const label = of(field.label);
  const name = value === undefined ? label : voiceInSight(model, String(value), texts);
  return (
    <Button
      look="link"
      className={styles["chosenVoice"]}
      aria-label={`${name}${page.between.colon}${page.failure.goTo(label)}`}
      title={name}
      onClick={() => focusField(playground, field.key)}
    >
      {name}
    </Button>
  );
}
