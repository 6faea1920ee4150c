import type { Localized } from "../../contract/language.ts";

/** A rule with the beginnings of the ids of its checks. */
export interface CoveredRule {
  readonly section: string;
  readonly rule: Localized;
  readonly checks: readonly [string, ...string[]];
}

/** The rules of a section, each in both languages, with its checks. */
export function covered(
  section: string,
  ...rules: readonly (readonly [en: string, zh: string, ...checks: CoveredRule["checks"]])[]
): readonly CoveredRule[] {
  return rules.map(([en, zh, ...checks]) => ({ section, rule: { en, zh }, checks }));
}
