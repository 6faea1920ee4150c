import { useToldTake } from "../page/playground-context.ts";
import { useTakeActions } from "../takes/use-take-actions.ts";
import type { Tasks } from "./tasks.ts";
import { useTasks } from "./use-tasks.ts";

/** The news of the task that ended last, and what a person can do about it. */
export function useTaskEnd(): {
  /** Undefined where there is no news: what failed is said at the send button as soon as it is in the player. */
  readonly end: Tasks["ended"];
  /** Plays its sound, with which it is no news any more. */
  readonly hear: () => void;
  readonly dismiss: () => void;
} {
  const { ended, dismissEnd } = useTasks();
  const actions = useTakeActions();
  const shown = useToldTake()?.id;
  const saidElsewhere = ended?.status === "failed" && ended.id === shown;
  return {
    end: saidElsewhere ? undefined : ended,
    hear() {
      if (ended !== undefined) actions.hear(ended.id);
      dismissEnd();
    },
    dismiss: dismissEnd,
  };
}
