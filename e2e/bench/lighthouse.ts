import { auditPage } from "../lighthouse.ts";
import { startProduct } from "../product.ts";
import type { Part } from "./requirement.ts";
import { percentile } from "./table.ts";

const visits = 3;
const audits = {
  "first-contentful-paint": "first paint of something",
  "largest-contentful-paint": "of the largest part",
  "total-blocking-time": "blocked in all",
  "speed-index": "speed index",
} as const;

/** Lighthouse's performance score of the built page with its desktop preset: the median of three visits. */
export async function benchLighthouse(): Promise<Part[]> {
  const product = await startProduct();
  try {
    const rows = [];
    const scores: number[] = [];
    for (let visit = 1; visit <= visits; visit += 1) {
      const { scores: by, figure } = await auditPage(product.address, ["performance"]);
      const score = Math.round((by["performance"] ?? 0) * 100);
      scores.push(score);
      const figures = Object.entries(audits).map(([audit, name]) => [`${name}, ms`, Math.round(figure(audit) ?? 0)]);
      rows.push({ visit, score, ...Object.fromEntries(figures) });
    }
    const value = percentile(scores, 0.5);
    return [{ rows, requirements: [{ what: "performance, median", value, bound: { atLeast: 99 } }] }];
  } finally {
    await product.stop();
  }
}
