import { useEffect, useMemo, useState } from "react";
import type { TakeId } from "../../state/library/take.ts";
import type { Tasks, TasksStore } from "../../state/tasks/tasks.ts";
import { usePlayground } from "../playground-context.ts";

/** What the page knows of tasks beyond their takes; empty until what looks after them is loaded. */
export function useTasks(): Pick<Tasks, "fetching" | "ended"> & { readonly look: (id: TakeId) => void } {
  const { tasks } = usePlayground();
  const [state, setState] = useState<Pick<Tasks, "fetching" | "ended">>(none);
  useEffect(() => {
    let gone = false;
    let unsubscribe: (() => void) | undefined;
    tasks().then((store: TasksStore) => {
      if (gone) return;
      setState(store.getState());
      unsubscribe = store.subscribe(setState);
    });
    return () => {
      gone = true;
      unsubscribe?.();
    };
  }, [tasks]);
  const look = useMemo(() => (id: TakeId) => void tasks().then((store) => store.getState().look(id)), [tasks]);
  return { ...state, look };
}

const none: Pick<Tasks, "fetching" | "ended"> = { fetching: new Map(), ended: undefined };
