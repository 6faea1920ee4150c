import { createStore, type StoreApi } from "zustand/vanilla";
import {
  type ItemList,
  type Moment,
  type OpenWire,
  type PresenterAct,
  readToWindow,
  type ShownOnStage,
} from "./messages.ts";

/** What a presenter's window knows of its stage. */
export interface WindowState {
  /** `looking`: it wasn't found yet. `lost`: it doesn't answer any more. `closed`: it was left. */
  readonly stage: "looking" | "there" | "lost" | "closed";
  readonly shown: ShownOnStage | undefined;
  readonly moment: Moment | undefined;
  /** The time in Unix milliseconds, of each second. */
  readonly now: number;
  /** What is prepared, once it was asked for. */
  readonly items: ItemList | undefined;
  /** Does something on the stage; false where it isn't there. */
  act(act: PresenterAct): boolean;
  /** To be called each second: a stage that was reloaded, or has crashed, says nothing by itself. */
  tick(): void;
}

export interface WindowStateOptions {
  readonly openWire: OpenWire;
  readonly wallClock: () => number;
}

/** How long a stage may be silent, in milliseconds: longer than a reload takes. */
const patience = 6_000;

export function createWindowState(name: string, { openWire, wallClock }: WindowStateOptions): StoreApi<WindowState> {
  const store = createStore<WindowState>()((set, get) => {
    let heard = wallClock();
    const wire = openWire(name, (raw) => {
      const message = readToWindow(raw);
      if (message === undefined || get().stage === "closed") return;
      heard = wallClock();
      if (message.type === "closed") {
        wire.close();
        set({ stage: "closed" });
      } else if (message.type === "shown") set({ stage: "there", shown: message });
      else if (message.type === "items") set({ items: message.items });
      else set({ moment: message, stage: get().shown === undefined ? get().stage : "there" });
    });
    return {
      stage: "looking",
      shown: undefined,
      moment: undefined,
      items: undefined,
      now: heard,
      act(act) {
        const isThere = get().stage === "there";
        if (isThere) wire.post(act);
        return isThere;
      },
      tick() {
        const now = wallClock();
        const { stage } = get();
        if (stage === "closed") return;
        const isLost = now - heard > patience;
        set({ now, stage: isLost ? "lost" : stage });
        wire.post({ type: stage === "there" && !isLost ? "ping" : "hello" });
      },
    };
  });
  store.getState().tick();
  return store;
}
