import { useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { usePageKey } from "../../core/shortcuts/use-page-key.ts";
import { IconButton } from "../../kit/icon-button.tsx";

// Most visitors never ask.
const ShortcutsDialog = lazyWithRetry(() => import("./shortcuts-dialog.tsx"), null);

/** Opens the list of keyboard shortcuts, as the question mark does. */
export function ShortcutsButton() {
  const { page } = useTexts();
  const [open, setOpen] = useState(false);
  usePageKey("help", () => setOpen(true));
  return (
    <>
      <IconButton
        icon="help"
        label={page.header.shortcuts}
        className="forKeys"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && <ShortcutsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
