import { describeProblem, type Problem } from "../../contract/problems.ts";
import type { Candidate } from "../../contract/resolve.ts";
import type { ReadField, Reading } from "../../state/request/reading.ts";
import { Notice } from "../kit/notice.tsx";
import styles from "./request.module.css";
import { useRequestTexts } from "./use-request.ts";

/** The most of one value that is shown here, in characters; the script stands in the body beside it. */
const longest = { text: 60, other: 160 } as const;

/** What a service reads in a body: each field's value, where it came from and what lost; what is ignored; what is wrong. */
export function Effective({ reading }: { readonly reading: Reading }) {
  const { q } = useRequestTexts();
  if (reading.kind === "no_json") {
    return (
      <Notice tone="warn">
        {q.effective.notJson} {reading.message}
      </Notice>
    );
  }
  if (reading.kind === "no_object") return <Notice tone="warn">{q.effective.noObject}</Notice>;
  const { resolution, fields, problems } = reading;
  return (
    <>
      <Problems problems={problems} />
      <div className={styles["tableScroll"]}>
        <table className={styles["table"]}>
          <caption>
            {q.effective.title}: {resolution.model.id} · {resolution.mode}
          </caption>
          <thead>
            <tr>
              <th scope="col">{q.effective.field}</th>
              <th scope="col">{q.effective.value}</th>
              <th scope="col">{q.effective.place}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <FieldRow key={field.field.key} read={field} />
            ))}
          </tbody>
        </table>
      </div>
      {resolution.ignored.length > 0 && (
        <div className={styles["ignored"]}>
          <h3>{q.effective.ignored}</h3>
          <ul>
            {resolution.ignored.map((candidate) => (
              <li key={candidate.place}>
                <code>{written(candidate)}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function FieldRow({ read }: { readonly read: ReadField }) {
  const { q, of } = useRequestTexts();
  const { field, winner, losers, standIn, applies } = read;
  const isDefault = winner === undefined && "default" in field && field.default === standIn;
  return (
    <tr data-sent={winner !== undefined || undefined}>
      <th scope="row">
        {of(field.label)}
        {!applies && <small>{q.effective.notHere}</small>}
      </th>
      <td>
        {winner !== undefined ? (
          <code>{valueText(winner.value, field.kind === "text" ? longest.text : longest.other)}</code>
        ) : standIn !== undefined ? (
          <code>{valueText(standIn)}</code>
        ) : (
          <span className={styles["quiet"]}>{q.effective.undocumented}</span>
        )}
        {losers.map((loser) => (
          <s key={loser.place}>{q.effective.lost(loser.place, valueText(loser.value))}</s>
        ))}
      </td>
      <td>
        {winner !== undefined ? (
          <code>{winner.place}</code>
        ) : (
          standIn !== undefined && (
            <span className={styles["quiet"]}>{isDefault ? q.effective.standsIn : q.effective.fallback}</span>
          )
        )}
      </td>
    </tr>
  );
}

/** What the document has against a request; nothing of it is kept from being sent. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const { q, language, numbers } = useRequestTexts();
  if (problems.length === 0) {
    return (
      <Notice tone="quiet" icon="check">
        {q.effective.noProblem}
      </Notice>
    );
  }
  return (
    <div className={styles["problems"]}>
      <h3>{q.effective.problems(numbers.integer(problems.length), problems.length === 1)}</h3>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.param} ${problem.code}`}>
            {describeProblem(problem, language)} <small>{q.effective.section(problem.section)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

function written({ place, value }: Candidate): string {
  return `${place}: ${valueText(value)}`;
}

/** A value as JSON; a long one by its beginning. */
function valueText(value: unknown, most: number = longest.other): string {
  const text = typeof value === "number" && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
