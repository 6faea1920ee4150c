import { diffLines } from "diff";
import { useMemo } from "react";
import { chosenModel, findModel } from "../../contract/models/index.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { layOutJson } from "../../core/exchanges/json-text.ts";
import { readBody } from "../../core/exchanges/reading.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { Scrolling } from "../../kit/scrolling.tsx";
import styles from "./compare.module.css";
import { compareValues, valuesOfBody } from "./compare-values.ts";
import { ComparedTable } from "./compared-table.tsx";
import { compareMessages } from "./messages/index.ts";
import { useDetailsOf } from "./use-details-of.ts";
import { useNames } from "./use-distinctions.ts";

/** What was asked of the service, take by take. */
export function RequestView({ takes }: { readonly takes: readonly TakeRow[] }) {
  const texts = useHistoryTexts(compareMessages);
  const { messages, of, page } = texts;
  const details = useDetailsOf(takes);
  const requests = details.map((each) => each?.request);
  const names = takes.map(useNames(takes));
  const bodies = requests.map((request) => request?.body ?? "");
  const key = requests.map((request, at) => [takes[at]?.model, request?.endpoint, request?.body].join()).join("\u0000");
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything that is read hangs on models and requests
  const { effective, read, body } = useMemo(() => {
    const read = requests.map((request, at) =>
      request === undefined ? undefined : effectiveValuesOf(takes[at]?.model ?? "", request),
    );
    return {
      read,
      effective: compareValues(read.map((each) => each?.values ?? new Map())),
      body: compareValues(requests.map((request) => (request === undefined ? new Map() : valuesOfBody(request.body)))),
    };
  }, [key]);

  /** What a field is called, and the names under which it was sent. */
  function labelOf(path: string) {
    const field = takes
      .flatMap(({ model }) => findModel(model)?.fields ?? [])
      .find((candidate) => candidate.key === path);
    const places = [...new Set(read.flatMap((each) => each?.places.get(path) ?? []))];
    return (
      <>
        {path === modelKey ? messages.table.rows.model : field === undefined ? "" : of(field.label)}{" "}
        {places.map((place) => (
          <code key={place}>{read.some((each) => each?.guesses.has(path)) ? page.player.assumed(place) : place} </code>
        ))}
      </>
    );
  }

  if (requests.every((request) => request === undefined)) return null;
  return (
    <div className="stack apart">
      <ComparedTable
        caption={messages.table.request}
        first={messages.table.field}
        names={names}
        nothing={messages.table.notSent}
        rows={effective.map((row) => ({ ...row, label: labelOf(row.path) }))}
      />
      <ComparedTable
        caption={messages.table.body}
        first={messages.table.field}
        names={names}
        nothing={messages.table.notSent}
        rows={body.map((row) => ({
          ...row,
          label: <code>{row.path === "" ? messages.table.wholeBody : row.path}</code>,
        }))}
      />
      {takes.length === 2 ? (
        <Lines bodies={bodies} />
      ) : (
        takes.length > 2 && <p className="quiet">{messages.table.rawTwo}</p>
      )}
    </div>
  );
}

/** The most characters of a line that are shown. */
const longestLine = 1_000;
/** Bodies longer than this aren't compared line by line: their text is one line anyway. */
const longestBody = 200_000;

function Lines({ bodies: [first = "", second = ""] }: { readonly bodies: readonly string[] }) {
  const { messages } = useHistoryTexts(compareMessages);
  const runs = useMemo(
    () => (first.length + second.length > longestBody ? undefined : compareLines(first, second)),
    [first, second],
  );
  const signs = { same: " ", first: "−", second: "+" } as const;
  const said = { same: undefined, first: messages.table.removed, second: messages.table.addedLine } as const;
  return (
    <section className={styles["part"]}>
      <div className={styles["bar"]}>
        <h3>{messages.table.raw}</h3>
      </div>
      {runs === undefined ? (
        <p className="quiet">{messages.table.rawLong}</p>
      ) : runs.every(({ kind }) => kind === "same") ? (
        <p className="quiet">{messages.table.rawSame}</p>
      ) : (
        <Scrolling className={styles["lines"]} aria-label={messages.table.raw}>
          <pre dir="ltr">
            {runs.map(({ kind, lines }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: runs of one comparison have no other name
              <span key={at} className={styles["run"]} data-kind={kind} title={said[kind]}>
                {lines.map((line) => `${signs[kind]} ${line.slice(0, longestLine)}\n`).join("")}
              </span>
            ))}
          </pre>
        </Scrolling>
      )}
    </section>
  );
}

/** The key under which the model is listed; no field has it. */
const modelKey = "model";

/**
 * What a service reads in one request, as its model does, with the documented defaults of what wasn't sent: values as
 * JSON, by the fields' keys.
 */
export function effectiveValuesOf(model: string, { endpoint, body }: SpeechRequest) {
  const values = new Map([[modelKey, JSON.stringify(model)]]);
  /** Where each stood in the body, `extra_body.voice`; absent where a default or another field stands in. */
  const places = new Map<string, string>();
  /** The fields for which the document doesn't say which of several places wins. */
  const guesses = new Set<string>();
  const reading = readBody(findModel(model) ?? chosenModel(model), endpoint, body);
  if (reading.kind !== "object") return { values, places, guesses };
  for (const { field, winner, isGuess, standIn, applies } of reading.fields) {
    const value = winner === undefined ? standIn : winner.value;
    if (!applies || value === undefined) continue;
    values.set(field.key, JSON.stringify(value));
    if (winner !== undefined) places.set(field.key, winner.place);
    if (isGuess) guesses.add(field.key);
  }
  for (const { place, value } of reading.resolution.ignored) {
    values.set(place, JSON.stringify(value));
    places.set(place, place);
  }
  return { values, places, guesses };
}

/** Lines that follow each other and have the same fate. */
interface LineRun {
  readonly kind: "same" | "first" | "second";
  readonly lines: readonly string[];
}

/**
 * How long the comparison may take, in milliseconds: beyond that bodies are too different or too long to be read so.
 */
const patience = 500;

/** Two bodies line by line, laid out where they are JSON; undefined where that takes too long. */
export function compareLines(first: string, second: string): readonly LineRun[] | undefined {
  const [one, other] = [first, second].map((text) => layOutJson(text) ?? text);
  return diffLines(`${one}\n`, `${other}\n`, { timeout: patience })?.map(({ value, added, removed }) => ({
    kind: added ? "second" : removed ? "first" : "same",
    lines: value.replace(/\n$/, "").split("\n"),
  }));
}
