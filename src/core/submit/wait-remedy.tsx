import { useCallback, useState, useSyncExternalStore } from "react";
import { Announcer } from "../../kit/announcer.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import { usePlayground, useTexts } from "../page/playground-context.ts";

/** How often the clock is looked at, in milliseconds: often enough that no second seems longer than another. */
const lookInterval = 200;

/** The whole seconds until `until`, both in Unix milliseconds; 0 once it is over. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1_000));
}

/**
 * How long a service asks one to wait, second by second, and that it is over. A screen reader hears at first how long,
 * and then the end.
 *
 * @param until Unix milliseconds.
 */
export function WaitRemedy({ until }: { readonly until: number }) {
  const { page } = useTexts();
  const { wallClock } = usePlayground();
  const follow = useCallback((listener: () => void) => {
    const timer = setInterval(listener, lookInterval);
    return () => clearInterval(timer);
  }, []);
  const left = useSyncExternalStore(follow, () => secondsLeft(until, wallClock()));
  const [whole] = useState(left);
  return (
    <span aria-live="off">
      <span aria-hidden="true" data-wait="">
        {left > 0 ? page.failure.retryAfter(left) : page.failure.waitOver}
      </span>
      {left > 0 && <VisuallyHidden>{page.failure.retryAfter(whole)}</VisuallyHidden>}
      <Announcer text={left > 0 ? "" : page.failure.waitOver} />
    </span>
  );
}
