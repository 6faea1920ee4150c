import { IconButton } from "../../kit/icon-button.tsx";
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
    <IconButton
      icon={sounding ? "pause" : "play"}
      label={messages.hear}
      look="framed"
      size={1}
      hint={false}
      className={parts["hear"]}
      tabIndex={tabIndex}
      aria-pressed={sounding}
      disabled={disabled}
      onClick={onPress}
    />
  );
}
