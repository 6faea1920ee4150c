import { Fragment, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "../kit/icon.tsx";
import { onApple } from "../kit/platform.ts";
import { shortcutsMessages } from "../messages/shortcuts/index.ts";
import { shortcutActions, shortcutKeys } from "../player/shortcut-keys.ts";
import { useLanguage, useSettings } from "../playground-context.ts";
import styles from "./shortcuts.module.css";

/** Every key that does something, and the switch for those that are single ones. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = shortcutsMessages[useLanguage()];
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
    [texts.speak, [onApple ? "⌘ ↵" : "Ctrl ↵"], false],
    ...shortcutActions.map((action) => [texts.actions[action], shortcutKeys[action].map(shown), true] as const),
    [texts.help, ["?"], true],
  ];

  function shown(key: string): string {
    return key === " " ? texts.space : key.toUpperCase();
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
          <h2 id={`${id}-title`}>{texts.title}</h2>
          <button type="button" aria-label={texts.close} onClick={() => dialog.current?.close()}>
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
                    {index > 0 && ` ${texts.or} `}
                    <kbd>{key}</kbd>
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p>{texts.slider}</p>
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
      </div>
    </dialog>
  );
}
