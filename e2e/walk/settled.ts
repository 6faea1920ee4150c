import type { Page } from "@playwright/test";

/**
 * Two frames of the page it runs in: what has just come is placed by then, and what it pushed aside is scrolled back.
 */
export function twoFrames(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** How long a page may take to come to rest, in milliseconds from the end of the first look, which may take longer. */
const patience = 5_000;

/**
 * What `look` still finds once the page has come to rest: what has just come is placed when it has been drawn, and on a
 * busy machine that takes more than a frame.
 */
export async function whatStays(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let deadline = Infinity;
  for (;;) {
    await page.evaluate(twoFrames);
    const found = await look();
    deadline = Math.min(deadline, performance.now() + patience);
    if (found.length === 0 || performance.now() > deadline) return found;
  }
}
