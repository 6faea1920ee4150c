import { Anchored } from "../kit/anchored.tsx";
import styles from "./voice.module.css";
import { VoiceList, type VoiceListProps } from "./voice-list.tsx";

interface VoicePanelProps extends VoiceListProps {
  readonly anchor: HTMLElement;
  readonly onDismiss: () => void;
}

/** The list of voices, under the voice that is chosen. */
export default function VoicePanel({ anchor, onDismiss, ...list }: VoicePanelProps) {
  return (
    <Anchored
      anchor={anchor}
      onDismiss={onDismiss}
      width="target"
      position="bottom-start"
      className={styles["dropdown"]}
    >
      <VoiceList {...list} />
    </Anchored>
  );
}
