import { useId, useState } from "react";
import { isSounding } from "../../audio/session/session-state.ts";
import { useConfig, useSound, useTake, useTexts, useTrouble } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import {
  describeRowPrice,
  describeTake,
  describeUnpaid,
  settledPrice,
  withMultiplier,
} from "../../core/takes/describe-take.ts";
import { HearButton } from "../../core/takes/hear-button.tsx";
import parts from "../../core/takes/parts.module.css";
import { isDownloadable, type TakeRow } from "../../core/takes/take.ts";
import { useDetails, useHistoryTexts } from "../../core/takes/use-history.ts";
import { useTakeActions } from "../../core/takes/use-take-actions.ts";
import { Button } from "../../kit/button.tsx";
import { describeTask } from "./describe-task.ts";
import { tasksMessages } from "./messages/index.ts";
import styles from "./tasks.module.css";

interface TaskCardProps {
  readonly row: TakeRow;
  /** Unix milliseconds. */
  readonly now: number;
  /** Bytes of its finished audio that came so far; undefined while none is fetched. */
  readonly fetched: number | undefined;
  readonly onLook: (id: string) => void;
  /** Ends the waiting for it; the task goes on. */
  readonly onLeave: (row: TakeRow) => void;
}

/** One task: what was asked for, how far it is, what one can do. */
export function TaskCard({ row, now, fetched, onLook, onLeave }: TaskCardProps) {
  const texts = useHistoryTexts();
  const own = tasksMessages.in(texts.language);
  const { takes: messages, language } = texts;
  const config = useConfig().data;
  const actions = useTakeActions();
  const take = describeTake(row, texts);
  const task = describeTask(row, { now, fetched, config, offline: useTrouble() === "offline" }, texts);
  const settled = settledPrice(row);
  const playback = useSound((sound) => sound?.playback);
  const sounding = useTake((take) => take?.id) === row.id && isSounding(playback);
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const audible = row.sound === "whole" || row.sound === "partial" || row.sound === "remote";
  return (
    <li className={styles["card"]} aria-labelledby={titleId} data-status={row.status}>
      <HearButton sounding={sounding} disabled={!audible} onPress={() => actions.hear(row.id)} />
      <div>
        <p id={titleId} className={styles["title"]} dir="auto" lang={take.lang} title={take.title}>
          {take.title}
        </p>
        <p
          className={styles["facts"]}
          title={row.price?.kind === "money" ? withMultiplier("", row.multiplier, texts) : undefined}
        >
          {[
            take.voice,
            take.model,
            row.serviceName ?? "",
            texts.page.script.characters(row.characters),
            agesOf(language).ago(row.created, now) ?? messages.now,
            take.length,
            take.size,
            describeUnpaid(row, texts) ?? describeRowPrice(row.price, row.multiplier, texts),
            settled === undefined ? "" : messages.settled(describeRowPrice(settled, row.multiplier, texts)),
          ]
            .filter((fact) => fact !== "")
            .join(" · ")}
        </p>
        {task.remark !== "" && (
          <p className={styles["remark"]} data-tone={task.tone}>
            {task.remark}
          </p>
        )}
      </div>
      <div className={styles["state"]}>
        <span className={parts["badge"]} data-tone={task.tone} title={row.task?.status}>
          {task.state}
        </span>
        {task.progress !== undefined && (
          <progress
            className={styles["progress"]}
            max={100}
            value={task.progress}
            aria-label={messages.task.progress}
          />
        )}
        {task.far !== "" && <span className={styles["next"]}>{task.far}</span>}
        <span className={styles["next"]}>{task.next}</span>
      </div>
      <div className={styles["actions"]}>
        {isDownloadable(row) && <Button onClick={() => actions.save(row, "playable")}>{messages.download}</Button>}
        {task.canLook && <Button onClick={() => onLook(row.id)}>{own.look}</Button>}
        {task.canLeave && (
          <Button
            title={own.leaveHelp}
            onClick={({ currentTarget }) => {
              // The button goes away; the keyboard stays where the task is asked for.
              const { previousElementSibling: look } = currentTarget;
              if (look instanceof HTMLElement) look.focus();
              onLeave(row);
            }}
          >
            {own.leave}
          </Button>
        )}
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          {own.details}
        </Button>
      </div>
      {open && (
        <div className={styles["details"]}>
          <TaskDetails row={row} />
        </div>
      )}
    </li>
  );
}

/** The task object as it came, and what else is known. */
function TaskDetails({ row }: { readonly row: TakeRow }) {
  const { messages: own } = useTexts(tasksMessages);
  const details = useDetails(row);
  const object = details?.task?.object;
  const raw = object === undefined ? details?.error?.raw : JSON.stringify(object, null, 2);
  const { foreignContent, id } = row.task ?? {};
  return (
    <>
      {id !== undefined && (
        <p>
          {own.id} <code>{id}</code>
        </p>
      )}
      {foreignContent !== undefined && (
        <p>
          {row.sound === "none" ? own.foreign : own.foreignKept} <code>{foreignContent}</code>
        </p>
      )}
      {raw !== undefined && <textarea readOnly rows={8} spellCheck={false} aria-label={own.object} value={raw} />}
    </>
  );
}
