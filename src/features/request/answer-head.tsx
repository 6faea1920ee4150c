import { playgroundHeaders, serviceHeaders, withheldHeaders } from "../../api/service-headers.ts";
import { upstreamFieldsName } from "../../contract/playground.ts";
import type { Answer } from "../../core/exchanges/answer.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import parts from "../../core/takes/parts.module.css";
import { Notice } from "../../kit/notice.tsx";
import { CopyAll } from "./body-view.tsx";
import { HeaderList } from "./header-list.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

/** Status, request id, error and headers of an answer. */
export function AnswerHead({ answer, when }: { readonly answer: Answer; readonly when: string }) {
  const { messages, page } = useTexts(requestMessages);
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
          <dt>{page.failure.status}</dt>
          <dd>
            <span className={parts["badge"]} data-tone={tone}>
              {status ?? (isSocket ? messages.answer.socketStatus : messages.answer.noStatus)}
            </span>{" "}
            <time>{when}</time>
          </dd>
        </div>
        <div>
          <dt>{page.failure.requestId}</dt>
          <dd>
            {requestId === undefined ? messages.answer.noRequestId : <code>{requestId}</code>}
            {requestIdAdded && `${page.between.sentences}${messages.answer.requestIdAdded}`}
          </dd>
        </div>
      </dl>
      {standIn !== undefined && <Notice tone="warn">{messages.answer.standIn(standIn.receivedStatus)}</Notice>}
      {endedByPlayground && <Notice tone="warn">{messages.answer.endedByPlayground}</Notice>}
      {error !== undefined && (
        <>
          <h3>{messages.answer.error}</h3>
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
        <h3>{messages.answer.headers}</h3>
        {headers.length > 0 && (
          <CopyAll
            label={messages.copyOf.headers}
            text={() => [...theirs, ...withheld].map(([name, value]) => `${name}: ${value}`).join("\n")}
          />
        )}
      </div>
      {theirs.length === 0 ? (
        <p className="note">{standIn === undefined ? messages.answer.noHeaders : messages.answer.noTheirHeaders}</p>
      ) : (
        <HeaderList label={messages.answer.headers} headers={theirs} />
      )}
      {withheld.length > 0 && (
        <>
          <h3>{messages.answer.withheldHeaders}</h3>
          <HeaderList label={messages.answer.withheldHeaders} headers={withheld} />
        </>
      )}
      <p className="note">{messages.answer.withheld}</p>
      {own.length > 0 && (
        <details>
          <summary>{messages.answer.ownHeaders}</summary>
          <HeaderList label={messages.answer.ownHeaders} headers={own} own />
        </details>
      )}
    </>
  );
}
