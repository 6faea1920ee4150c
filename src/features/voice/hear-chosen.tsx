import { useRef } from "react";
import { createPortal } from "react-dom";
import type { VoiceField } from "../../contract/model.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { describeSample } from "./describe-sample.ts";
import { useHear } from "./use-hear.ts";
import styles from "./voice.module.css";

// Where a sample costs nothing, nobody is asked.
const SampleQuestion = lazyWithRetry(() => import("./sample-question.tsx"), null);

interface HearChosenProps {
  readonly field: VoiceField;
  /** The chosen voice's name, and how it is said. */
  readonly name: string;
  readonly label: string;
  /** Whether the list of voices is open, which has its own words about samples. */
  readonly quiet: boolean;
  /** Where a question, and what became of the sample, are shown. */
  readonly below: HTMLElement | null;
}

/** Lets the chosen voice be heard without opening the list. */
export default function HearChosen({ field, name, label, quiet, below }: HearChosenProps) {
  const texts = useTexts(voiceMessages);
  const { messages } = texts;
  const hearing = useHear(field);
  const button = useRef<HTMLButtonElement>(null);
  const { asking, current } = hearing;
  const sample = current?.voice === name ? current : undefined;
  const heard = sample !== undefined && sample.status !== "failed";
  const asked = asking?.name === name ? asking : undefined;
  return (
    <>
      <IconButton
        ref={button}
        icon={heard ? "stop" : "play"}
        label={heard ? messages.stop(label) : messages.hear(label)}
        look="soft"
        size={0.875}
        hint={false}
        className={styles["hear"]}
        data-on={heard || undefined}
        data-waiting={sample?.status === "fetching" || undefined}
        onClick={() => hearing.hear(name)}
      />
      {below !== null &&
        createPortal(
          <>
            {asked !== undefined && (
              <div className={styles["below"]}>
                <SampleQuestion hearing={hearing} asking={asked} label={label} onDone={() => button.current?.focus()} />
              </div>
            )}
            <p
              role="status"
              className={
                sample?.status === "failed" || sample?.status === "blocked" ? styles["problem"] : "visuallyHidden"
              }
            >
              {quiet ? undefined : describeSample(sample, label, texts)}
            </p>
          </>,
          below,
        )}
    </>
  );
}
