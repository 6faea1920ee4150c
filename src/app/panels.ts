import type { ComponentType } from "react";
import type { BoardTab } from "../core/page/board.ts";
import { part } from "../core/page/part.tsx";
import { TakesPanel } from "../features/takes/takes-panel.tsx";
import { TasksCount } from "../features/tasks/tasks-count.tsx";

/** One of the board's tabs. */
export interface BoardPanel {
  readonly id: BoardTab;
  /** What the tab shows. Panels but the first are loaded when they are opened: `part(() => import(…))`. */
  readonly Panel: ComponentType;
  /** Stands beside the tab's name, such as how many tasks run. */
  readonly Count?: ComponentType;
}

/** The tabs in their order (see `boardTabs`). */
export const panels: readonly [BoardPanel, ...BoardPanel[]] = [
  { id: "takes", Panel: TakesPanel },
  {
    id: "tasks",
    Panel: part(async () => ({ default: (await import("../features/tasks/tasks-panel.tsx")).TasksPanel })),
    Count: TasksCount,
  },
  {
    id: "request",
    Panel: part(async () => ({ default: (await import("../features/request/request-panel.tsx")).RequestPanel })),
  },
  {
    id: "frames",
    Panel: part(async () => ({ default: (await import("../features/frames/frames-panel.tsx")).FramesPanel })),
  },
  {
    id: "compare",
    Panel: part(async () => ({ default: (await import("../features/compare/compare-panel.tsx")).ComparePanel })),
  },
  {
    id: "batch",
    Panel: part(async () => ({ default: (await import("../features/batch/batch-panel.tsx")).BatchPanel })),
  },
  {
    id: "checks",
    Panel: part(async () => ({ default: (await import("../features/checks/checks-panel.tsx")).ChecksPanel })),
  },
];
