import { expect, test } from "vitest";
import * as z from "zod";
import { auditPage } from "./lighthouse.ts";
import { startProduct } from "./product.ts";

const blockingSchema = z.array(z.object({ url: z.string(), totalBytes: z.number() }));

/** What doesn't depend on how fast the machine is; `npm run bench -- lighthouse` measures the rest. */
test("Lighthouse finds the page accessible and of good practice; nothing moves, little is waited for", async () => {
  const product = await startProduct();
  try {
    const verdict = await auditPage(product.address, ["accessibility", "best-practices", "seo", "performance"]);
    expect(verdict.flaws.filter((flaw) => !flaw.startsWith("performance"))).toEqual([]);
    expect(verdict.scores).toMatchObject({ accessibility: 1, "best-practices": 1, seo: 1 });
    expect(verdict.figure("cumulative-layout-shift")).toBe(0);
    const blocking = blockingSchema.parse(verdict.items("render-blocking-resources"));
    expect(blocking.length).toBeLessThanOrEqual(2);
    expect(blocking.reduce((sum, { totalBytes }) => sum + totalBytes, 0)).toBeLessThan(20_000);
    expect(verdict.figure("total-byte-weight")).toBeLessThan(500_000);
    expect(verdict.items("redirects")).toEqual([]);
  } finally {
    await product.stop();
  }
}, 180_000);
