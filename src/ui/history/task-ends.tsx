import { Announcer } from "../kit/announcer.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { useTake } from "../playground-context.ts";
import { describeTake } from "./describe-take.ts";
import styles from "./task-ends.module.css";
import { useHistoryTexts, useLibrary } from "./use-history.ts";
import { useTakeActions } from "./use-take-actions.ts";
import { useTasks } from "./use-tasks.ts";

/** Says that a task of this page has ended, wherever one looks; it can be heard from there. */
export function TaskEnds() {
  const texts = useHistoryTexts();
  const { h } = texts;
  const { ended, dismissEnd } = useTasks();
  const { rows } = useLibrary();
  const actions = useTakeActions();
  const row = ended === undefined ? undefined : rows.find(({ id }) => id === ended.id);
  const shown = useTake()?.id;
  // What failed stands above already, where the send button is.
  const saidAbove = ended?.status === "failed" && shown === ended.id;
  const said = ended === undefined || row === undefined || saidAbove ? undefined : ended;
  const title = row === undefined ? "" : describeTake(row, texts).title;
  const short = title.length > 80 ? `${title.slice(0, 80)}…` : title;
  const text = said?.status === "complete" ? h.task.done(short) : h.task.failed(short);
  return (
    <>
      <Announcer text={said === undefined ? "" : text} turn={said?.id} />
      {said !== undefined && (
        <p className={styles["ends"]} data-status={said.status}>
          <span dir="auto" title={text}>
            {text}
          </span>
          {said.status === "complete" && (
            <button
              type="button"
              onClick={() => {
                actions.hear(said.id);
                dismissEnd();
              }}
            >
              {h.task.hear}
            </button>
          )}
          <IconButton icon="close" label={h.dismiss} size={0.875} onClick={dismissEnd} />
        </p>
      )}
    </>
  );
}
