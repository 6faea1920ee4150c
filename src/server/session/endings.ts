/** What tells one session from another; both stand in its seal. */
interface SessionMark {
  readonly id: string;
  /** When it was opened, in Unix milliseconds. */
  readonly openedAt: number;
}

/** Which sessions are over, before their time or by it. */
interface Endings {
  end(session: SessionMark): void;
  isOver(session: SessionMark): boolean;
  /** Calls `listener` once, when the session ends or at once when it is over; returns what takes the listener away. */
  onEnd(session: SessionMark, listener: () => void): () => void;
}

interface EndingsOptions {
  /** How long a session lasts by itself, in milliseconds. */
  readonly lifetime: number;
  /** How many that were ended before their time are remembered one by one. */
  readonly most: number;
}

/**
 * Remembers ended sessions in this program's memory until their time would have been over. When there are too many,
 * the one that was opened first is forgotten, and every session that was opened before it counts as ended from then
 * on: a list that is full ends too much rather than too little.
 */
export function createEndings({ lifetime, most }: EndingsOptions): Endings {
  const ended = new Map<string, number>();
  const listeners = new Map<string, Set<() => void>>();
  let endedUntil = Number.NEGATIVE_INFINITY;
  const timeLeft = (openedAt: number) => openedAt + lifetime - Date.now();
  const isOver = ({ id, openedAt }: SessionMark) => timeLeft(openedAt) <= 0 || openedAt <= endedUntil || ended.has(id);

  function makeRoom(): void {
    for (const [id, openedAt] of ended) if (timeLeft(openedAt) <= 0) ended.delete(id);
    if (ended.size < most) return;
    const [first, openedAt] = [...ended].reduce((one, other) => (other[1] < one[1] ? other : one));
    ended.delete(first);
    endedUntil = Math.max(endedUntil, openedAt);
  }

  return {
    isOver,
    end({ id, openedAt }) {
      if (!ended.has(id) && ended.size >= most) makeRoom();
      ended.set(id, openedAt);
      for (const tell of [...(listeners.get(id) ?? [])]) tell();
    },
    onEnd(session, listener) {
      const { id, openedAt } = session;
      const stop = () => {
        clearTimeout(timer);
        const all = listeners.get(id);
        if (all?.delete(tell) && all.size === 0) listeners.delete(id);
      };
      const tell = () => {
        stop();
        listener();
      };
      const timer = setTimeout(tell, timeLeft(openedAt)).unref();
      listeners.set(id, (listeners.get(id) ?? new Set()).add(tell));
      if (isOver(session)) tell();
      return stop;
    },
  };
}
