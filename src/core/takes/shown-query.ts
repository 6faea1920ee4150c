import { createStore } from "zustand/vanilla";
import { perPlayground } from "../page/per-playground.ts";
import { emptyQuery, type TakeQuery } from "./search.ts";

/** What the list of takes is narrowed to, as long as the page is open: whoever looks elsewhere comes back to the same list. */
export interface ShownQuery {
  readonly query: TakeQuery;
  set(query: TakeQuery): void;
}

/** The search of a playground; the same store every time. */
export const shownQueryOf = perPlayground(() =>
  createStore<ShownQuery>()((set) => ({ query: emptyQuery, set: (query) => set({ query }) })),
);
