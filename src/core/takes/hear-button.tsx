import { Icon } from "../../kit/icon.tsx";
import parts from "./parts.module.css";
import { useHistoryTexts } from "./use-history.ts";

interface HearButtonProps {
  readonly sounding: boolean;
  readonly disabled: boolean;
  readonly tabIndex?: number;
  readonly onPress: () => void;
}

/** Plays what a row of the board holds, and pauses it. */
export function HearButton({ sounding, disabled, tabIndex, onPress }: HearButtonProps) {
  const { takes: messages } = useHistoryTexts();
  return (
    <button
      type="button"
      className={parts["hear"]}
      tabIndex={tabIndex}
      aria-label={messages.hear}
      aria-pressed={sounding}
      disabled={disabled}
      onClick={onPress}
    >
      <Icon name={sounding ? "pause" : "play"} size={1} />
    </button>
  );
}
