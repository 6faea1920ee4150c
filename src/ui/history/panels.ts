import { type ComponentType, lazy } from "react";
import type { HistoryMessages } from "../messages/history/index.ts";
import { TakesPanel } from "./takes-panel.tsx";
import { TasksCount } from "./tasks-count.tsx";

/** One of the board's tabs. */
export interface BoardPanel {
  readonly id: keyof HistoryMessages["tabs"];
  /** What the tab shows. Panels but the first are loaded when they are opened: `lazy(() => import(…))`. */
  readonly Panel: ComponentType;
  /** Whether it takes more of the window than a list does. */
  readonly wide?: true;
  /** Stands beside the tab's name, such as how many tasks run. */
  readonly Count?: ComponentType;
}

/** The tabs that work, in their order: Takes, Tasks, Request, Frames, Compare. */
export const panels: readonly [BoardPanel, ...BoardPanel[]] = [
  { id: "takes", Panel: TakesPanel },
  {
    id: "tasks",
    Panel: lazy(async () => ({ default: (await import("./tasks-panel.tsx")).TasksPanel })),
    Count: TasksCount,
  },
  {
    id: "request",
    Panel: lazy(async () => ({ default: (await import("../request/request-panel.tsx")).RequestPanel })),
    wide: true,
  },
  {
    id: "frames",
    Panel: lazy(async () => ({ default: (await import("../frames/frames-panel.tsx")).FramesPanel })),
    wide: true,
  },
];
