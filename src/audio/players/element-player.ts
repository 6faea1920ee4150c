import { createScope } from "../base/scope.ts";
import { createElementPlayback, type ElementPlayerOptions } from "./element-playback.ts";
import type { Player } from "./player.ts";

/** Plays an answer once it is whole: WAV, formats that cannot be streamed here, finished takes. */
export function createBlobPlayer({ element, now }: ElementPlayerOptions): Player {
  const scope = createScope();
  const playback = createElementPlayback(element, scope, now);
  element.preload = "auto";
  return {
    ...playback,
    append() {
      // The recording comes whole with `end`: keeping the pieces here too would keep them twice.
    },
    end(recording) {
      if (!scope.disposed) playback.load(scope.objectUrl(recording.playable).url);
    },
    dispose: () => scope.dispose(),
  };
}

/**
 * Plays sound that stays where it is, at an address of the own origin that answers to ranges: what is too large to be
 * kept plays, and seeks, without being fetched whole.
 */
export function createRemotePlayer({ element, now, url }: ElementPlayerOptions & { readonly url: string }): Player {
  const scope = createScope();
  const playback = createElementPlayback(element, scope, now);
  element.preload = "metadata";
  playback.load(url);
  // Nothing comes piece by piece: the element fetches what it needs.
  return { ...playback, append() {}, end() {}, dispose: () => scope.dispose() };
}
