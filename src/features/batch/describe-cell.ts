import type { ModelDescriptor } from "../../contract/model.ts";
import { describeProblem } from "../../contract/problems.ts";
import { describeValue, describeWay } from "../../core/takes/describe-values.ts";
import type { BatchTexts } from "./messages/index.ts";
import type { BatchPrice, CellProblem, PlannedCell } from "./plan-batch.ts";

/** What else cells differ in besides text and voice, each in a column of its own. */
export interface CellColumns {
  /** Whether they are sent in several ways. */
  readonly way: boolean;
  /** The varied fields' keys. */
  readonly fields: readonly string[];
}

/** What a combination has of its own, besides text and voice: mode and values. */
export function describeSettings(
  model: ModelDescriptor,
  cell: Pick<PlannedCell, "mode" | "transport" | "values">,
  severalWays: boolean,
  texts: BatchTexts,
): string {
  const values = Object.entries(cell.values).map(([key, value]) => {
    const label = model.fields.find((field) => field.key === key)?.label;
    return `${label === undefined ? key : texts.of(label)} ${describeValue(model, key, value, texts)}`;
  });
  return [...(severalWays ? [describeWay(model, cell, texts)] : []), ...values].join(" · ");
}

/** Why a combination isn't sent, as one sentence. */
function describeCellProblem(model: ModelDescriptor, problem: CellProblem, texts: BatchTexts): string {
  const { messages, page, of, language } = texts;
  switch (problem.kind) {
    case "no_text":
      return messages.problems.no_text;
    case "directions":
      return page.speak.directions;
    case "too_long":
      return messages.problems.too_long(problem.limit ?? 0, page.mode.names[problem.mode]);
    case "not_offered":
      return messages.problems.not_offered(describeWay(model, problem, texts));
    case "not_used": {
      const { field, key, mode } = problem;
      return messages.problems.not_used(field === undefined ? key : of(field.label), page.mode.names[mode]);
    }
    case "contract": {
      const { field } = problem;
      return field === undefined
        ? describeProblem(problem.problem, language)
        : describeProblem(problem.problem, language, of(field.label));
    }
  }
}

/** The reasons of combinations that aren't sent, each with how many it concerns. */
export function countProblems(
  model: ModelDescriptor,
  refused: readonly PlannedCell[],
  texts: BatchTexts,
): readonly (readonly [reason: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { problems } of refused) {
    for (const problem of problems) {
      const reason = describeCellProblem(model, problem, texts);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** What all of them cost, as far as the document tells. */
export function describeBatchPrice(
  { tokens, amount, seconds, undocumented }: BatchPrice,
  embedded: boolean,
  { messages, takes, multiplier }: BatchTexts,
): string {
  const parts = [
    tokens > 0 ? takes.tokens(tokens) : "",
    seconds > 0 ? (multiplier === undefined ? messages.money(seconds) : messages.settled(amount, seconds)) : "",
    undocumented > 0 ? (embedded ? messages.free : messages.undocumented(undocumented)) : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}
