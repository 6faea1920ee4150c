import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { loadPart } from "../../core/page/load-part.ts";

/** Cases and the built-in suite. */
export const checks: Feature = {
  tab: {
    id: "checks",
    Panel: lazyWithRetry(async () => ({ default: (await import("./checks-panel.tsx")).ChecksPanel })),
  },
  offers: {
    keepTake: async (playground, row) => (await keepCase()).keepTakeAsCase(playground, row),
    keepExchange: async (playground, exchange) => (await keepCase()).keepExchangeAsCase(playground, exchange),
  },
};

/** What isn't needed to look at takes and answers is fetched when a case is made of one. */
function keepCase() {
  return loadPart(() => import("./keep-case.ts"));
}
