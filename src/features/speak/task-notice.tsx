import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { boardOf } from "../../core/page/board.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { useNow } from "../../core/takes/age.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { type HistoryTexts, useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { timeLeft } from "../../core/tasks/time-left.ts";
import { useTaskEnd } from "../../core/tasks/use-task-end.ts";
import { useTasks } from "../../core/tasks/use-tasks.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./send.module.css";
import { toSpeak } from "./to-speak.ts";

/**
 * What became of the task that was sent last, where the press was: in a page that scrolls, the board stands far below.
 * It is followed until its sound is heard. Default export, because it is loaded when a task is sent.
 */
export default function TaskNotice() {
  const texts = useHistoryTexts();
  const { takes: messages } = texts;
  const playground = usePlayground();
  const { latest, dismiss } = useStore(playground.sentTasks);
  const { rows } = useLibrary();
  const { fetching } = useTasks();
  const { end, hear } = useTaskEnd();
  const now = useNow(1_000);
  const place = useRef<HTMLDivElement>(null);
  const row = rows.find(({ id }) => id === latest);
  const text = row === undefined ? undefined : describe(row, fetching.has(row.id), now, texts);
  const isOver = row?.status === "complete" || row?.status === "failed";
  // It ends with the news of the task's end.
  const shown = text !== undefined && (!isOver || end?.id === latest);
  useEffect(() => {
    if (shown) place.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return (
    <div ref={place} className={styles["task"]}>
      {/* That it has ended is said from the board. */}
      <Announcer text={shown && row?.status === "waiting" ? messages.task.sent.queued : ""} turn={latest} />
      {shown && row !== undefined && (
        <p ref={toSpeak} className="line" data-status={row.status}>
          <Icon name={row.status === "complete" ? "check" : row.status === "failed" ? "warning" : "figures"} size={1} />
          <span className="grow">{text}</span>
          {row.status === "complete" ? (
            <Button look="link" className={styles["link"]} onClick={hear}>
              {messages.task.hear}
            </Button>
          ) : (
            <Button
              look="link"
              className={styles["link"]}
              onClick={() => boardOf(playground).getState().bringUp("tasks")}
            >
              {messages.task.sent.see}
            </Button>
          )}
          <IconButton icon="close" label={messages.dismiss} size={0.875} onClick={dismiss} />
        </p>
      )}
    </div>
  );
}

/** Where a task stands, in a few words; undefined for one that was given up. */
function describe(row: TakeRow, fetches: boolean, now: number, { takes: messages }: HistoryTexts): string | undefined {
  const { sent } = messages.task;
  switch (row.status) {
    case "submitting":
      return sent.sending;
    case "waiting": {
      const { status, progress, left: isLeft } = row.task ?? {};
      if (isLeft) return undefined;
      if (fetches || status === "completed") return sent.fetching;
      if (status === "queued") return sent.queued;
      if (progress === undefined) return sent.running;
      const left = timeLeft(row, now);
      return [sent.percent(progress), ...(left === undefined ? [] : [messages.task.left(left)])].join(" · ");
    }
    case "complete":
      return sent.done;
    case "failed":
      return sent.failed;
    default:
      return undefined;
  }
}
