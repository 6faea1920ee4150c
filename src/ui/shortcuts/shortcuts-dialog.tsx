import { Fragment, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "../kit/icon.tsx";
import { onApple } from "../kit/platform.ts";
import { shortcutActions, shortcutKeys } from "../player/shortcut-keys.ts";
import { useSettings, useTexts } from "../playground-context.ts";
import styles from "./shortcuts.module.css";

/** Every key that does something, and the switch for those that are single ones. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { shortcuts, setShortcuts } = useSettings((settings) => ({
    shortcuts: settings.shortcuts,
    setShortcuts: settings.setShortcuts,
  }));
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const rows: readonly (readonly [string, readonly string[], single: boolean])[] = [
    [t.shortcuts.speak, [onApple ? "⌘ ↵" : "Ctrl ↵"], false],
    ...shortcutActions.map((action) => [t.shortcuts.actions[action], shortcutKeys[action].map(shown), true] as const),
    [t.shortcuts.help, ["?"], true],
  ];

  function shown(key: string): string {
    return key === " " ? t.shortcuts.space : key.toUpperCase();
  }

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
          <h2 id={`${id}-title`}>{t.shortcuts.title}</h2>
          <button type="button" aria-label={t.shortcuts.close} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </button>
        </div>
        <dl className={styles["list"]}>
          {rows.map(([action, keys, single]) => (
            <div key={action} data-off={(single && !shortcuts) || undefined}>
              <dt>{action}</dt>
              <dd>
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ` ${t.shortcuts.or} `}
                    <kbd>{key}</kbd>
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p>{t.shortcuts.slider}</p>
        <label className={styles["single"]}>
          <input
            type="checkbox"
            checked={shortcuts}
            aria-describedby={`${id}-help`}
            onChange={(event) => setShortcuts(event.target.checked)}
          />
          <span>{t.shortcuts.single}</span>
        </label>
        <p id={`${id}-help`}>{t.shortcuts.singleHelp}</p>
      </div>
    </dialog>
  );
}
