import { Suspense, useEffect, useState } from "react";
import { IconButton } from "../kit/icon-button.tsx";
import { part } from "../part.tsx";
import { takesLetters } from "../player/shortcut-keys.ts";
import { useSettings, useTexts } from "../playground-context.ts";
import { shortcutOf, shortcutTable } from "./shortcut-table.ts";

// Most visitors never ask.
const ShortcutsDialog = part(() => import("./shortcuts-dialog.tsx"));

/** Opens the list of keyboard shortcuts, as the question mark does. */
export function ShortcutsButton({ className }: { readonly className: string | undefined }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const single = useSettings(({ shortcuts }) => shortcuts);
  useEffect(() => {
    if (!single) return;
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
      if (shortcutOf(shortcutTable.page, event.key) !== "help") return;
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
        icon="help"
        label={t.header.shortcuts}
        className={className ?? ""}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
