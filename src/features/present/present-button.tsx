import { Suspense } from "react";
import { useStore } from "zustand";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { usePageKey } from "../../core/shortcuts/use-page-key.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { stageOf } from "../../core/stage/stage-place.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import styles from "./present-button.module.css";

// Most visits present nothing. On a wall the page's own typeface counts most.
const Presenter = lazyWithRetry(async () => {
  const typeface = import("../../kit/typeface.ts").then(({ typefaceComes }) => typefaceComes());
  return (await Promise.all([import("./presenter.tsx"), typeface]))[0];
});

/** Opens the presentation, as the letter P does. */
export function PresentButton() {
  const { page } = useTexts();
  const { open, show, leave } = useStore(stageOf(usePlayground()));
  usePageKey("present", show);
  return (
    <>
      <Button
        look="quiet"
        className={styles["button"]}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys("page", "present")}
        onClick={show}
      >
        <Icon name="present" />
        <span className={styles["word"]}>{page.header.present}</span>
      </Button>
      {open && (
        <Suspense fallback={<Opening onClose={leave} />}>
          <Presenter onClose={leave} />
        </Suspense>
      )}
    </>
  );
}

/** While the stage is fetched: whoever goes back before it is there isn't to find it open a moment later. */
function Opening({ onClose }: { readonly onClose: () => void }) {
  useWindowKeys(true, ({ key }) => {
    if (key === "Escape") onClose();
  });
  return null;
}
