import { useMemo, useState } from "react";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { useNow } from "../../core/takes/age.ts";
import { isTaskUnderWay } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useTasks } from "../../core/tasks/use-tasks.ts";
import { Button } from "../../kit/button.tsx";
import { EmptyState } from "../../kit/empty-state.tsx";
import { tasksMessages } from "./messages/index.ts";
import { TaskCard } from "./task-card.tsx";
import styles from "./tasks.module.css";

/**
 * How many tasks are shown at first, and how many more with each press: all that are under way, and the latest others.
 */
const portion = 50;

/** Everything that was sent as a task, newest first: how far it is, when it is asked for next, what came of it. */
export function TasksPanel() {
  const { takes: messages } = useHistoryTexts();
  const { messages: own } = useTexts(tasksMessages);
  const { rows, loaded } = useLibrary();
  const { fetching, look } = useTasks();
  const { library } = usePlayground();
  const [shown, setShown] = useState(portion);
  const now = useNow(1_000);
  const tasks = useMemo(() => rows.filter(({ mode, task }) => task !== undefined || mode === "async"), [rows]);
  const inSight = tasks.filter((row, place) => place < shown || isTaskUnderWay(row));
  if (tasks.length === 0) return loaded ? <NoTasks /> : null;
  return (
    <div className={styles["tasks"]}>
      <ul aria-label={messages.tabs.tasks}>
        {inSight.map((row) => (
          <TaskCard
            key={row.id}
            row={row}
            now={now}
            fetched={fetching.get(row.id)}
            onLook={look}
            onLeave={({ id, task }) =>
              task && library.update(id, { task: { ...task, left: true, nextPoll: undefined } })
            }
          />
        ))}
      </ul>
      {tasks.length > inSight.length && (
        <Button className={styles["further"]} onClick={() => setShown(shown + portion)}>
          {own.further}
        </Button>
      )}
    </div>
  );
}

/** Says how a task comes about, and leads there where the model has such a mode. */
function NoTasks() {
  const { messages: own } = useTexts(tasksMessages);
  const { model, mode, availability } = usePlan();
  const setMode = useSettings((settings) => settings.setMode);
  const canChoose = availability.async.on && mode !== "async";
  return (
    <EmptyState
      icon="figures"
      title={own.empty.title}
      text={own.empty.text}
      steps={canChoose ? [{ label: own.empty.choose, act: () => setMode(model.id, "async") }] : []}
    />
  );
}
