import { useEffect, useRef } from "react";
import { useTexts } from "../../core/page/playground-context.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { useModal } from "../../kit/dialog.tsx";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import styles from "./voice.module.css";
import { VoiceList, type VoiceListProps } from "./voice-list.tsx";

/** Where it covers the whole screen: see `voice.module.css`. */
const covering = "(width < 40em) or (height < 36em)";

/** The list of voices, above the page at every size. */
export default function VoicePanel(list: VoiceListProps) {
  const { messages } = useTexts(voiceMessages);
  const dialog = useModal();
  const pressed = useRef<EventTarget>(null);
  useBackCloses(list.onClose, covering);
  useEffect(() => dialog.current?.querySelector<HTMLElement>("[role=combobox]")?.focus(), [dialog]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside it; the keyboard has Escape
    <dialog
      ref={dialog}
      aria-label={messages.list}
      className={styles["gallery"]}
      onCancel={(event) => {
        event.preventDefault();
        list.onClose();
      }}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        // Not where somebody marks text and lets go outside.
        if (target === dialog.current && pressed.current === target) list.onClose();
      }}
    >
      <VoiceList {...list} />
    </dialog>
  );
}
