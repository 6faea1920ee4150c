import { useId } from "react";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { Check } from "../../kit/check.tsx";
import { classes } from "../../kit/classes.ts";
import { useModal } from "../../kit/dialog.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./help.module.css";
import { helpMessages } from "./messages/index.ts";
import { ShortcutList } from "./shortcut-list.tsx";

/** What one can do here; behind it every key that does something, and the switch for those that are single ones. */
export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const { page, messages: texts } = useTexts(helpMessages);
  const id = useId();
  const dialog = useModal();
  const { settings } = usePlayground();
  const { shortcuts, stageKeys } = useSettings((all) => ({ shortcuts: all.shortcuts, stageKeys: all.stageKeys }));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; the click is one beside it
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      aria-label={page.header.help}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className={styles["content"]}>
        <div className={styles["head"]}>
          <h2>{texts.title}</h2>
          <IconButton icon="close" label={page.words.close} onClick={() => dialog.current?.close()} />
        </div>
        <ul className={styles["lines"]}>
          {texts.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <details className={classes("forKeys", styles["shortcuts"])}>
          <summary>{texts.shortcuts}</summary>
          <ShortcutList texts={texts} single={shortcuts} stage={stageKeys} />
          <Check
            className={styles["single"]}
            checked={shortcuts}
            aria-describedby={`${id}-help`}
            onChange={(on) => settings.setState({ shortcuts: on })}
          >
            {texts.single}
          </Check>
          <p id={`${id}-help`}>{texts.singleHelp}</p>
          <Check
            className={styles["single"]}
            checked={stageKeys}
            aria-describedby={`${id}-stage-help`}
            onChange={(on) => settings.setState({ stageKeys: on })}
          >
            {texts.stage}
          </Check>
          <p id={`${id}-stage-help`}>{texts.stageHelp}</p>
        </details>
      </div>
    </dialog>
  );
}
