import { boardOf } from "../../core/page/board.ts";
import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { loadPart } from "../../core/page/load-part.ts";
import { compareChoiceOf, mostCompared } from "./choice.ts";

/** Takes against each other, by eye and by ear. */
export const compare: Feature = {
  tab: {
    id: "compare",
    Panel: lazyWithRetry(async () => ({ default: (await import("./compare-panel.tsx")).ComparePanel })),
  },
  offers: {
    compare: {
      most: mostCompared,
      Stage: lazyWithRetry(() => import("./compare-stage.tsx"), null),
      scoreOf: async (...which) => (await loadPart(() => import("./blind-tests.ts"))).scoreOf(...which),
      heldTests: async (playground) =>
        (await loadPart(() => import("./blind-tests.ts"))).blindTestsOf(playground).getState(),
      add(playground, id) {
        compareChoiceOf(playground).getState().add(id);
        boardOf(playground).getState().show("compare");
      },
      choose(playground, ids) {
        compareChoiceOf(playground).getState().choose(ids);
        boardOf(playground).getState().show("compare");
      },
    },
  },
};
