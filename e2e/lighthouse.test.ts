import { expect, test } from "vitest";
import { auditPage } from "./lighthouse.ts";
import { startProduct } from "./product.ts";

/**
 * What doesn't depend on how fast the machine is. Nothing of it needs a trace: the page runs in a process that begins
 * with the visit, and on a busy machine its first moments were missing in the trace. That nothing moves is held by
 * `journeys/layout.spec.ts`, what is loaded and waited for by `journeys/weight.spec.ts`; `npm run bench -- lighthouse`
 * measures the rest.
 */
test("Lighthouse finds the page accessible, of good practice, and fit to be found", async () => {
  const product = await startProduct();
  try {
    const verdict = await auditPage(product.address, ["accessibility", "best-practices", "seo"]);
    expect(verdict.flaws).toEqual([]);
    expect(verdict.scores).toEqual({ accessibility: 1, "best-practices": 1, seo: 1 });
  } finally {
    await product.stop();
  }
}, 180_000);
