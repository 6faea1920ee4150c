import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { twoFrames } from "./walk/settled.ts";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the page as it stands: WCAG 2.2 AA and its good practices, one line for each place. `within` is a selector. */
export async function findings(page: Page, within = "html"): Promise<readonly string[]> {
  // A tooltip under the pointer lies over what is measured, and stays for a moment when the pointer leaves.
  await page.mouse.move(0, 0);
  await expect(page.getByRole("tooltip")).toHaveCount(0);
  await page.evaluate(twoFrames);
  await page.evaluate(settleColours);
  await page.evaluate(await axeSource);
  const results = await page.evaluate((selector): Promise<AxeResults> => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    return axe.run(selector, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
  }, within);
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** Waits until every change of colour that is under way has come to its end: half-way there no contrast is the real one. */
async function settleColours(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ playState }) => playState === "running")
    .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
