import { useEffect, useRef } from "react";
import type { InterfaceLanguage } from "../../contract/language.ts";
import type { Messages } from "../../core/messages/index.ts";
import { type KeyNamer, keyNamer } from "../../core/shortcuts/key-namer.ts";
import { Terms } from "../../kit/terms.tsx";
import type { PresentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { StagePanel } from "./stage-panel.tsx";

interface StageHelpProps {
  readonly messages: PresentMessages;
  readonly language: InterfaceLanguage;
  readonly onClose: () => void;
}

/** The stage's own keys, in short. */
export function StageHelp({ messages, language, onClose }: StageHelpProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <StagePanel panel={panel} title={messages.helpTitle} closeLabel={messages.closeHelp} onClose={onClose}>
      <dl className={styles["keys"]}>
        <Terms of={messages.keys(keyNamer(language))} />
      </dl>
    </StagePanel>
  );
}

/** The same in one text, for whoever hears the page. */
export function describeKeys(messages: PresentMessages, key: KeyNamer, { between }: Messages): string {
  return messages
    .keys(key)
    .map(([keys, what]) => `${keys}${between.colon}${what}${between.stop}`)
    .join(between.sentences);
}
