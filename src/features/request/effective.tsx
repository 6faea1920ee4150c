import { shorten } from "../../contract/characters.ts";
import { describeProblem, type Problem } from "../../contract/problems.ts";
import type { ReadField, Reading } from "../../core/exchanges/reading.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Notice } from "../../kit/notice.tsx";
import { requestMessages } from "./messages/index.ts";
import styles from "./request.module.css";

/** The most of one value that is shown here, in characters; the script stands in the body beside it. */
const longest = { text: 60, other: 160 } as const;

/**
 * What a service reads in a body: each field's value, where it came from and what lost; what is ignored; what is wrong.
 */
export function Effective({ reading }: { readonly reading: Reading }) {
  const { messages } = useTexts(requestMessages);
  if (reading.kind === "no_json") {
    return (
      <Notice tone="warn">
        {messages.effective.notJson} {reading.message}
      </Notice>
    );
  }
  if (reading.kind === "no_object") return <Notice tone="warn">{messages.effective.noObject}</Notice>;
  const { resolution, fields, problems, doubled } = reading;
  return (
    <>
      <Problems problems={problems} />
      {doubled.map(({ place, times, last }) => (
        <Notice key={place} tone="warn">
          {messages.effective.doubled(place, times, shorten(last, longest.other))}
        </Notice>
      ))}
      <div className="scroll">
        <table className={styles["table"]}>
          <caption>
            {messages.effective.title} · {resolution.model.id} · {resolution.mode}
          </caption>
          <thead>
            <tr>
              <th scope="col">{messages.effective.field}</th>
              <th scope="col">{messages.effective.value}</th>
              <th scope="col">{messages.effective.place}</th>
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
          <h3>{messages.effective.ignored}</h3>
          <ul>
            {resolution.ignored.map((candidate) => (
              <li key={candidate.place}>
                <code>{`${candidate.place}: ${valueText(candidate.value)}`}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function FieldRow({ read }: { readonly read: ReadField }) {
  const { messages, of } = useTexts(requestMessages);
  const { field, winner, losers, isGuess, standIn, follows, applies } = read;
  const isDefault = winner === undefined && "default" in field && field.default === standIn;
  return (
    <tr data-sent={winner !== undefined || undefined}>
      <th scope="row">
        {of(field.label)}
        {!applies && <small>{messages.effective.notHere}</small>}
      </th>
      <td>
        {winner !== undefined ? (
          <code>{valueText(winner.value, field.kind === "text" ? longest.text : longest.other)}</code>
        ) : standIn !== undefined ? (
          <code>{valueText(standIn)}</code>
        ) : (
          <span className="note">{messages.effective.undocumented}</span>
        )}
        {losers.map((loser) => (
          <s key={loser.place}>{messages.effective.lost(loser.place, valueText(loser.value))}</s>
        ))}
      </td>
      <td>
        {winner !== undefined ? (
          <>
            <code>{winner.place}</code>
            {isGuess && <small>{messages.effective.guess}</small>}
          </>
        ) : (
          standIn !== undefined && (
            <span className="note">
              {follows !== undefined
                ? messages.effective.follows(of(follows.label))
                : isDefault
                  ? messages.effective.standsIn
                  : messages.effective.fallback}
            </span>
          )
        )}
      </td>
    </tr>
  );
}

/**
 * What the document has against a request, and apart from that what it doesn't speak of; nothing of it is kept from
 * being sent.
 */
function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const { messages } = useTexts(requestMessages);
  const documented = problems.filter(({ undocumented }) => undocumented !== true);
  const others = problems.filter(({ undocumented }) => undocumented === true);
  return (
    <>
      {documented.length === 0 ? (
        <Notice tone="quiet" icon="check">
          {messages.effective.noProblem}
        </Notice>
      ) : (
        <ProblemList
          title={messages.effective.problems(documented.length)}
          problems={documented}
          source={({ section }) => messages.effective.section(section)}
        />
      )}
      {others.length > 0 && (
        <ProblemList
          title={messages.effective.undocumentedTitle}
          problems={others}
          source={() => messages.effective.ownChoice}
        />
      )}
    </>
  );
}

function ProblemList({
  title,
  problems,
  source,
}: {
  readonly title: string;
  readonly problems: readonly Problem[];
  /** Who says so. */
  readonly source: (problem: Problem) => string;
}) {
  const { language } = useTexts(requestMessages);
  return (
    <div className={styles["problems"]}>
      <h3>{title}</h3>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.param} ${problem.code}`}>
            {describeProblem(problem, language)} <small>{source(problem)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A value as JSON; a long one by its beginning. */
function valueText(value: unknown, most: number = longest.other): string {
  const text = typeof value === "number" && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
  return shorten(text, most);
}
