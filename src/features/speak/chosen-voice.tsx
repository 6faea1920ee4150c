import { focusField } from "../../core/fields/focus-field.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";
import { Button } from "../../kit/button.tsx";
import styles from "./send.module.css";

/** Who will speak, beside Speak where the form lies below it, and the way there. */
export function ChosenVoice() {
  const { page, of, language } = useTexts();
  const { model, fields } = usePlan();
  const playground = usePlayground();
  const [state] = fields.filter(({ field }) => field.group === "voice");
  if (state === undefined) return null;
  const { field, value } = state;
  const label = of(field.label);
  const name = value === undefined ? label : voiceNamed(model, String(value).replace(/^.*\/(?=.)/, ""), language);
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
