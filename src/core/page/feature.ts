import type { ComponentType } from "react";
import type { Offers } from "../takes/offers.ts";
import type { BoardTab } from "./board.ts";

/** What a feature adds to the board, as data. */
export interface Feature {
  /** Its tab, where it has one, and what that shows: loaded when it is opened, but for the takes. */
  readonly tab?: {
    readonly id: BoardTab;
    readonly Panel: ComponentType;
    /** Stands beside the tab's name, such as how many tasks run. */
    readonly Count?: ComponentType;
  };
  /** What it offers to do with takes and answers. */
  readonly offers?: Offers;
  /** What it shows in a window beside the page, which has `name` in its address: `#window=name`. */
  readonly window?: { readonly name: string; readonly show: (root: HTMLElement) => Promise<void> };
}
