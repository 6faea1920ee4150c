import type { Observable } from "../../audio/base/store.ts";
import { listen } from "../../kit/listen.ts";

/** How long something more urgent may keep the page from being drawn, in milliseconds: it still answers at once. */
const patience = 100;

/**
 * When the page shows what has changed. What a press on Speak changes takes 20 ms and more to draw, many more on a
 * phone: meanwhile its request doesn't leave, and the answer's first pieces are read late and together, which looks
 * like a network to be careful of. So these go first.
 */
export interface Drawing {
  /** Has what is told by `follow` wait for a moment from now on, which ends when somebody does something more. */
  hold(): void;
  /** Calls `listener` after each change that `subscribe` tells of, or once behind that moment; returns what ends it. */
  follow(subscribe: Observable<unknown>["subscribe"], listener: () => void): () => void;
}

/** Nothing is held back at first. */
export function createDrawing(): Drawing {
  const waiting = new Set<() => void>();
  let end: (() => void) | undefined;

  function draw(): void {
    end?.();
    end = undefined;
    const listeners = [...waiting];
    waiting.clear();
    for (const listener of listeners) listener();
  }

  return {
    hold() {
      end?.();
      const timer = setTimeout(draw, patience);
      // Whoever presses again sees what the press before has changed, and so does what handles that press.
      const leave = listen(window, { pointerdown: draw, click: draw, keydown: draw }, { capture: true });
      end = () => {
        clearTimeout(timer);
        leave();
      };
    },
    follow(subscribe, listener) {
      const leave = subscribe(() => {
        if (end === undefined) listener();
        else waiting.add(listener);
      });
      return () => {
        leave();
        waiting.delete(listener);
      };
    },
  };
}
