import type { Page } from "@playwright/test";
import type { Names } from "./names.ts";

/** What is looked at in each state; `state` names it in English. */
export type Visit = (state: string) => Promise<void>;

/** A walk that is under way. */
export interface Walk {
  readonly page: Page;
  readonly names: Names;
  readonly visit: Visit;
}
