import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { loadPart } from "../../core/page/load-part.ts";

/** Words and player alone, large, for people in a room: its button stands in the page's head. */
export const present: Feature = {
  window: {
    name: "presenter",
    show: async (root) => (await import("./window/show-window.tsx")).showPresenterWindow(root),
  },
  offers: {
    Programme: lazyWithRetry(() => import("./programme-dialog.tsx"), null),
    present: async (playground, rows) =>
      (await loadPart(() => import("./present-takes.ts"))).addTakesToProgramme(playground, rows),
    presentTogether: async (playground, ...what) =>
      (await loadPart(() => import("./present-takes.ts"))).presentTogether(playground, ...what),
  },
};
