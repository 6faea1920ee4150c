import { expect, type Page } from "@playwright/test";
import { task } from "./page.ts";

// A page looks at a task every few seconds. Here its clock runs ahead to the next look: `page.clock.install()` must
// come before the page is opened.

/** The wait between two looks where the service asks for none, in milliseconds; after one failure it isn't longer. */
const pause = 5_000;

/** Runs ahead to the next look at the newest task, and waits for its answer. */
export async function nextLook(page: Page): Promise<void> {
  await expect(task(page).first()).toContainText("checks again in");
  const answer = page.waitForResponse(/\/v1\/audio\/speech\/tasks\/[^/]+$/);
  await page.clock.fastForward(pause);
  await answer;
}

/** Runs ahead from look to look until the newest task says `state`. */
export async function lookUntil(page: Page, state: string): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(pause);
    await expect(task(page).first()).toContainText(state, { timeout: 500 });
  }).toPass({ intervals: [0], timeout: 60_000 });
}

/** Has every task look as if it were still running, until the returned function is called. */
export async function keepRunning(page: Page): Promise<() => void> {
  let isDone = false;
  await page.route(/\/v1\/audio\/speech\/tasks\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    await route.fulfill({ response, json: isDone ? json : { ...json, status: "in_progress" } });
  });
  return () => {
    isDone = true;
  };
}
