import { createScope } from "../base/scope.ts";
import { createElementPlayback, type ElementPlayerOptions } from "./element-playback.ts";
import type { Player } from "./player.ts";

/**
 * Plays sound that stays where it is, at an address of the own origin that answers to ranges: what is too large to be
 * kept plays, and seeks, without being fetched whole.
 */
export function createRemotePlayer({ element, now, url }: ElementPlayerOptions & { readonly url: string }): Player {
  const scope = createScope();
  const playback = createElementPlayback(element, scope, now);
  element.preload = "metadata";
  playback.load(url);
  return {
    ...playback,
    append() {
      // Nothing comes piece by piece: the element fetches what it needs.
    },
    end() {},
    dispose: () => scope.dispose(),
  };
}
