import { useId } from "react";
import { shorten } from "../../contract/characters.ts";
import type { Exchange } from "../../core/exchanges/exchanges.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { agesOf } from "../../core/takes/age.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Select } from "../../kit/select.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";
import { useRequestTab } from "./use-request.ts";

/** How many of the latest takes are offered; the one that is looked at is offered always. */
const offered = 50;

/** Which answer is looked at. */
export function SubjectSelect({
  rows,
  exchanges,
  subject,
}: {
  readonly rows: readonly TakeRow[];
  readonly exchanges: readonly Exchange[];
  readonly subject: string | undefined;
}) {
  const { messages, language } = useTexts(requestMessages);
  const texts = useHistoryTexts();
  const choose = useRequestTab((tab) => tab.choose);
  const id = useId();
  const ages = agesOf(language);
  const takes = rows.filter((row, at) => at < offered || row.id === subject);
  return (
    <div className={styles["bar"]}>
      <label className="note" htmlFor={id}>
        {messages.answer.of}
      </label>
      <Select id={id} className={styles["subject"]} value={subject} onChange={({ target }) => choose(target.value)}>
        {exchanges.length > 0 && (
          <optgroup label={messages.answer.exchanges}>
            {exchanges.map(({ id: exchange, created, request }) => (
              <option key={exchange} value={exchange}>
                {ages.exactly(created)} · {request.service && `${request.service} · `}
                {request.method} {request.path}
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label={messages.answer.takes}>
          {takes.map((row) => {
            const { title, state } = describeTake(row, texts);
            const service = row.serviceName && `${row.serviceName} · `;
            return (
              <option key={row.id} value={row.id}>
                {ages.exactly(row.created)} · {service}
                {state} · {shorten(title, 60)}
              </option>
            );
          })}
        </optgroup>
      </Select>
    </div>
  );
}
