import { useStore } from "zustand";
import { focusField } from "../core/fields/focus-field.ts";
import { boardOf } from "../core/page/board.ts";
import { usePlan } from "../core/page/plan-context.tsx";
import { usePlayground, useTexts } from "../core/page/playground-context.ts";
import { voiceInSight } from "../core/voices/voice-in-sight.ts";
import { VoicePicker } from "../features/voice/voice-picker.tsx";
import { Button } from "../kit/button.tsx";
import styles from "./app.module.css";

/**
 * What the form's column is folded into: who speaks, and a button that brings the column beside the board. For
 * `lazyWithRetry`.
 */
export default function FormButtons() {
  const { page } = useTexts();
  const { form, showForm } = useStore(boardOf(usePlayground()));
  return (
    <>
      {!form && <Who />}
      <Button aria-expanded={form} aria-controls="form" onClick={() => showForm(!form)}>
        {page.form.settings}
      </Button>
    </>
  );
}

/** The voice, or the recording like which is spoken. */
function Who() {
  const texts = useTexts();
  const playground = usePlayground();
  const { model, fields } = usePlan();
  const [state] = fields.filter(({ field }) => field.group === "voice");
  if (state === undefined) return null;
  const { field, value } = state;
  if (field.kind === "voice")
    return (
      <div className={styles["who"]} title={value === undefined ? undefined : String(value)}>
        <VoicePicker state={{ ...state, field }} />
      </div>
    );
  const name = value === undefined ? "–" : voiceInSight(model, String(value), texts);
  return (
    <Button className={styles["who"]} onClick={() => focusField(playground, field.key)}>
      <span className="cut" title={name}>
        {texts.of(field.label)} {name}
      </span>
    </Button>
  );
}
