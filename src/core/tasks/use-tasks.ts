import { useEffect, useMemo, useState } from "react";
import { whileWanted } from "../../kit/while-wanted.ts";
import { attempt } from "../page/attempt.ts";
import { loadPart } from "../page/load-part.ts";
import { useOnLine, usePlayground } from "../page/playground-context.ts";
import type { TakeId } from "../takes/take.ts";
import type { Tasks, TasksStore } from "./tasks.ts";

/** What the page knows of tasks beyond their takes; empty until what looks after them is loaded. */
export function useTasks(): Pick<Tasks, "fetching" | "ended"> & {
  readonly look: (id: TakeId) => void;
  readonly dismissEnd: () => void;
} {
  const playground = usePlayground();
  const { tasks } = playground;
  const onLine = useOnLine();
  const [state, setState] = useState<Pick<Tasks, "fetching" | "ended">>(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what no network brought is asked for again with one
  useEffect(() => {
    const follow = (store: TasksStore) => {
      setState(store.getState());
      return store.subscribe(setState);
    };
    return whileWanted(tasks(), follow, () => undefined);
  }, [tasks, onLine]);
  const look = useMemo(
    () => (id: TakeId) => void attempt(playground, async () => (await loadPart(tasks)).getState().look(id)),
    [playground, tasks],
  );
  const dismissEnd = useMemo(
    () => () =>
      void tasks().then(
        (store) => store.getState().dismissEnd(),
        () => undefined,
      ),
    [tasks],
  );
  return { fetching: state.fetching, ended: state.ended, look, dismissEnd };
}

const none: Pick<Tasks, "fetching" | "ended"> = { fetching: new Map(), ended: undefined };
