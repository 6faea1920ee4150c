import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { listen } from "../../kit/listen.ts";
import { useDrawn, useTake } from "../page/playground-context.ts";
import type { Take } from "../takes/take.ts";

/** Whether the words stand in the place of the script, because a person wanted to read along. */
export interface Reading {
  /** The take that is read, while one is. */
  readonly take: Take | undefined;
  readonly shown: boolean;
  readonly setOpen: (open: boolean) => void;
}

const ReadingContext = createContext<Reading>({ take: undefined, shown: false, setOpen: () => {} });

/** Keeps, for everything below, whether one reads along. It ends when a person goes to the script to write. */
export function ReadingProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const timed = useTimedTake();
  useEffect(() => {
    return listen(document, {
      focusin({ target }) {
        if (target instanceof Element && target.matches("[data-script]")) setOpen(false);
      },
    });
  }, []);
  const take = open ? timed : undefined;
  const reading = useMemo(() => ({ take, shown: take !== undefined, setOpen }), [take]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** Whether one reads along, and how that is changed. */
export function useReading(): Reading {
  return useContext(ReadingContext);
}

/** The take in the player, once anything came about its words; what shows words is loaded only then. */
export function useTimedTake(): Take | undefined {
  const take = useTake();
  const read = () => take !== undefined && take.timestamps.getSnapshot().length > 0;
  const isTimed = useDrawn(take?.timestamps.subscribe, read);
  return isTimed ? take : undefined;
}
