import { usePlayground } from "../../core/page/playground-context.ts";
import { programmeOf } from "../../core/programme/programme.ts";
import { scriptOf } from "../../core/programme/programme-item.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { respell, usablePronunciations } from "../../core/text/pronunciations.ts";
import { Button } from "../../kit/button.tsx";
import { presentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import { useFocusSoon } from "./use-focus-soon.ts";
import { usePageItem } from "./use-page-item.ts";
import { type Shown, usePresenter } from "./use-presenter.ts";

/**
 * A line for a sentence from the audience. Enter speaks it with the settings of the shown script, else of the page, and
 * puts it behind what is shown. Escape leaves it.
 */
export function StageLine({ shown, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const { messages } = useHistoryTexts(presentMessages);
  const presenter = usePresenter();
  const playground = usePlayground();
  const page = usePageItem();
  const field = useFocusSoon();
  return (
    <form
      className={styles["message"]}
      aria-label={messages.line.label}
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current?.value.trim() ?? "";
        if (text === "") return;
        const form = (shown.item && scriptOf(shown.item)?.form) ?? page.form;
        const list = usablePronunciations(playground.settings.getState().pronunciations);
        const respelled = [...respell(text, list).used];
        const { items, addScript } = programmeOf(playground).getState();
        const at = items.findIndex(({ id }) => id === shown.item?.id);
        const added = addScript(
          { ...form, text, pronunciations: respelled },
          undefined,
          at === -1 ? undefined : at + 1,
        );
        onClose();
        presenter.show(added);
        presenter.playOrPause();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <input
        ref={field}
        className={styles["lineField"]}
        aria-label={messages.line.label}
        placeholder={messages.line.label}
        autoComplete="off"
        maxLength={2_000}
      />
      <div className={styles["messageActions"]}>
        <Button type="submit" size="pill" look="main">
          {messages.line.speak}
        </Button>
      </div>
    </form>
  );
}
