import { Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import { importsOf } from "../core/archive/imports.ts";
import { boardOf } from "../core/page/board.ts";
import { lazyWithRetry } from "../core/page/lazy-with-retry.tsx";
import { usePlayground } from "../core/page/playground-context.ts";
import { floatsId } from "../core/takes/floats.ts";
import { OffersContext } from "../core/takes/offers.ts";
import { UndoBar } from "../core/takes/undo-bar.tsx";
import { useHistoryTexts } from "../core/takes/use-history.ts";
import { TaskEnds } from "../features/tasks/task-ends.tsx";
import { scrollBehavior } from "../kit/scroll-behavior.ts";
import { Tabs } from "../kit/tabs.tsx";
import { BoardHandle } from "./board-handle.tsx";
import { offers, tabs } from "./features.ts";

const ImportNotice = lazyWithRetry(() => import("../features/export/import-notice.tsx"));

/** What happened, below the script: takes and whatever else there is to look at, one tab each. */
export default function Board() {
  const { takes: messages } = useHistoryTexts();
  const playground = usePlayground();
  const { library } = playground;
  const importing = useStore(importsOf(playground), ({ state }) => state.status);
  useEffect(() => library.open(), [library]);
  const place = useRef<HTMLElement>(null);
  const { shown, room, asked, bringUp } = useStore(boardOf(playground));
  const answered = useRef(0);
  const answer = useCallback(() => {
    if (answered.current === asked) return;
    answered.current = asked;
    // What was asked for may have taken the keyboard itself, and who pressed a tab has it there.
    if (place.current?.contains(document.activeElement) !== true)
      place.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus({ preventScroll: true });
    // In a page that is one column, what was asked for stands behind the player at first.
    if (matchMedia("(width < 56em)").matches)
      place.current?.scrollIntoView({ block: "start", behavior: scrollBehavior() });
  }, [asked]);
  useEffect(() => {
    if (importing === "running" || importing === "asking") boardOf(playground).getState().show("takes");
  }, [importing, playground]);
  return (
    <OffersContext value={offers}>
      <section
        ref={place}
        className="fill"
        aria-label={messages.label}
        data-room={room}
        data-asked={asked > 0 || undefined}
      >
        <BoardHandle />
        <TaskEnds />
        {importing !== "idle" && (
          <Suspense fallback={null}>
            <ImportNotice />
          </Suspense>
        )}
        <Tabs
          label={messages.label}
          shown={shown}
          onShow={bringUp}
          tabs={tabs.map(({ id, Count, Panel }) => ({
            id,
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
    </OffersContext>
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
