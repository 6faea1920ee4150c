import { useStore } from "zustand";
import { shorten } from "../../contract/characters.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import { remoteContent } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { useTaskEnd } from "../../core/tasks/use-task-end.ts";
import { Announcer } from "../../kit/announcer.tsx";
import { Button } from "../../kit/button.tsx";
import { focusAfter, standIn } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { describeRemote } from "./describe-task.ts";
import styles from "./task-ends.module.css";

const toStandIn = focusAfter(standIn);

/** Says that a task of this page has ended, wherever one looks; it can be heard from there. */
export function TaskEnds() {
  const texts = useHistoryTexts();
  const { takes: messages } = texts;
  const { end, hear, dismiss } = useTaskEnd();
  const { save } = useTakeActions();
  const sent = useStore(usePlayground().sentTasks, ({ latest }) => latest);
  const row = useLibrary(({ rows }) => end && rows.find(({ id }) => id === end.id));
  const said = row === undefined ? undefined : end;
  const short = row === undefined ? "" : shorten(describeTake(row, texts).title, 80);
  const text = said?.status === "complete" ? messages.task.done(short) : messages.task.failed(short);
  return (
    <>
      <Announcer text={said === undefined ? "" : text} turn={said?.id} />
      {said !== undefined && (
        <p
          ref={toStandIn}
          className={styles["ends"]}
          data-status={said.status}
          data-sent={said.id === sent || undefined}
        >
          <span dir="auto" title={text} className="cut grow">
            {text}
          </span>
          {said.status === "complete" && (
            <Button look="quiet" onClick={hear}>
              {messages.task.hear}
            </Button>
          )}
          {row !== undefined && remoteContent(row) !== undefined && (
            <>
              <span className="cut grow">{describeRemote(row, texts)}</span>
              <Button look="quiet" onClick={() => save(row, "playable")}>
                {messages.download}
              </Button>
            </>
          )}
          <IconButton icon="close" label={messages.dismiss} size={0.875} onClick={dismiss} />
        </p>
      )}
    </>
  );
}
