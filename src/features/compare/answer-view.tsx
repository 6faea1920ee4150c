import { serviceHeaders } from "../../api/service-headers.ts";
import { describeErrors } from "../../core/hearing/describe-heard.ts";
import HearBar from "../../core/hearing/hear-bar.tsx";
import { describeMeasure, measureNames, measureTexts } from "../../core/measures/describe-measures.ts";
import { decibelsOf, measuresOf } from "../../core/takes/measure-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { hasAssumedRate } from "../../core/takes/take-file.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { differenceOf, figures, figureText, knownAnswer, measureUnits, words } from "./answer-figures.ts";
import { compareValues } from "./compare-values.ts";
import { ComparedTable, type ShownRow } from "./compared-table.tsx";
import { compareMessages } from "./messages/index.ts";
import { useDetailsOf } from "./use-details-of.ts";
import { useNames } from "./use-distinctions.ts";

/** What came back, take by take: status, times and facts, what the samples say, headers. */
export function AnswerView({ takes }: { readonly takes: readonly TakeRow[] }) {
  const texts = useHistoryTexts(compareMessages);
  const { messages, page } = texts;
  const measuresTexts = measureTexts(texts);
  const { hearing } = measuresTexts;
  const details = useDetailsOf(takes);
  const answers = takes.map((row, at) => knownAnswer(row, details[at]));
  const names = takes.map(useNames(takes));
  const labels: Readonly<Record<string, string>> = messages.table.rows;

  const said = compareValues(
    answers.map((known) => {
      const values = Object.entries(words).map(([name, read]) => [name, read?.(known)] as const);
      return new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
    }),
  ).map((row): ShownRow => ({ ...row, label: labels[row.path] ?? row.path }));

  const counted = Object.entries(figures).flatMap(([name, figure]): readonly ShownRow[] => {
    if (figure === undefined) return [];
    const values = answers.map(figure.read);
    if (values.every((value) => value === undefined)) return [];
    const shown = answers.map((known, at) => {
      const value = values[at];
      if (value === undefined) return undefined;
      const figured = figureText(value, figure, texts);
      return figure.isAssumed?.(known) === true ? page.player.assumed(figured) : figured;
    });
    return [
      {
        path: name,
        label: labels[name] ?? name,
        values: shown,
        differs: values.some((value) => value !== values[0]),
        differences: values.map((value) => differenceOf(value, values[0], figure, texts)),
      },
    ];
  });

  const found = takes.map(measuresOf);
  const measured = measureNames.flatMap((name): readonly ShownRow[] => {
    if (found.every((measures) => measures === undefined)) return [];
    const values = takes.map((row, at) => {
      const measures = found[at];
      return measures === undefined ? undefined : describeMeasure(name, measures, texts, hasAssumedRate(row));
    });
    const numeric = found.map((measures) =>
      name === "peak" && measures !== undefined ? decibelsOf(measures.peak) : measures?.[name],
    );
    return [
      {
        path: name,
        label: measuresTexts[name],
        values,
        differs: values.some((value) => value !== values[0]),
        differences: numeric.map((value) => differenceOf(value, numeric[0], measureUnits[name], texts)),
      },
    ];
  });

  const spoken = takes.some(({ heard }) => heard !== undefined)
    ? [
        {
          path: "errors",
          label: hearing.errors,
          values: takes.map((row) => describeErrors(row, texts)),
          differences: takes.map(({ heard }) =>
            differenceOf(heard?.errors, takes[0]?.heard?.errors, { unit: "%", digits: 1 }, texts),
          ),
        },
        {
          path: "heard",
          label: hearing.heard,
          values: takes.map(({ heard }) => heard && (heard.text || hearing.nothing)),
        },
      ].map((row): ShownRow => ({ ...row, differs: row.values.some((value) => value !== row.values[0]) }))
    : [];

  const headers = compareValues(answers.map(({ answer }) => new Map(serviceHeaders(answer.headers)))).map(
    (row): ShownRow => ({ ...row, label: <code>{row.path}</code> }),
  );

  const shared = { names, nothing: messages.table.nothing, first: messages.table.figure, folded: false };
  return (
    <div className="stack apart">
      <ComparedTable {...shared} caption={messages.table.answer} rows={said} />
      <ComparedTable {...shared} caption={messages.table.figures} rows={counted} />
      {measured.length > 0 && (
        <>
          <ComparedTable {...shared} caption={messages.table.measured} rows={measured} />
          <p className="quiet">{measuresTexts.help}</p>
        </>
      )}
      {spoken.length > 0 && <ComparedTable {...shared} caption={hearing.title} rows={spoken} />}
      <HearBar rows={takes} />
      {headers.length > 0 && (
        <ComparedTable
          {...shared}
          caption={messages.table.headers}
          first={messages.table.headers}
          rows={headers}
          folded={true}
        />
      )}
    </div>
  );
}
