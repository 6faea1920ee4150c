import { memo } from "react";
import type { VoiceField } from "../../contract/model.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { SpokenWordsChoice } from "./spoken-words.tsx";
import styles from "./voice.module.css";

interface VoiceHeadProps {
  readonly field: VoiceField;
  /** The script's first sentence. */
  readonly text: string;
  readonly onClose: () => void;
}

/** What the voices say, and the way out. Apart, so that typing in the search doesn't draw it again. */
export const VoiceHead = memo(function VoiceHead({ field, text, onClose }: VoiceHeadProps) {
  const { messages } = useTexts(voiceMessages);
  return (
    <header className={styles["head"]}>
      <SpokenWordsChoice field={field} text={text} />
      <IconButton icon="close" label={messages.close} onClick={onClose} />
    </header>
  );
});
