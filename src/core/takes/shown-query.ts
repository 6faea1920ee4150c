import { createStore } from "zustand/vanilla";
import { ofPlayground } from "../page/of-playground.ts";
import { emptyQuery, type TakeQuery } from "./search.ts";

/** What the list of takes is narrowed to, as long as the page is open: whoever looks elsewhere comes back to the same list. */
export interface ShownQuery {
  readonly query: TakeQuery;
  set(query: TakeQuery): void;
}

/** The search of a playground; the same store every time. */
export const shownQueryOf = ofPlayground(() =>
  createStore<ShownQuery>()((set) => ({ query: emptyQuery, set: (query) => set({ query }) })),
);
