import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOnly } from "axe-core";
import { whatStays } from "./walk/settled.ts";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 AA and axe's good practices. */
const everything: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** What other colours can change. */
const colours = ["color-contrast", "link-in-text-block"];
/** What another language can change: the languages themselves, and names. */
const language = [
  ...["html-has-lang", "html-lang-valid", "valid-lang", "document-title", "landmark-unique"],
  ...[
    "button-name",
    "link-name",
    "label",
    "label-title-only",
    "select-name",
    "summary-name",
    "image-alt",
    "svg-img-alt",
  ],
  ...["aria-command-name", "aria-dialog-name", "aria-input-field-name", "aria-meter-name", "aria-progressbar-name"],
  ...["aria-toggle-field-name", "aria-tooltip-name"],
];

/** What axe finds on the page once it has come to rest, one line for each place. `within` is a selector. */
export function findings(page: Page, within = "html"): Promise<readonly string[]> {
  return whatStays(page, () => run(page, within, everything));
}

/**
 * What axe finds on the page, which is in light colours, and what it finds beside that once it is in dark ones:
 * structure and names are the same in both.
 */
export async function findingsInBothColours(page: Page, within = "html"): Promise<readonly string[]> {
  const light = await findings(page, within);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await whatStays(page, () => run(page, within, { type: "rule", values: colours }));
  await page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((fault) => `in dark colours, ${fault}`)];
}

/** What axe finds where the page is known to be well, but for another language and other colours. */
export function findingsByLook(page: Page, within = "html"): Promise<readonly string[]> {
  return whatStays(page, () => run(page, within, { type: "rule", values: [...colours, ...language] }));
}

async function run(page: Page, within: string, runOnly: RunOnly): Promise<readonly string[]> {
  // A tooltip under the pointer lies over what is measured, and stays for a moment when the pointer leaves.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.evaluate(settleColours);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeSource);
  const results = await page.evaluate(
    ([selector, rules]): Promise<AxeResults> => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      // Of what is well nobody reads, so nothing is gathered.
      return axe.run(selector, { runOnly: rules, resultTypes: ["violations"] });
    },
    [within, runOnly] as const,
  );
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/**
 * Waits until every change of colour that is under way has come to its end: half-way there no contrast is the real one.
 */
async function settleColours(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY)
    // In what is folded up time stands still.
    .filter(
      ({ effect }) =>
        effect instanceof KeyframeEffect && effect.target?.checkVisibility({ contentVisibilityAuto: true }) === true,
    );
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
