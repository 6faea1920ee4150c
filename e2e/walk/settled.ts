import type { Page } from "@playwright/test";

/** How long a page may take to come to rest, in milliseconds. */
const patience = 5_000;

/**
 * What `look` still finds once the page has come to rest: what has just come is placed when it has been drawn, and on a
 * busy machine that takes more than a frame.
 */
export async function whatStays(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const deadline = performance.now() + patience;
  for (;;) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const found = await look();
    if (found.length === 0 || performance.now() > deadline) return found;
  }
}
