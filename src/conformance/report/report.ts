import { cleanValue } from "../../contract/clean.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { recordIdOf } from "../checks/case.ts";
import type { Check, CheckStep } from "../checks/check.ts";
import { describeVerdict } from "../checks/describe.ts";
import { fillRequest } from "../checks/fill.ts";
import type { Outcome } from "../checks/outcome.ts";
import { type ChecksPrice, noPrice, sumOfPrices } from "../checks/price.ts";
import { hasChanged, isResultOf, type RunRecord } from "../run/result.ts";

export interface ReportRow {
  readonly check: Check;
  /** Undefined while it was never run. */
  readonly record: RunRecord | undefined;
  readonly outcome: Outcome;
  readonly changed: boolean;
  /** The file of its sound, relative to the report; absent where none lies beside it. */
  readonly sound?: string | undefined;
  /** The file of the baseline's sound where it differs, relative to the report. */
  readonly soundBefore?: string | undefined;
  /** What moved further than it may since the baseline, one line each; absent where nothing did. */
  readonly moved?: readonly string[] | undefined;
}

/** What a report says of checks, in their order. Without `idOf` it is about the last run of each. */
export function reportOf(
  checks: readonly Check[],
  records: readonly RunRecord[],
  idOf: (check: Check) => string = recordIdOf,
): readonly ReportRow[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return checks.map((check) => {
    const record = byId.get(idOf(check));
    return {
      check,
      record,
      outcome: record?.last.outcome ?? "not_judged",
      changed: record !== undefined && hasChanged(record),
    };
  });
}

/**
 * The steps of a row with what was sent, filled in. Those that the run didn't come to stand as they would be sent, as
 * long as the check still sends what it sent then.
 */
export function sentSteps({ check, record }: Pick<ReportRow, "check" | "record">): readonly CheckStep[] {
  const { steps: results = [], variables = {} } = record?.last ?? {};
  if (record !== undefined && !isResultOf(check, record.last)) {
    return results.flatMap(({ name, request, control }) =>
      request === undefined ? [] : [{ name, request, expect: [], ...(control === undefined ? {} : { control }) }],
    );
  }
  return check.steps.map((step) => ({
    ...step,
    request: results.find(({ name }) => name === step.name)?.request ?? fillRequest(step.request, variables),
  }));
}

/**
 * Rows as they leave the browser or the command line: without keys, signatures, and addresses that open what they lead
 * to (section 5). Requests are filled in first, since a signature may stand in a request that names it by a variable.
 */
export function cleanRows(rows: readonly ReportRow[]): readonly ReportRow[] {
  return rows.map((row) => {
    const { check, record, moved } = row;
    const steps = sentSteps(row);
    return { ...row, ...cleanValue({ check: { ...check, steps }, record, moved }) };
  });
}

/** How many rows there are of each outcome, and how many have changed. */
export function countOutcomes(
  rows: readonly ReportRow[],
): Readonly<Record<Outcome, number>> & { readonly changed: number } {
  const counts = { passed: 0, failed: 0, not_judged: 0, changed: 0 };
  for (const { outcome, changed } of rows) {
    counts[outcome]++;
    if (changed) counts.changed++;
  }
  return counts;
}

/** What the requests cost that a service accepted in these results, as far as the document tells. */
export function spentIn(records: readonly RunRecord[]): ChecksPrice {
  return sumOfPrices(records.map(({ last }) => last.spent ?? noPrice));
}

/** What a report's file says above its lines. */
export interface ReportHead {
  /** What was run. */
  readonly name: string;
  /** When it was begun, in Unix milliseconds. */
  readonly at: number;
  /** How many checks belong to it, run or not. */
  readonly of: number;
  /** How many were run again since. */
  readonly again: number;
  /** The services that answered. */
  readonly services: readonly string[];
}

/** What a whole report came to, by the names that its files give. */
export function summaryOf({ name, at, of, again, services }: ReportHead, rows: readonly ReportRow[]) {
  const counts = countOutcomes(rows);
  return { name, at: new Date(at).toISOString(), services, checks: of, ...counts, run_again: again };
}

/** A report as a table, its head first. */
export function tableOf(
  rows: readonly ReportRow[],
  language: InterfaceLanguage,
): readonly [head: readonly string[], ...lines: readonly (readonly string[])[]] {
  const lines = rows.map(({ check, record, outcome, changed, moved }) => [
    check.id,
    check.section,
    check.rule[language],
    outcome,
    record?.last.reason ?? "",
    changed ? "changed" : "",
    record === undefined ? "" : new Date(record.last.at).toISOString(),
    [record?.last.serviceName, record?.last.address].filter(Boolean).join(" "),
    failuresOf({ record, moved }, language).join("; "),
    sentSteps({ check, record }).map(sentOf).join("\n"),
  ]);
  return [["id", "section", "rule", "outcome", "reason", "changed", "at", "service", "failures", "sent"], ...lines];
}

/** What wasn't met, what an answer lacked, and what moved since the baseline, one line each. */
export function failuresOf(
  { record, moved = [] }: Pick<ReportRow, "record" | "moved">,
  language: InterfaceLanguage,
): readonly string[] {
  const own = (record?.last.steps ?? []).filter(({ control }) => control !== true);
  const failures = own.flatMap(({ name, verdicts, failure }) => [
    ...(failure === undefined ? [] : [`${name}: ${failure}`]),
    ...verdicts
      .filter(({ ok, unjudged }) => !ok && unjudged === undefined)
      .map((verdict) => `${name}: ${describeVerdict(verdict, language)}`),
  ]);
  const { outcome, lacks } = record?.last ?? {};
  if (outcome !== "failed" || lacks === undefined) return [...failures, ...moved];
  const lack = language === "en" ? `the answer before didn't give “${lacks}”` : `之前的响应没有给出“${lacks}”`;
  return [...failures, lack, ...moved];
}

/** A request that was sent: its line and its body, or its frames. */
function sentOf({ request: sent }: CheckStep): string {
  if (sent.transport === "websocket") return [`WebSocket ${sent.path}`, ...sent.frames].join(" ");
  return [`${sent.method} ${sent.path}`, sent.body].filter((part) => part !== undefined).join(" ");
}
