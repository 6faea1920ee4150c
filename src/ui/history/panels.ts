import type { ComponentType } from "react";
import type { BoardTab } from "../../state/board.ts";
import { part } from "../part.tsx";
import { TakesPanel } from "./takes-panel.tsx";
import { TasksCount } from "./tasks-count.tsx";

/** One of the board's tabs. */
export interface BoardPanel {
  readonly id: BoardTab;
  /** What the tab shows. Panels but the first are loaded when they are opened: `part(() => import(…))`. */
  readonly Panel: ComponentType;
  /** Whether it takes more of the window than a list does. */
  readonly wide?: true;
  /** Stands beside the tab's name, such as how many tasks run. */
  readonly Count?: ComponentType;
}

/** The tabs in their order (see `boardTabs`). */
export const panels: readonly [BoardPanel, ...BoardPanel[]] = [
  { id: "takes", Panel: TakesPanel },
  {
    id: "tasks",
    Panel: part(async () => ({ default: (await import("./tasks-panel.tsx")).TasksPanel })),
    Count: TasksCount,
  },
  {
    id: "request",
    Panel: part(async () => ({ default: (await import("../request/request-panel.tsx")).RequestPanel })),
    wide: true,
  },
  {
    id: "frames",
    Panel: part(async () => ({ default: (await import("../frames/frames-panel.tsx")).FramesPanel })),
    wide: true,
  },
  {
    id: "compare",
    Panel: part(async () => ({ default: (await import("../compare/compare-panel.tsx")).ComparePanel })),
    wide: true,
  },
  {
    id: "batch",
    Panel: part(async () => ({ default: (await import("../batch/batch-panel.tsx")).BatchPanel })),
    wide: true,
  },
  {
    id: "checks",
    Panel: part(async () => ({ default: (await import("../checks/checks-panel.tsx")).ChecksPanel })),
    wide: true,
  },
];
