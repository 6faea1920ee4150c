import {
  type KeyboardEvent,
  type PointerEvent,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import { importsOf } from "../core/archive/imports.ts";
import { boardOf, boardTabs, setFolded } from "../core/page/board.ts";
import { lazyWithRetry } from "../core/page/lazy-with-retry.tsx";
import { usePlayground, useSettings } from "../core/page/playground-context.ts";
import { useFolded } from "../core/page/use-folded.ts";
import { ariaKeys } from "../core/shortcuts/aria-keys.ts";
import { keyNamer } from "../core/shortcuts/key-namer.ts";
import { shortcutOf, shortcutTable } from "../core/shortcuts/shortcut-table.ts";
import { usePageKey } from "../core/shortcuts/use-page-key.ts";
import { floatsId } from "../core/takes/floats.ts";
import { offersOf } from "../core/takes/offers.ts";
import { UndoBar } from "../core/takes/undo-bar.tsx";
import { useHistoryTexts } from "../core/takes/use-history.ts";
import { TaskEnds } from "../features/tasks/task-ends.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { scrollBehavior } from "../kit/scroll-behavior.ts";
import { Tabs } from "../kit/tabs.tsx";
import styles from "./board.module.css";
import { offers, tabs } from "./features.ts";

const ImportNotice = lazyWithRetry(() => import("../features/export/import-notice.tsx"), null);

/** What happened, below the script: takes and whatever else there is to look at, one tab each. */
export default function Board() {
  const { takes: messages } = useHistoryTexts();
  const playground = usePlayground();
  const { library } = playground;
  const importing = useStore(importsOf(playground), ({ state }) => state.status);
  useEffect(() => library.open(), [library]);
  useLayoutEffect(() => offersOf(playground).setState(offers, true), [playground]);
  const place = useRef<HTMLElement>(null);
  const { shown, asked, bringUp } = useStore(boardOf(playground));
  const folded = useFolded();
  const answered = useRef(0);
  const wasFolded = useRef(folded);
  const moved = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what folds or unfolds moves the board
  useLayoutEffect(() => {
    moved.current = performance.now();
  }, [folded]);
  const answer = useCallback(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    // What was asked for may have taken the keyboard itself, and who pressed a tab has it there.
    if (place.current?.contains(document.activeElement) !== true)
      place.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus({ preventScroll: true });
    // In a page that is one column, what was asked for stands behind the player at first. Where that has just become
    // shorter or longer above it, scrolling there would show what nobody asked for.
    if (!matchMedia("(width < 56em)").matches) return;
    const behavior = wasFolded.current === folded ? scrollBehavior() : "instant";
    wasFolded.current = folded;
    // The line of the folded script stays above it.
    const top = folded ? document.querySelector("main") : place.current;
    top?.scrollIntoView({ block: "start", behavior });
  }, [asked, folded]);
  useEffect(() => {
    if (importing === "running" || importing === "asking") boardOf(playground).getState().show("takes");
  }, [importing, playground]);
  return (
    <section
      ref={place}
      className="fill"
      aria-label={messages.label}
      data-kind={boardTabs[shown]}
      data-asked={asked > 0 || undefined}
      onClickCapture={(event) => {
        // The second half of a double click on a tab isn't meant for what has come below the pointer.
        if (event.detail > 1 && performance.now() - moved.current < 500) event.stopPropagation();
      }}
    >
      <h2 className="visuallyHidden">{messages.label}</h2>
      {!folded && <BoardHandle />}
      <TaskEnds />
      {importing !== "idle" && <ImportNotice />}
      <Tabs
        label={messages.label}
        shown={shown}
        onShow={bringUp}
        end={<FoldButton folded={folded} />}
        tabs={tabs.map(({ id, apart, Count, Panel }) => ({
          id,
          apart,
          name: (
            <>
              {messages.tabs[id]}
              {Count !== undefined && <Count />}
            </>
          ),
          panel: (
            <Suspense fallback={null}>
              <Panel />
              <Once run={answer} />
            </Suspense>
          ),
        }))}
      />
      <NotDone />
      <div id={floatsId} />
    </section>
  );
}

/** Folds script and form into one line above the shown tab, and unfolds them; as a letter does. */
function FoldButton({ folded }: { readonly folded: boolean }) {
  const { takes: messages } = useHistoryTexts();
  const playground = usePlayground();
  const toggle = () => setFolded(playground, !folded);
  usePageKey("fold", toggle);
  return (
    <IconButton
      icon={folded ? "down" : "up"}
      label={folded ? messages.unfold : messages.fold}
      aria-keyshortcuts={ariaKeys("page", "fold")}
      onClick={toggle}
    />
  );
}

/** Why what was pressed wasn't done, for a while. */
function NotDone() {
  const { takes: messages } = useHistoryTexts();
  const { notDone, tell } = useStore(boardOf(usePlayground()));
  const undo = useMemo(() => {
    const dismiss = () => tell(undefined);
    return { shown: notDone && { text: messages.notDone[notDone] }, takeBack: dismiss, dismiss };
  }, [notDone, tell, messages]);
  return <UndoBar undo={undo} />;
}

/** Runs something once it stands on the page with what is beside it, which may come late. */
function Once({ run }: { readonly run: () => void }) {
  useEffect(run, [run]);
  return null;
}

/** How much one press of an arrow key moves it, in percent of the window's height. */
const step = 4;

const moves = { higher: step, lower: -step, muchHigher: 4 * step, muchLower: -4 * step } as const;

/** What the board takes now, in percent: within its bounds, and whether or not somebody chose it. */
function shareOf(board: Element | null | undefined): number {
  return ((board?.clientHeight ?? 0) / window.innerHeight) * 100;
}

/** The line above the board, by which one gives it more or less of the window. */
function BoardHandle() {
  const { takes: messages, language } = useHistoryTexts();
  const { settings } = usePlayground();
  const share = useSettings(({ boardShare }) => boardShare);
  const handle = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const setShare = (percent: number | undefined) =>
    settings.setState({ boardShare: percent === undefined ? undefined : Math.min(100, Math.max(0, percent)) });

  useEffect(() => {
    const { style } = document.documentElement;
    if (share !== undefined) style.setProperty("--board-share", `${share}dvh`);
    return () => void style.removeProperty("--board-share");
  }, [share]);

  const shareNow = () => shareOf(handle.current?.parentElement);
  const [taken, setTaken] = useState(0);
  useEffect(() => {
    const board = handle.current?.parentElement;
    const observer = new ResizeObserver(() => setTaken(Math.round(shareOf(board))));
    if (board) observer.observe(board);
    return () => observer.disconnect();
  }, []);

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
      aria-valuenow={taken}
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
