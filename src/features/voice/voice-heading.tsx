import type { CSSProperties } from "react";
import { useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import styles from "./voice.module.css";
import type { VoiceRow } from "./voice-rows.ts";

interface VoiceHeadingProps {
  readonly row: Extract<VoiceRow, { kind: "heading" }>;
  /** Where it lies in the list. */
  readonly place: CSSProperties;
}

/** What stands above the voices of one language, or of one shelf. */
export function VoiceHeading({ row: { name, native, isUsual }, place }: VoiceHeadingProps) {
  const { messages } = useTexts(voiceMessages);
  return (
    <div role="presentation" className={styles["heading"]} style={place}>
      <span>{name}</span>
      {native !== undefined && <span lang={native.language}>{native.name}</span>}
      {isUsual === true && <span className={styles["usual"]}>{messages.usual}</span>}
    </div>
  );
}
