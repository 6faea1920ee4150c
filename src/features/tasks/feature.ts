import type { Feature } from "../../core/page/feature.ts";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { TasksCount } from "./tasks-count.tsx";

/** The tasks, and how far they are. */
export const tasks: Feature = {
  tab: {
    id: "tasks",
    Panel: lazyWithRetry(async () => ({ default: (await import("./tasks-panel.tsx")).TasksPanel })),
    Count: TasksCount,
  },
};
