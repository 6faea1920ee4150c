import type { InterfaceLanguage } from "../../contract/language.ts";
import { figureTexts } from "../checks/describe.ts";
import type { Figure } from "../checks/expectation.ts";
import { rounded } from "../checks/judge-times.ts";
import { type CheckResult, haveSameRequests } from "../run/result.ts";
import { wasAsked } from "../run/run-all.ts";
import type { ReportHead, ReportRow } from "./report.ts";

/** A run that later ones are held against. */
export interface Baseline {
  /** When it was begun, in Unix milliseconds. */
  readonly at: number;
  /** Its rows, by their checks' ids. */
  readonly entries: ReadonlyMap<string, ReportRow>;
}

export function baselineOf({ at }: Pick<ReportHead, "at">, rows: readonly ReportRow[]): Baseline {
  return { at, entries: new Map(rows.map((row) => [row.check.id, row])) };
}

/** A row's entry in the baseline; undefined where that is of other requests. */
export function entryFor({ check, record }: ReportRow, { entries }: Baseline): ReportRow | undefined {
  const entry = entries.get(check.id);
  const [last, before] = [record?.last, entry?.record?.last];
  return last === undefined || before === undefined || haveSameRequests(last, before) ? entry : undefined;
}

/**
 * How far a figure may move, in its unit, and in parts of what it was: the larger one counts. With `only` it may move
 * the other way as far as it likes; with `mayGo` it may be missing, as where nothing here can measure it.
 */
const tolerances: Readonly<
  Partial<Record<Figure, { readonly by: number; readonly share: number; readonly only?: "up"; readonly mayGo?: true }>>
> = {
  first_byte: { by: 2_000, share: 2, only: "up", mayGo: true },
  duration: { by: 0.1, share: 0.05 },
  loudness: { by: 1.5, share: 0, mayGo: true },
  words: { by: 0, share: 0 },
  word_errors: { by: 10, share: 0, only: "up", mayGo: true },
};

/** Which of the figures of a check's own answers moved further than they may, one line each. */
export function figuresMoved(before: CheckResult, now: CheckResult, language: InterfaceLanguage): readonly string[] {
  const own = now.steps.filter(({ control }) => control !== true);
  return own.flatMap(({ name, figures }) => {
    const earlier = before.steps.find((step) => step.name === name)?.figures ?? {};
    return Object.entries(tolerances).flatMap(([of, tolerance]) => {
      const [was, is] = [earlier[of], figures[of]];
      const subject = figureTexts[of as Figure][language];
      // What couldn't be judged has brought nothing that could be missed.
      if (was !== undefined && is === undefined && tolerance.mayGo !== true && now.outcome !== "not_judged") {
        return [
          language === "en"
            ? `${name}: ${subject}: was ${rounded(was)} in the baseline, and there is none now`
            : `${name}：${subject}：基准为 ${rounded(was)}，现在没有`,
        ];
      }
      if (was === undefined || is === undefined) return [];
      const most = Math.max(tolerance.by, tolerance.share * Math.abs(was));
      const moved = tolerance.only === "up" ? is - was : Math.abs(is - was);
      // Binary fractions miss by less.
      if (moved <= most + 1e-9) return [];
      return [
        language === "en"
          ? `${name}: ${subject}: was ${rounded(was)} in the baseline, is ${rounded(is)}; may move by ${rounded(most)}`
          : `${name}：${subject}：基准为 ${rounded(was)}，现为 ${rounded(is)}；允许变化 ${rounded(most)}`,
      ];
    });
  });
}

/**
 * A row beside what it was in the baseline: whatever moved further than it may has failed, whatever else the check
 * says.
 *
 * @param moved what moved, one line each.
 */
export function rowBeside(
  row: ReportRow,
  entry: Pick<ReportRow, "record"> | undefined,
  moved: readonly string[],
): ReportRow {
  const { record } = row;
  const before = entry?.record?.last;
  // Of what nobody asked, nothing is known that could have changed.
  if (record === undefined || before === undefined || !wasAsked(record.last)) return row;
  const changed = before.outcome !== record.last.outcome;
  const beside = { ...row, record: { ...record, before }, changed: changed || moved.length > 0 };
  return moved.length === 0 ? beside : { ...beside, moved, outcome: "failed" };
}
