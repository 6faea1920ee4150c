import { useEffect, useRef, useState } from "react";
import { recogniserOf } from "../../contract/hearing.ts";
import { useConfig, usePlayground } from "../page/playground-context.ts";
import { canMeasure } from "../takes/measure-take.ts";
import type { TakeRow } from "../takes/take.ts";
import { hearTake, type Unheard } from "./hear-words.ts";

/** How far it is to hear the words of some takes. */
export interface Hearing {
  /** The recogniser's name; undefined where there is none. */
  readonly recogniser: string | undefined;
  /** The takes whose words can still be heard. */
  readonly left: readonly TakeRow[];
  readonly busy: boolean;
  /** Why the last try brought nothing. */
  readonly unheard: Unheard | undefined;
  /** Hears those that are left, one after the other. */
  hear(): void;
}

/** Hears takes' words when a person asks for them, and ends when nobody looks any more. */
export function useHearing(rows: readonly TakeRow[]): Hearing {
  const playground = usePlayground();
  const config = useConfig().data;
  const [busy, setBusy] = useState(false);
  const [unheard, setUnheard] = useState<Unheard>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);
  const left = rows.filter((row) => row.heard === undefined && canMeasure(row));
  return {
    recogniser: config === undefined ? undefined : recogniserOf(config)?.name,
    left,
    busy,
    unheard,
    async hear() {
      if (busy) return;
      const controller = new AbortController();
      leaving.current = controller;
      setBusy(true);
      let why: Unheard | undefined;
      for (const row of left) why = (await hearTake(playground, row, controller.signal)) ?? why;
      if (controller.signal.aborted) return;
      setUnheard(why);
      setBusy(false);
    },
  };
}
