import { createScope, type Scope } from "../../audio/base/scope.ts";
import { createStore, type Observable } from "../../audio/base/store.ts";
import { browserLocks, libraryName, openChannel } from "../takes/browser-library.ts";
import type { Channel, Locks } from "../takes/presence.ts";

/** Whether this page is the one of all open pages that does what only one should do. */
export interface Leadership extends Observable<boolean> {
  /**
   * Takes the lead from a page that does nothing any more, if this one is in front: browsers freeze pages that nobody
   * looks at, with their locks in their hands. Absent where a page that falls silent loses it anyway.
   */
  readonly takeOver?: () => void;
}

const lockName = "speech-playground tasks";
/** How often the page that leads says so where there are no locks, and how long the others believe it; milliseconds. */
const heartbeat = 2_000;
const belief = 5_000;

/**
 * Chooses the page by a lock, which the browser hands on when its holder goes. Where there are no locks (no secure
 * context), the page that leads says so regularly; when it falls silent, another one takes over. When two begin at
 * once, the one with the lesser name stays.
 *
 * @param self this page's name; different for each page.
 */
export function createLeadership(
  self: string,
  locks: Locks | undefined,
  channel: Channel,
  scope: Scope,
  isInFront = () => document.visibilityState === "visible",
): Leadership {
  const store = createStore(false);
  scope.own(() => store.set(false));
  if (locks === undefined) {
    leadBySpeaking(self, channel, scope, store.set);
    return store;
  }
  const steal = leadByLock(locks, scope, store.set);
  return {
    ...store,
    takeOver() {
      if (isInFront()) steal();
    },
  };
}

/** Returns what takes the lock from whoever holds it. */
function leadByLock(locks: Locks, scope: Scope, setLeading: (leading: boolean) => void): () => void {
  let waits = false;

  function hold(): Promise<void> | undefined {
    if (scope.disposed) return undefined;
    setLeading(true);
    return new Promise((release) => scope.own(release));
  }

  function wait(): void {
    if (waits) return;
    waits = true;
    const begin = (): Promise<void> | undefined => {
      waits = false;
      return hold();
    };
    locks.request(lockName, begin).catch(fail);
  }

  function fail(error: unknown): void {
    const isStolen = error instanceof DOMException && error.name === "AbortError";
    // Where even asking is refused, this page does it itself: asking twice costs nothing, asking never leaves tasks
    // alone.
    setLeading(!isStolen && !scope.disposed);
    if (isStolen) wait();
  }

  wait();
  return () => void locks.request(lockName, { steal: true }, hold).catch(fail);
}

function leadBySpeaking(self: string, channel: Channel, scope: Scope, setLeading: (leading: boolean) => void): void {
  let endSpeaking: (() => void) | undefined;
  let endListening: (() => void) | undefined;
  const say = (): void => channel.post({ tasksLedBy: self });

  function listen(): void {
    endListening?.();
    endListening = scope.timeout(() => {
      setLeading(true);
      say();
      endSpeaking = scope.interval(say, heartbeat);
    }, belief);
  }

  channel.listen((message) => {
    const other = leaderIn(message);
    if (other === undefined || scope.disposed) return;
    if (endSpeaking !== undefined && self < other) return;
    endSpeaking?.();
    endSpeaking = undefined;
    setLeading(false);
    listen();
  });
  listen();
}

function leaderIn(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null || !("tasksLedBy" in message)) return undefined;
  return typeof message.tasksLedBy === "string" ? message.tasksLedBy : undefined;
}

/** Whether this page looks after the tasks of all tabs. Where tabs can't hear each other, each one looks after all. */
export function createBrowserLeadership(self: string): Leadership {
  return createLeadership(self, browserLocks(), openChannel(`${libraryName} tasks`), createScope());
}
