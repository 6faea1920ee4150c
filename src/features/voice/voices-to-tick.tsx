import { useTexts } from "../../core/page/playground-context.ts";
import type { VoicesProps } from "../../core/takes/offers.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { Button } from "../../kit/button.tsx";
import { toSearch } from "./to-search.ts";
import styles from "./voice.module.css";
import VoicePanel from "./voice-panel.tsx";

/** The same list, to tick voices in: a press on one ticks it. */
export default function VoicesToTick({ field, ticked, onTick, onClose }: VoicesProps) {
  const { messages, page } = useTexts(voiceMessages);
  return (
    <VoicePanel
      field={field}
      chosen={undefined}
      onChoose={(name) => onTick(ticked.includes(name) ? ticked.filter((other) => other !== name) : [...ticked, name])}
      onClose={onClose}
      ticked={ticked}
      onTick={onTick}
      most={Number.POSITIVE_INFINITY}
      end={({ found, narrowed }) => ({
        go: onClose,
        buttons: (
          <div className={styles["end"]}>
            <p className="note" role="status">
              <b>{messages.ticked(ticked.length)}</b>
            </p>
            {narrowed && found.some((name) => !ticked.includes(name)) && (
              <Button ref={toSearch} onClick={() => onTick([...new Set([...ticked, ...found])])}>
                {messages.tickAll(found.length)}
              </Button>
            )}
            {ticked.length > 0 && (
              <Button ref={toSearch} onClick={() => onTick([])}>
                {messages.clearTicks}
              </Button>
            )}
            <Button look="main" onClick={onClose}>
              {page.words.done}
            </Button>
          </div>
        ),
      })}
    />
  );
}
