import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { usePlayground, useSettings } from "../core/page/playground-context.ts";
import { keyNamer } from "../core/shortcuts/key-namer.ts";
import { shortcutOf, shortcutTable } from "../core/shortcuts/shortcut-table.ts";
import { useHistoryTexts } from "../core/takes/use-history.ts";
import styles from "./board.module.css";

/** How much one press of an arrow key moves it, in percent of the window's height. */
const step = 4;

const moves = { higher: step, lower: -step, muchHigher: 4 * step, muchLower: -4 * step } as const;

/** The line above the board, by which one gives it more or less of the window. */
export function BoardHandle() {
  const { takes: messages, language } = useHistoryTexts();
  const { settings } = usePlayground();
  const share = useSettings(({ boardShare }) => boardShare);
  const handle = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const setShare = (percent: number | undefined) =>
    settings.getState().setBoardShare(percent === undefined ? undefined : Math.min(100, Math.max(0, percent)));

  useEffect(() => {
    const { style } = document.documentElement;
    if (share !== undefined) style.setProperty("--board-share", `${share}dvh`);
    return () => void style.removeProperty("--board-share");
  }, [share]);

  /** What the board takes now, in percent: within its bounds, and whether or not somebody chose it. */
  const shareNow = () => ((handle.current?.parentElement?.clientHeight ?? 0) / window.innerHeight) * 100;

  function onKeyDown(event: KeyboardEvent): void {
    const asked = shortcutOf(shortcutTable.handle, event.key);
    if (asked === undefined) return;
    event.preventDefault();
    setShare(asked === "usual" ? undefined : shareNow() + moves[asked]);
  }

  function onPointerMove(event: PointerEvent): void {
    const bottom = handle.current?.parentElement?.getBoundingClientRect().bottom;
    if (dragged && bottom !== undefined) setShare(((bottom - event.clientY) / window.innerHeight) * 100);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that can be moved; hr can't take the focus
    <div
      ref={handle}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={messages.height}
      aria-description={messages.heightHelp(keyNamer(language))}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share ?? 36)}
      className={styles["handle"]}
      data-dragged={dragged || undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setShare(undefined)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => setDragged(false)}
    />
  );
}
