import type { Observable } from "../../audio/base/store.ts";
import { listen } from "../../kit/listen.ts";

/**
 * How long what answers a press may wait for something more urgent, in milliseconds: nobody sees that it does. Sooner,
 * it would meet the first pieces of a service that is near.
 */
const answerTime = 100;
/** The same for all else. By then most sounds have begun, and a page that stays as it was longer looks slow. */
const patience = 300;

/**
 * When the page shows what has changed. What a press on Speak changes takes 20 ms and more to draw, many more on a
 * phone: meanwhile its request doesn't leave, and the answer's first pieces are read late and together, which looks
 * like a network to be careful of. So these go first.
 */
export interface Drawing {
  /** Has what is told by `follow` wait until `draw`, for a moment at most, or until somebody does something more. */
  hold(): void;
  /** Ends that wait. */
  draw(): void;
  /**
   * Whether what is shown stays as it was. Somebody may be drawn all the same, for another change: what they read anew
   * then would stand beside what still waits.
   *
   * @param answers as for `follow`.
   */
  isHeld(answers?: boolean): boolean;
  /**
   * Calls `listener` after each change that `subscribe` tells of, or once behind the wait; returns what ends it.
   *
   * @param answers whether it shows that a press was taken, and is little to draw: it waits hardly at all.
   */
  follow(subscribe: Observable<unknown>["subscribe"], listener: () => void, answers?: boolean): () => void;
}

/** Nothing is held back at first. */
export function createDrawing(): Drawing {
  const answering = new Set<() => void>();
  const waiting = new Set<() => void>();
  let hasAnswered = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let end: (() => void) | undefined;

  function tell(held: Set<() => void>): void {
    const listeners = [...held];
    held.clear();
    for (const listener of listeners) listener();
  }

  function answer(): void {
    hasAnswered = true;
    tell(answering);
  }

  function draw(): void {
    end?.();
    answer();
    tell(waiting);
  }

  const isHeld = (answers = false): boolean => end !== undefined && !(answers && hasAnswered);

  return {
    hold() {
      if (end === undefined) {
        hasAnswered = false;
        const soon = setTimeout(answer, answerTime);
        // Whoever presses again sees what the press before has changed, and so does what handles that press.
        const leave = listen(window, { pointerdown: draw, click: draw, keydown: draw }, { capture: true });
        end = () => {
          end = undefined;
          clearTimeout(soon);
          clearTimeout(timer);
          leave();
        };
      }
      clearTimeout(timer);
      timer = setTimeout(draw, patience);
    },
    draw,
    isHeld,
    follow(subscribe, listener, answers = false) {
      const held = answers ? answering : waiting;
      const leave = subscribe(() => {
        if (isHeld(answers)) held.add(listener);
        else listener();
      });
      // What changed since it was read is as little seen as what changes from now on.
      if (isHeld(answers)) held.add(listener);
      return () => {
        leave();
        held.delete(listener);
      };
    },
  };
}
