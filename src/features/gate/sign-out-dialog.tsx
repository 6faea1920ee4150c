import { useStore } from "zustand";
import { useConfig, usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { leftBy, signOutOf } from "../../core/page/sign-out.ts";
import { storageOf } from "../../core/page/storage-of.ts";
import { inTime } from "../../core/page/wait.ts";
import { ConfirmDialog } from "../../core/takes/confirm-dialog.tsx";
import { useOffers } from "../../core/takes/offers.ts";
import { forgetAll } from "./forget.ts";
import { gateMessages } from "./messages/index.ts";

/** How long signing out waits for the server to delete links, in milliseconds. */
const linkPatience = 5_000;

/**
 * Asks before a visitor signs out: what is under way, and what stays in this browser for whoever comes next. Says when
 * the session couldn't be ended, which goes for whoever comes next, too.
 */
export default function SignOutDialog() {
  const { page, language } = useTexts();
  const { signOut: texts } = gateMessages.in(language);
  const playground = usePlayground();
  const need = useConfig().data?.session === "key" ? "key" : "password";
  const { takes, tasks, answers } = leftBy(playground);
  const { links } = useOffers();

  const { failed, leave, close } = useStore(signOutOf(playground));
  const erase = () =>
    forgetAll(playground, {
      databases: indexedDB,
      storages: [storageOf(window, "localStorage"), storageOf(window, "sessionStorage")],
    });

  async function leaveNothing(): Promise<void> {
    // Only who may speak may ask the server to delete them, and what deletes them is forgotten here. Nobody waits long.
    await inTime(links?.(playground).removeOf() ?? Promise.resolve(), linkPatience);
    if (await leave(erase)) location.reload();
  }

  if (failed !== undefined) {
    const { title, stay, anew } = texts.failed;
    const question = { title, text: texts.failed[failed] };
    return failed === "kept" ? (
      <ConfirmDialog
        question={{ ...question, confirm: page.words.tryAgain, act: () => void leave(), decline: stay }}
        onClose={close}
      />
    ) : (
      // The page shows what was erased until it is opened anew.
      <ConfirmDialog question={{ ...question, decline: anew }} onClose={() => location.reload()} />
    );
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
            {links?.(playground).some() && <p>{texts.links}</p>}
          </>
        ),
        confirm: texts.leave,
        act: () => void leave(),
        other: { confirm: texts.leaveNothing, act: () => void leaveNothing() },
      }}
      onClose={close}
    />
  );
}
