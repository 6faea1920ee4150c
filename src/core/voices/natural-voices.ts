import { createStore, type StoreApi } from "zustand/vanilla";
import type { Engines } from "../../contract/engines.ts";
import { perPlayground } from "../page/per-playground.ts";

/** Whether a person looks at the natural voices that can be had. */
interface NaturalVoices {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

/** Where natural voices are shown and brought; the same store every time. Whoever names voices may open it. */
export const naturalVoicesOf = perPlayground(
  (): StoreApi<NaturalVoices> =>
    createStore<NaturalVoices>((set) => ({
      isOpen: false,
      open: () => set({ isOpen: true }),
      close: () => set({ isOpen: false }),
    })),
);

/** Which engine speaks a voice naturally, by its name; undefined for one that none does. */
export type NaturalEngineOf = (voice: string) => string | undefined;

/** What speaks the voices of a model of the document. The embedded service tells; of others nothing is known. */
export function naturalEngines(engines: Engines | undefined, model: string): NaturalEngineOf {
  const byVoice = new Map(
    Object.entries(engines?.natural[model] ?? {}).flatMap(([engine, voices]) =>
      voices.map((voice) => [voice, engine] as const),
    ),
  );
  return (voice) => byVoice.get(voice);
}

/** The engines that speak some voice naturally. */
export function enginesIn({ natural }: Engines): readonly string[] {
  return [...new Set(Object.values(natural).flatMap(Object.keys))];
}

/** An engine's name in short: the family, which begins the name of its archive. */
export function shortEngineName(engine: string): string {
  return engine.replace(/^sherpa-onnx-/, "").split("-", 1)[0] ?? engine;
}
