import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";

/** Frames and pieces of a body on one line of time. */
export const frames: Feature = {
  tab: {
    id: "frames",
    Panel: lazyWithRetry(async () => ({ default: (await import("./frames-panel.tsx")).FramesPanel })),
  },
};
