import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";

/** Texts × voices × values, spoken one after the other. */
export const batch: Feature = {
  tab: {
    id: "batch",
    Panel: lazyWithRetry(async () => ({ default: (await import("./batch-panel.tsx")).BatchPanel })),
  },
};
