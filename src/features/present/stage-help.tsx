import { useEffect, useId, useRef } from "react";
import { type KeyNamer, keyNamer } from "../../core/shortcuts/key-namer.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { type PresentMessages, presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";

/** The stage's own keys, in short. */
export function StageHelp({ onClose }: { readonly onClose: () => void }) {
  const { messages, language } = useHistoryTexts(presentMessages);
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <section
      ref={panel}
      className={styles["panel"]}
      aria-labelledby={`${id}-title`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles["head"]}>
        <h2 id={`${id}-title`}>{messages.helpTitle}</h2>
        <StageButton icon="close" label={messages.closeHelp} onClick={onClose} />
      </div>
      <dl className={styles["keys"]}>
        {messages.keys(keyNamer(language)).map(([keys, what]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The same in one text, for whoever hears the page. */
export function describeKeys(messages: PresentMessages, key: KeyNamer): string {
  return messages
    .keys(key)
    .map(([keys, what]) => `${keys}: ${what}.`)
    .join(" ");
}
