import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import styles from "./tasks-count.module.css";

/** How many tasks are under way; nothing while none are. */
export function TasksCount() {
  const { takes: messages, numbers } = useHistoryTexts();
  const count = useLibrary(({ rows }) => rows.filter(({ status }) => status === "waiting").length);
  if (count === 0) return null;
  return (
    <span className={styles["count"]} title={messages.task.running(count)}>
      {numbers.integer(count)}
    </span>
  );
}
