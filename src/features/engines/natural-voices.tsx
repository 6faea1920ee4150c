import { useStore } from "zustand";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { usePlayground } from "../../core/page/playground-context.ts";
import { naturalVoicesOf } from "../../core/voices/natural-voices.ts";

// Few visits bring a voice.
const NaturalVoicesDialog = lazyWithRetry(() => import("./natural-voices-dialog.tsx"), null);

/** The natural voices that can be had, once somebody wants to see them. */
export function NaturalVoices() {
  const { isOpen } = useStore(naturalVoicesOf(usePlayground()));
  return isOpen && <NaturalVoicesDialog />;
}
