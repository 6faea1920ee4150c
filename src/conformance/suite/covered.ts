import type { Localized } from "../../contract/language.ts";

/** A rule with the beginnings of the ids of its checks. */
export interface CoveredRule {
  readonly section: string;
  readonly rule: Localized;
  readonly checks: readonly [string, ...string[]];
}

/** A rule of a section, in each language, with its checks. */
export function covered(section: string, en: string, zh: string, ...checks: [string, ...string[]]): CoveredRule {
  return { section, rule: { en, zh }, checks };
}
