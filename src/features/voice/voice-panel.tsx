import { Anchored } from "../../kit/anchored.tsx";
import { classes } from "../../kit/classes.ts";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { useRem } from "../../kit/use-rem.ts";
import styles from "./voice.module.css";
import { VoiceList, type VoiceListProps } from "./voice-list.tsx";

interface VoicePanelProps extends VoiceListProps {
  readonly anchor: HTMLElement;
  readonly onDismiss: () => void;
}

/** How wide the list is, and what stays free around it; rem. */
const width = 27;
const around = 1;

/** The list of voices: beside the form as high as the window allows, or above the page where there is no room. */
export default function VoicePanel({ anchor, onDismiss, ...list }: VoicePanelProps) {
  const rem = useRem();
  useBackCloses(list.onClose);
  const isBeside = anchor.getBoundingClientRect().left >= (width + 2 * around) * rem;
  return (
    <Anchored
      anchor={anchor}
      onDismiss={onDismiss}
      width={`min(${width}rem, 100vw - ${2 * around}rem)`}
      position="left-start"
      className={classes(styles["dropdown"], isBeside ? undefined : styles["alone"])}
    >
      <VoiceList {...list} />
    </Anchored>
  );
}
