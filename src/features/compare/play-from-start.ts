import type { TakeId } from "../../core/takes/take.ts";
import type { ComparedListeningStore } from "./compared-listening.ts";

/** Plays a take from its beginning, as soon as its sound is read: somebody may ask for it before that. */
export function playFromStart(listening: ComparedListeningStore, id: TakeId): void {
  const play = (): void => {
    const { playing, status, select, seek, toggle } = listening.getState();
    select(id);
    seek(0);
    if (!playing && status !== "preparing") toggle();
  };
  if (listening.getState().decibels.has(id)) {
    play();
    return;
  }
  const stop = listening.subscribe(({ decibels }) => {
    if (!decibels.has(id)) return;
    stop();
    play();
  });
}
