import type { ReactNode } from "react";
import { useTexts } from "../../core/page/playground-context.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { Button } from "../../kit/button.tsx";
import { classes } from "../../kit/classes.ts";
import { Icon } from "../../kit/icon.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import { describeSample } from "./describe-sample.ts";
import SampleQuestion from "./sample-question.tsx";
import type { Hearing } from "./use-hear.ts";
import styles from "./voice.module.css";

interface VoiceFootProps {
  readonly hearing: Hearing;
  /** The name of the voice under the cursor, and how it is said; undefined where there is none. */
  readonly voice: { readonly name: string; readonly label: string } | undefined;
  /** How the voice is said whose sample is heard, by its name. */
  readonly labelOf: (name: string) => string;
  readonly favourite: boolean;
  /** Undefined where nothing is ticked. */
  readonly ticked: boolean | undefined;
  readonly onFavour: () => void;
  readonly onTick: () => void;
  /** Brings the keyboard back to the list. */
  readonly onDone: () => void;
  /** What is done with the ticked voices. */
  readonly children: ReactNode;
}

/**
 * Below the list: what can be done with the voice under the cursor besides choosing it, what it costs to hear it, and
 * what is done with the ticked ones.
 */
export function VoiceFoot({ hearing, voice, labelOf, favourite, ticked, onFavour, onTick, ...rest }: VoiceFootProps) {
  const { onDone, children } = rest;
  const texts = useTexts(voiceMessages);
  const { messages } = texts;
  const { current, asking } = hearing;
  const sample = current?.voice === voice?.name ? current : undefined;
  const heard = sample !== undefined && sample.status !== "failed";

  if (asking !== undefined) {
    return <SampleQuestion hearing={hearing} asking={asking} label={labelOf(asking.name)} onDone={onDone} />;
  }
  return (
    <footer className={styles["foot"]}>
      <div className={styles["actions"]}>
        {voice !== undefined && (
          <>
            <Button data-waiting={sample?.status === "fetching" || undefined} onClick={() => hearing.hear(voice.name)}>
              <Icon name={heard ? "stop" : "play"} size={0.875} />
              <span className="cut">{heard ? messages.stop(voice.label) : messages.hear(voice.label)}</span>
            </Button>
            {ticked !== undefined && (
              <Button aria-label={messages.tick(voice.label)} aria-pressed={ticked} onClick={onTick}>
                <Icon name="check" size={1} />
              </Button>
            )}
            <Button
              aria-label={favourite ? messages.unfavour(voice.label) : messages.favour(voice.label)}
              onClick={onFavour}
            >
              <Icon name={favourite ? "starred" : "star"} size={1} />
            </Button>
          </>
        )}
        <VisuallyHidden role="status">{describeSample(current, labelOf(current?.voice ?? ""), texts)}</VisuallyHidden>
      </div>
      {children}
      <p className={classes("forKeys", styles["keys"])}>{messages.hint(keyNamer(texts.language))}</p>
    </footer>
  );
}
