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

/** The engines that speak some voice naturally, or like a recording. */
export function enginesIn({ natural, clones = {} }: Engines): readonly string[] {
  return [...new Set([...Object.values(natural).flatMap(Object.keys), ...Object.keys(clones)])];
}

/** What speaks like any recording: the languages, as primary BCP 47 tags, and the engine that is preferred for each. */
export function cloningIn(engines: Engines | undefined) {
  const able = Object.entries(engines?.clones ?? {}).filter(([, { needsWords }]) => needsWords !== true);
  const languages = [...new Set(able.flatMap(([, clone]) => clone.languages))];
  const preferred = languages.flatMap((language) => able.find(([, clone]) => clone.languages.includes(language))?.[0]);
  return { languages, engines: [...new Set(preferred.filter((engine) => engine !== undefined))] };
}

/** An engine's name in short: the family, which begins the name of its archive. */
export function shortEngineName(engine: string): string {
  return engine.replace(/^sherpa-onnx-/, "").split("-", 1)[0] ?? engine;
}
