import { useEffect } from "react";
import { useStore } from "zustand";
import { perPlayground } from "../page/per-playground.ts";
import { usePlayground } from "../page/playground-context.ts";
import { createReferenceSound } from "../sound/reference-sound.ts";

const referenceSoundOf = perPlayground(({ sound }) =>
  createReferenceSound({ createElement: () => new Audio(), pageHost: location.hostname, sound }),
);

/** Listening to the recording at `address`; it ends when the control goes or the address changes. */
export function useListen(address: string) {
  const store = referenceSoundOf(usePlayground());
  const current = useStore(store, (state) => state.current);
  const mine = current?.address === address ? current : undefined;
  useEffect(
    () => () => {
      if (store.getState().current?.address === address) store.getState().stop();
    },
    [store, address],
  );
  return {
    /** Undefined while this recording isn't the one that is heard. */
    status: mine?.status,
    /** Lets it be heard, or ends it. Call it inside a person's click. */
    press: () => store.getState().hear(address),
  };
}
