import { useState } from "react";
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
  const { ended } = useTasks();
  const { rows } = useLibrary();
  const actions = useTakeActions();
  const [dismissed, setDismissed] = useState<string>();
  const row = ended === undefined ? undefined : rows.find(({ id }) => id === ended.id);
  const shown = useTake()?.id;
  // What failed stands above already, where the send button is.
  const saidAbove = ended?.status === "failed" && shown === ended.id;
  if (ended === undefined || row === undefined || saidAbove) return <Announcer text="" />;
  const { title } = describeTake(row, texts);
  const short = title.length > 80 ? `${title.slice(0, 80)}…` : title;
  const text = ended.status === "complete" ? h.task.done(short) : h.task.failed(short);
  return (
    <>
      <Announcer text={text} />
      {dismissed !== ended.id && (
        <p className={styles["ends"]} data-status={ended.status}>
          <span dir="auto">{text}</span>
          {ended.status === "complete" && (
            <button
              type="button"
              onClick={() => {
                actions.hear(ended.id);
                setDismissed(ended.id);
              }}
            >
              {h.task.hear}
            </button>
          )}
          <IconButton icon="close" label={h.dismiss} size={0.875} onClick={() => setDismissed(ended.id)} />
        </p>
      )}
    </>
  );
}
