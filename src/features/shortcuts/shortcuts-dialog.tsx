import { useId, useLayoutEffect, useRef } from "react";
import { useLanguage, useSettings } from "../../core/page/playground-context.ts";
import { Icon } from "../../kit/icon.tsx";
import { shortcutsMessages } from "./messages/index.ts";
import { ShortcutList } from "./shortcut-list.tsx";
import styles from "./shortcuts.module.css";

/** Every key that does something, and the switch for those that are single ones. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = shortcutsMessages.in(useLanguage());
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { shortcuts, stageKeys, setShortcuts, setStageKeys } = useSettings((settings) => ({
    shortcuts: settings.shortcuts,
    stageKeys: settings.stageKeys,
    setShortcuts: settings.setShortcuts,
    setStageKeys: settings.setStageKeys,
  }));
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
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
          <button type="button" aria-label={texts.close} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        <ShortcutList texts={texts} single={shortcuts} stage={stageKeys} />
        <label className={styles["single"]}>
          <input
            type="checkbox"
            checked={shortcuts}
            aria-describedby={`${id}-help`}
            onChange={(event) => setShortcuts(event.target.checked)}
          />
          <span>{texts.single}</span>
        </label>
        <p id={`${id}-help`}>{texts.singleHelp}</p>
        <label className={styles["single"]}>
          <input
            type="checkbox"
            checked={stageKeys}
            aria-describedby={`${id}-stage-help`}
            onChange={(event) => setStageKeys(event.target.checked)}
          />
          <span>{texts.stage}</span>
        </label>
        <p id={`${id}-stage-help`}>{texts.stageHelp}</p>
      </div>
    </dialog>
  );
}
