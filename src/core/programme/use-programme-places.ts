import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { whileWanted } from "../../kit/while-wanted.ts";
import { usePlayground } from "../page/playground-context.ts";
import type { TakeId } from "../takes/take.ts";
import type { ProgrammeStore } from "./programme.ts";
import type { ProgrammeItem } from "./programme-item.ts";

/** Where a take stands in what is presented. */
export interface ProgrammePlace {
  /** From 1. */
  readonly place: number;
  /** Whether nothing is left to be heard there without the take: a script can be spoken anew. */
  readonly needsTake: boolean;
}

const nothing: readonly ProgrammeItem[] = [];
const never = () => () => {};

/** Which takes stand in the programme, by their id; none until it is read, which it is once it is `wanted`. */
export function useProgrammePlaces(wanted: boolean): ReadonlyMap<TakeId, ProgrammePlace> {
  const playground = usePlayground();
  const [programme, setProgramme] = useState<ProgrammeStore>();
  useEffect(() => {
    if (!wanted) return;
    return whileWanted(
      import("./programme.ts"),
      ({ programmeOf }) => {
        const store = programmeOf(playground);
        store.getState().open();
        setProgramme(store);
      },
      // Off line: the list is complete without it.
      () => {},
    );
  }, [playground, wanted]);
  const items = useSyncExternalStore(programme?.subscribe ?? never, () => programme?.getState().items ?? nothing);
  return useMemo(() => placesOf(items), [items]);
}

function placesOf(items: readonly ProgrammeItem[]): ReadonlyMap<TakeId, ProgrammePlace> {
  const places = new Map<TakeId, ProgrammePlace>();
  items.forEach((item, index) => {
    const takes = "takes" in item ? item.takes : "take" in item ? [item.take] : [];
    for (const take of takes) {
      if (take !== undefined && !places.has(take))
        places.set(take, { place: index + 1, needsTake: item.kind !== "script" });
    }
  });
  return places;
}
