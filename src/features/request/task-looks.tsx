import { useTexts } from "../../core/page/playground-context.ts";
import type { TakeDetails } from "../../core/takes/take.ts";
import { listPolls, pollsOf } from "../../core/tasks/polls.ts";
import { BodyView } from "./body-view.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

/** What the service answered each time when it was asked for a task. */
export function TaskLooks({ task }: { readonly task: TakeDetails["task"] }) {
  const { messages, numbers } = useTexts(requestMessages);
  const polls = pollsOf(task);
  const list = listPolls(polls);
  if (list.length === 0) return null;
  return (
    <>
      <h3>{messages.answer.looks(list.length + polls.dropped)}</h3>
      {polls.dropped > 0 && <p className="note">{messages.answer.looksDropped(polls.dropped)}</p>}
      <ol className={styles["looks"]} aria-label={messages.answer.looksLabel}>
        {list.map(({ number, at, status, requestId, text, same, problem }) => {
          const about = [
            numbers.integer(number),
            numbers.span(at),
            status === undefined ? (problem ?? messages.answer.noStatus) : String(status),
            status === undefined ? undefined : problem,
            same ? messages.answer.sameLook : undefined,
          ];
          const label = about.filter((part) => part !== undefined).join(" · ");
          const line = (
            <>
              {label}
              {requestId !== undefined && (
                <>
                  {" · "}
                  <code>{requestId}</code>
                </>
              )}
            </>
          );
          return (
            <li key={number}>
              {text === undefined ? (
                line
              ) : (
                <details>
                  <summary>{line}</summary>
                  <BodyView label={label} text={text} look="pretty" />
                </details>
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
