import { useId } from "react";
import { useLanguage, useSettings } from "../../core/page/playground-context.ts";
import { Check } from "../../kit/check.tsx";
import { useModal } from "../../kit/dialog.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { shortcutsMessages } from "./messages/index.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import styles from "./shortcuts.module.css";

/** Every key that does something, and the switch for those that are single ones. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = shortcutsMessages.in(useLanguage());
  const id = useId();
  const dialog = useModal();
  const { shortcuts, stageKeys, setShortcuts, setStageKeys } = useSettings((settings) => ({
    shortcuts: settings.shortcuts,
    stageKeys: settings.stageKeys,
    setShortcuts: settings.setShortcuts,
    setStageKeys: settings.setStageKeys,
  }));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is one beside it
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      aria-labelledby={`${id}-title`}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={styles["content"]}>
        <div className={styles["head"]}>
          <h2 id={`${id}-title`}>{texts.title}</h2>
          <IconButton icon="close" label={texts.close} onClick={() => dialog.current?.close()} />
        </div>
        <ShortcutList texts={texts} single={shortcuts} stage={stageKeys} />
        <Check className={styles["single"]} checked={shortcuts} aria-describedby={`${id}-help`} onChange={setShortcuts}>
          {texts.single}
        </Check>
        <p id={`${id}-help`}>{texts.singleHelp}</p>
        <Check
          className={styles["single"]}
          checked={stageKeys}
          aria-describedby={`${id}-stage-help`}
          onChange={setStageKeys}
        >
          {texts.stage}
        </Check>
        <p id={`${id}-stage-help`}>{texts.stageHelp}</p>
      </div>
    </dialog>
  );
}
