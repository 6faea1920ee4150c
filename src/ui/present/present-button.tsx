import { Suspense, useEffect, useState } from "react";
import { IconButton } from "../kit/icon-button.tsx";
import { part } from "../part.tsx";
import { takesLetters } from "../player/shortcut-keys.ts";
import { useSettings, useTexts } from "../playground-context.ts";
import { ariaKeys } from "../shortcuts/aria-keys.ts";
import { shortcutOf, shortcutTable } from "../shortcuts/shortcut-table.ts";

// Most visits present nothing.
const Presenter = part(() => import("./presenter.tsx"));

/** Opens the presentation, as the letter P does. */
export function PresentButton() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const single = useSettings(({ shortcuts }) => shortcuts);
  useEffect(() => {
    if (!single) return;
    function onKeyDown(event: KeyboardEvent): void {
      if (
        shortcutOf(shortcutTable.page, event.key) !== "present" ||
        event.defaultPrevented ||
        event.isComposing ||
        event.repeat
      )
        return;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return;
      if (event.target instanceof Element && takesLetters(event.target)) return;
      event.preventDefault();
      setOpen(true);
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [single]);
  return (
    <>
      <IconButton
        icon="present"
        label={t.header.present}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys("page", "present")}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <Presenter onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
