import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { usePlayground } from "../../core/page/playground-context.ts";
import { canMeasure } from "../../core/takes/measure-take.ts";
import type { TakeRow, TakeSound } from "../../core/takes/take.ts";
import { whileWanted } from "../../kit/while-wanted.ts";
import { type Analyses, createAnalyses } from "./analyses.ts";
import { type ComparedListeningStore, createComparedListening } from "./compared-listening.ts";

/** What can be seen of the sounds of `takes`, one after the other as it is found. */
export function useAnalyses(takes: readonly TakeRow[]): Analyses["byId"] {
  const { library } = usePlayground();
  const [analyses] = useState(() => createAnalyses({ library }));
  const ready = takes.filter(canMeasure).map(({ id }) => id);
  const key = ready.join(" ");
  useEffect(() => analyses.getState().want(key === "" ? [] : key.split(" ")), [analyses, key]);
  useEffect(() => () => analyses.getState().dispose(), [analyses]);
  return useStore(analyses, ({ byId }) => byId);
}

/** Hearing `takes` side by side, as long as the tab is open. */
export function useListening(takes: readonly TakeRow[]): ComparedListeningStore {
  const { library, sound } = usePlayground();
  const [listening] = useState(() =>
    createComparedListening({
      createContext: () => new AudioContext({ latencyHint: "interactive" }),
      createElement: () => new Audio(),
      sound,
    }),
  );
  const [read, setRead] = useState<{ readonly key: string; readonly sounds: readonly TakeSound[] }>();
  const key = takes
    .filter(canMeasure)
    .map(({ id }) => id)
    .join(" ");

  useEffect(() => {
    const ids = key === "" ? [] : key.split(" ");
    return whileWanted(Promise.all(ids.map((id) => library.sound(id))), (found) =>
      setRead({ key, sounds: found.filter((sound) => sound !== undefined) }),
    );
  }, [library, key]);

  const sounds = read?.key === key ? read.sounds : undefined;
  const compared = useMemo(
    () =>
      sounds?.map((sound) => {
        const measures = takes.find(({ id }) => id === sound.id)?.measures;
        const duration = measures?.duration ?? sound.facts.duration ?? 0;
        return { sound, duration, loudness: measures?.loudness };
      }),
    [sounds, takes],
  );
  useEffect(() => {
    if (compared === undefined) listening.setState({ known: false });
    else listening.getState().setSounds(compared);
  }, [listening, compared]);
  useEffect(() => () => listening.getState().dispose(), [listening]);
  return listening;
}
