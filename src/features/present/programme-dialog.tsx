import { useLayoutEffect } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import { StageButton } from "../../core/stage/stage-button.tsx";
import { stageOf } from "../../core/stage/stage-place.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { useModal } from "../../kit/dialog.tsx";
import { Icon } from "../../kit/icon.tsx";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { presentMessages } from "./messages/index.ts";
import styles from "./programme.module.css";
import { coveringProgramme, ProgrammeEditor } from "./programme-editor.tsx";
import { shownOf } from "./shown.ts";
import { usePresenter, useProgramme } from "./use-presenter.ts";

/** What is prepared, above the page: made and ordered before anybody presents. */
export default function ProgrammeDialog({ onClose }: { readonly onClose: () => void }) {
  const { messages } = useHistoryTexts(presentMessages);
  const playground = usePlayground();
  const { items, open } = useProgramme();
  const { index } = shownOf(items, usePresenter());
  const dialog = useModal();
  useBackCloses(onClose, coveringProgramme);
  useLayoutEffect(open, [open]);
  return (
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      aria-label={messages.programme}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles["head"]}>
        <h2>{messages.programme}</h2>
        <StageButton icon="close" label={messages.closeProgramme} onClick={onClose} />
      </div>
      <ProgrammeEditor place="page" root={dialog} onClose={onClose}>
        <footer className={styles["dialogFoot"]}>
          <Button
            look="main"
            onClick={() => {
              onClose();
              stageOf(playground).getState().show();
            }}
          >
            <Icon name="present" size={1} />
            {messages.presentFrom(index + 1)}
          </Button>
        </footer>
      </ProgrammeEditor>
    </dialog>
  );
}
