import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { signOut } from "../../core/page/session.ts";
import { leftBy, signOutOf } from "../../core/page/sign-out.ts";
import { storageOf } from "../../core/page/storage-of.ts";
import { ConfirmDialog } from "../../core/takes/confirm-dialog.tsx";
import { forgetAll } from "./forget.ts";
import { gateMessages } from "./messages/index.ts";

/** Asks before a visitor signs out: what is under way, and what stays in this browser for whoever comes next. */
export default function SignOutDialog() {
  const { language } = useTexts();
  const { signOut: texts } = gateMessages.in(language);
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
            {tasks > 0 && <p>{texts.tasks[need](tasks)}</p>}
            <p>{texts.kept(takes)}</p>
          </>
        ),
        confirm: texts.leave,
        act: () => void signOut(playground),
        other: { confirm: texts.leaveNothing, act: () => void leaveNothing() },
      }}
      onClose={signOutOf(playground).getState().close}
    />
  );
}
