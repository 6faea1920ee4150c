import { useStore } from "zustand";
import { usePlayground } from "../page/playground-context.ts";
import type { HeldWish, Place } from "./submit.ts";

/** What was wanted at a place and isn't sent, because something stands in its way. */
export function useHeldWish(place: Place): HeldWish | undefined {
  return useStore(usePlayground().submit, ({ held }) => (held?.wish.place === place ? held : undefined));
}
