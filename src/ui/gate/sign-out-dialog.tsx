import { forgetAll } from "../../state/forget.ts";
import { leavingOf, leftBy } from "../../state/leaving.ts";
import { signOut } from "../../state/session.ts";
import { storageOf } from "../../state/storage-of.ts";
import { ConfirmDialog } from "../history/confirm-dialog.tsx";
import { gateMessages } from "../messages/gate/index.ts";
import { useConfig, usePlayground, useTexts } from "../playground-context.ts";

/** Asks before a visitor signs out: what is under way, and what stays in this browser for whoever comes next. */
export default function SignOutDialog() {
  const { language, numbers } = useTexts();
  const { signOut: texts } = gateMessages[language];
  const playground = usePlayground();
  const need = useConfig().data?.session === "key" ? "key" : "password";
  const { takes, tasks, answers } = leftBy(playground);

  async function leaveNothing(): Promise<void> {
    await signOut(playground);
    await forgetAll(playground, {
      databases: indexedDB,
      storages: [storageOf(window, "localStorage"), storageOf(window, "sessionStorage")],
    });
    location.reload();
  }

  return (
    <ConfirmDialog
      question={{
        title: texts.title,
        text: (
          <>
            {answers > 0 && <p>{texts.answers}</p>}
            {tasks > 0 && <p>{texts.tasks[need](numbers.integer(tasks), tasks === 1)}</p>}
            <p>{texts.kept(numbers.integer(takes), takes === 1)}</p>
          </>
        ),
        confirm: texts.leave,
        act: () => void signOut(playground),
        other: { confirm: texts.leaveNothing, act: () => void leaveNothing() },
      }}
      onClose={leavingOf(playground).getState().close}
    />
  );
}
