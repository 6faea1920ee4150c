import { Tabs } from "@mantine/core";
import { Suspense, useEffect, useState } from "react";
import { useStore } from "zustand";
import { usePlayground } from "../playground-context.ts";
import styles from "./board.module.css";
import { BoardHandle } from "./board-handle.tsx";
import { floatsId } from "./floats.ts";
import { panels } from "./panels.ts";
import { TaskEnds } from "./task-ends.tsx";
import { useHistoryTexts } from "./use-history.ts";

/** What happened, below the script: takes and whatever else there is to look at, one tab each. */
export default function Board() {
  const { h } = useHistoryTexts();
  const { library, takes } = usePlayground();
  useEffect(() => library.open(), [library]);
  const [shown, setShown] = useState<string | null>(panels[0].id);
  const sending = useStore(takes, (state) => state.sending?.id);
  // What was just asked for is where one looks next, unless one looks at requests themselves.
  useEffect(() => {
    if (sending !== undefined) setShown((before) => (before === "request" ? before : "tasks"));
  }, [sending]);
  return (
    <section
      className={styles["board"]}
      aria-label={h.label}
      data-room={panels.find(({ id }) => id === shown)?.wide === true ? "wide" : undefined}
    >
      <BoardHandle />
      <TaskEnds />
      <Tabs unstyled value={shown} onChange={setShown} keepMounted={false} className={styles["tabs"] ?? ""}>
        <Tabs.List aria-label={h.label} className={styles["list"] ?? ""}>
          {panels.map(({ id, Count }) => (
            <Tabs.Tab key={id} value={id} className={styles["tab"] ?? ""}>
              {h.tabs[id]}
              {Count !== undefined && <Count />}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {panels.map(({ id, Panel }) => (
          <Tabs.Panel key={id} value={id} className={styles["panel"] ?? ""}>
            <Suspense fallback={null}>
              <Panel />
            </Suspense>
          </Tabs.Panel>
        ))}
      </Tabs>
      <div id={floatsId} />
    </section>
  );
}
