import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";

/** What Speak sends, requests by hand, answers as they came, and code. */
export const request: Feature = {
  tab: {
    id: "request",
    Panel: lazyWithRetry(async () => ({ default: (await import("./request-panel.tsx")).RequestPanel })),
  },
};
