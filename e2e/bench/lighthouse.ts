import { auditPage } from "../lighthouse.ts";
import { startProduct } from "../product.ts";
import type { Part } from "./requirement.ts";
import { percentile } from "./table.ts";

const visits = 5;

/** What is printed of Lighthouse's audits, and what the median of a phone's visits must stay below. */
const audits = [
  { id: "first-contentful-paint", name: "first paint", below: 1_400 },
  { id: "largest-contentful-paint", name: "largest", below: 2_000 },
  { id: "total-blocking-time", name: "blocked", below: 150 },
  { id: "speed-index", name: "speed index" },
];
/** The least that the median of the scores may be. */
const least = { phone: 95, desktop: 99 };

/**
 * Lighthouse's performance score of the built page, as on a phone and on a desktop: median and worst of five visits.
 */
export async function benchLighthouse(): Promise<Part[]> {
  const product = await startProduct();
  try {
    return [await visit(product.address, "phone"), await visit(product.address, "desktop")];
  } finally {
    await product.stop();
  }
}

async function visit(address: string, device: keyof typeof least): Promise<Part> {
  const scores: number[] = [];
  const shifts: number[] = [];
  const times = new Map(audits.map(({ id }) => [id, [] as number[]]));
  for (let number = 1; number <= visits; number += 1) {
    const { scores: by, figure } = await auditPage(address, ["performance"], device);
    scores.push(Math.round((by["performance"] ?? 0) * 100));
    shifts.push(figure("cumulative-layout-shift") ?? Number.NaN);
    for (const [id, values] of times) values.push(figure(id) ?? Number.NaN);
  }
  const row = (name: string, score: number, share: number) => ({
    [device]: name,
    score,
    ...Object.fromEntries(
      audits.map(({ id, name }) => [`${name}, ms`, Math.round(percentile(times.get(id) ?? [], share))]),
    ),
    shift: percentile(shifts, share),
  });
  const limited = device === "phone" ? audits : [];
  return {
    rows: [row("median", percentile(scores, 0.5), 0.5), row("worst", Math.min(...scores), 1)],
    requirements: [
      { what: `${device}, performance`, value: percentile(scores, 0.5), bound: { atLeast: least[device] } },
      ...limited.flatMap(({ id, name, below }) => {
        if (below === undefined) return [];
        return { what: `phone, ${name}`, value: percentile(times.get(id) ?? [], 0.5), bound: { below }, unit: "ms" };
      }),
    ],
  };
}
