import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { usePlayground, useTake } from "../../core/page/playground-context.ts";
import { type Programme, programmeOf } from "../../core/programme/programme.ts";
import { type ProgrammeItem, takeOf } from "../../core/programme/programme-item.ts";
import type { Take, TakeRow } from "../../core/takes/take.ts";
import { useLibrary } from "../../core/takes/use-history.ts";
import { countBeside, type Playability, playabilityOfItem } from "./playability.ts";
import type { Presenter } from "./presenter-state.ts";
import { presenterOf } from "./presenter-store.ts";
import { itemsOf, shownOf } from "./shown.ts";

/** The presentation's state. */
export function usePresenter(): Presenter {
  return useStore(presenterOf(usePlayground()));
}

/** What is prepared. */
export function useProgramme(): Programme {
  return useStore(programmeOf(usePlayground()));
}

/** What stands on the stage. */
export interface Shown {
  readonly items: readonly ProgrammeItem[];
  readonly index: number;
  readonly item: ProgrammeItem | undefined;
  readonly playability: Playability | undefined;
  /** What there is to hear of the takes that it sets against each other; undefined where it sets none. */
  readonly beside: ReturnType<typeof countBeside> | undefined;
  readonly row: TakeRow | undefined;
  /** What the player holds of it. */
  readonly take: Take | undefined;
}

/** What stands on the stage; its take is put into the player as soon as something of it can be heard. */
export function useShown(): Shown {
  const { library } = usePlayground();
  const presenter = usePresenter();
  const { prepare } = presenter;
  const items = itemsOf(useProgramme().items, presenter);
  const { item, index } = shownOf(items, presenter);
  const { loaded } = useLibrary();
  const row = useSyncExternalStore(library.subscribe, () => library.row(takeOf(item) ?? ""));
  const current = useTake();
  const take = current !== undefined && current.id === takeOf(item) ? current : undefined;
  const { tried } = presenter;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there may be something new of it to be heard
  useEffect(() => prepare(), [prepare, item?.id, row?.sound, row?.status, tried]);
  const playability = useMemo(
    () => (item === undefined ? undefined : playabilityOfItem(item, row, loaded)),
    [item, row, loaded],
  );
  const sets = loaded && (item?.kind === "comparison" || item?.kind === "blind");
  const beside = sets ? countBeside(item, library) : undefined;
  return { items, index, item, playability, beside, row, take };
}
