import { Suspense, useState } from "react";
import { part } from "../../core/page/part.tsx";
import { useTexts } from "../../core/page/playground-context.ts";
import { usePageKey } from "../../core/shortcuts/use-page-key.ts";
import { IconButton } from "../../kit/icon-button.tsx";

// Most visitors never ask.
const ShortcutsDialog = part(() => import("./shortcuts-dialog.tsx"));

/** Opens the list of keyboard shortcuts, as the question mark does. */
export function ShortcutsButton({ className }: { readonly className: string | undefined }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  usePageKey("help", () => setOpen(true));
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
