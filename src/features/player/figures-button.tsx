import { Suspense, useId, useRef, useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import figures from "./figures.module.css";
import styles from "./player.module.css";

const FiguresTable = lazyWithRetry(() => import("./figures-table.tsx"));

/** Opens everything that was measured of the take, exact and to be copied. The page goes on beside it. */
export function FiguresButton() {
  const { page } = useTexts();
  const take = useTake();
  const sound = useSound();
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="figures"
        label={page.player.figures}
        className={styles["figuresButton"] ?? ""}
        disabled={take === undefined}
        aria-expanded={open}
        popoverTarget={id}
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={page.player.figures}
        className={figures["popover"]}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {open && take !== undefined && sound !== undefined && (
          <Suspense fallback={null}>
            <FiguresTable take={take} sound={sound} onClose={() => popover.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}
