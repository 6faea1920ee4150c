import { useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { usePageKey } from "../../core/shortcuts/use-page-key.ts";
import { IconButton } from "../../kit/icon-button.tsx";

// Most visitors never ask.
const HelpDialog = lazyWithRetry(() => import("./help-dialog.tsx"), null);

/** Opens the help, as the question mark does. */
export function HelpButton() {
  const { page } = useTexts();
  const [open, setOpen] = useState(false);
  usePageKey("help", () => setOpen(true));
  return (
    <>
      <IconButton icon="help" label={page.header.help} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && <HelpDialog onClose={() => setOpen(false)} />}
    </>
  );
}
