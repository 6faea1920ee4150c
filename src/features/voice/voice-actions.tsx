import { useTexts } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { Button } from "../../kit/button.tsx";
import { classes } from "../../kit/classes.ts";
import { Icon } from "../../kit/icon.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import { SampleQuestion } from "./sample-question.tsx";
import type { Hearing } from "./use-hear.ts";
import styles from "./voice.module.css";
import { describeSample } from "./voice-option.tsx";

interface VoiceActionsProps {
  readonly hearing: Hearing;
  /** The name of the voice under the cursor, and how it is said; undefined where there is none. */
  readonly voice: { readonly name: string; readonly label: string } | undefined;
  /** How the voice is said whose sample is heard, by its name. */
  readonly labelOf: (name: string) => string;
  readonly favourite: boolean;
  readonly onFavour: () => void;
  /** Brings the keyboard back to the list. */
  readonly onDone: () => void;
}

/**
 * Below the list: what can be done with the voice under the cursor besides choosing it, and what it costs to hear it.
 */
export function VoiceActions({ hearing, voice, labelOf, favourite, onFavour, onDone }: VoiceActionsProps) {
  const texts = useTexts(voiceMessages);
  const { messages } = texts;
  const { current, asking } = hearing;
  const sample = current?.voice === voice?.name ? current : undefined;
  const heard = sample !== undefined && sample.status !== "failed";

  if (asking !== undefined) {
    return <SampleQuestion hearing={hearing} asking={asking} label={asking.name} onDone={onDone} />;
  }
  return (
    <div className={styles["actions"]}>
      {voice !== undefined && (
        <>
          <Button data-waiting={sample?.status === "fetching" || undefined} onClick={() => hearing.hear(voice.name)}>
            <Icon name={heard ? "stop" : "play"} size={0.875} />
            {heard ? messages.stop(voice.label) : messages.hear(voice.label)}
          </Button>
          <Button
            aria-label={favourite ? messages.unfavour(voice.label) : messages.favour(voice.label)}
            onClick={onFavour}
          >
            <Icon name={favourite ? "starred" : "star"} size={1} />
          </Button>
        </>
      )}
      <p className={classes("forKeys", styles["keys"])}>{messages.hint(keyNamer(texts.language))}</p>
      <VisuallyHidden role="status">{describeSample(current, labelOf(current?.voice ?? ""), texts)}</VisuallyHidden>
    </div>
  );
}
