import type { DrivenPage } from "../browsers/driven.ts";

/**
 * What must be added to a page's `performance.now()` to have this process's, in milliseconds. Asked several times, and
 * the quickest answer counts: the page's clock was read between question and answer.
 */
export async function clockOffset(page: DrivenPage): Promise<number> {
  let best = { span: Number.POSITIVE_INFINITY, offset: 0 };
  for (let round = 0; round < 20; round += 1) {
    const asked = performance.now();
    const there = await page.evaluate(() => performance.now());
    const answered = performance.now();
    const span = answered - asked;
    if (span < best.span) best = { span, offset: (asked + answered) / 2 - there };
  }
  return best.offset;
}
