import { upstreamFieldsName } from "../../contract/playground.ts";
import { type Answer, playgroundHeaders, serviceHeaders, withheldHeaders } from "../../core/exchanges/answer.ts";
import parts from "../../core/takes/parts.module.css";
import { Notice } from "../../kit/notice.tsx";
import { CopyAll } from "./body-view.tsx";
import { HeaderList } from "./header-list.tsx";
import styles from "./request.module.css";
import { useRequestTexts } from "./use-request.ts";

/** Status, request id, error and headers of an answer. */
export function AnswerHead({ answer, when }: { readonly answer: Answer; readonly when: string }) {
  const { q } = useRequestTexts();
  const { status, headers, requestId, error, isSocket, standIn, requestIdAdded, endedByPlayground } = answer;
  const theirs = serviceHeaders(headers);
  const withheld = withheldHeaders(headers);
  // What it holds stands above, laid out.
  const own = playgroundHeaders(headers).filter(([name]) => name !== upstreamFieldsName);
  const tone = status === undefined ? "quiet" : status < 300 ? "good" : "bad";
  return (
    <>
      <dl className={styles["facts"]}>
        <div>
          <dt>{q.answer.status}</dt>
          <dd>
            <span className={parts["badge"]} data-tone={tone}>
              {status ?? (isSocket ? q.answer.socketStatus : q.answer.noStatus)}
            </span>{" "}
            <time>{when}</time>
          </dd>
        </div>
        <div>
          <dt>{q.answer.requestId}</dt>
          <dd>
            {requestId === undefined ? q.answer.noRequestId : <code>{requestId}</code>}
            {requestIdAdded && ` ${q.answer.requestIdAdded}`}
          </dd>
        </div>
      </dl>
      {standIn !== undefined && <Notice tone="warn">{q.answer.standIn(standIn.receivedStatus)}</Notice>}
      {endedByPlayground && <Notice tone="warn">{q.answer.endedByPlayground}</Notice>}
      {error !== undefined && (
        <>
          <h3>{q.answer.error}</h3>
          <dl className={styles["facts"]} data-tone="bad">
            {Object.entries(error).map(([name, value]) => (
              <div key={name}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd dir="auto">{String(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <div className={styles["bar"]}>
        <h3>{q.answer.headers}</h3>
        {headers.length > 0 && (
          <CopyAll
            label={q.copyOf.headers}
            text={() => [...theirs, ...withheld].map(([name, value]) => `${name}: ${value}`).join("\n")}
          />
        )}
      </div>
      {theirs.length === 0 ? (
        <p className="note">{standIn === undefined ? q.answer.noHeaders : q.answer.noTheirHeaders}</p>
      ) : (
        <HeaderList label={q.answer.headers} headers={theirs} />
      )}
      {withheld.length > 0 && (
        <>
          <h3>{q.answer.withheldHeaders}</h3>
          <HeaderList label={q.answer.withheldHeaders} headers={withheld} />
        </>
      )}
      <p className="note">{q.answer.withheld}</p>
      {own.length > 0 && (
        <details>
          <summary>{q.answer.ownHeaders}</summary>
          <HeaderList label={q.answer.ownHeaders} headers={own} own />
        </details>
      )}
    </>
  );
}
