import type { Scope } from "../../audio/base/scope.ts";
import { property } from "../../contract/json.ts";

/** Which pages of the playground are there: a take under way whose page has gone will never hear of its answer. */
export interface Presence {
  /** This page. */
  readonly self: string;
  /** Whether the page `owner` is there. */
  isThere(owner: string): Promise<boolean>;
}

/** What pages of one origin say to each other through; the part of a BroadcastChannel that is needed. */
export interface Channel {
  post(message: unknown): void;
  /** Calls `listener` with what other pages post, until the page goes. */
  listen(listener: (message: unknown) => void): void;
}

/** The ids that such a message names under `key`. */
export function idsIn(message: unknown, key: "takes" | "records"): readonly string[] {
  const ids = property(message, key);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
}

/** The locks of the origin, as far as they are needed; absent where the page has no secure context. */
export type Locks = Pick<LockManager, "request">;

/** How long a page may take to answer, in milliseconds. */
const patience = 1_000;

/**
 * A page says that it is there by holding a lock with its name, which the browser takes back however the page ends.
 * Where there are no locks, pages ask each other.
 */
export function createPresence(self: string, locks: Locks | undefined, channel: Channel, scope: Scope): Presence {
  if (locks !== undefined) return byLocks(self, locks, scope);
  const waiting = new Map<string, Set<() => void>>();
  channel.listen((message) => {
    const { question, answer } = readMessage(message);
    if (question === self) channel.post({ presence: "answer", page: self });
    if (answer !== undefined) for (const there of waiting.get(answer) ?? []) there();
  });
  return {
    self,
    isThere: (owner) =>
      owner === self
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            const listeners = waiting.get(owner) ?? new Set();
            const settle = (isThere: boolean): void => {
              listeners.delete(there);
              calledOff();
              resolve(isThere);
            };
            const there = (): void => settle(true);
            const calledOff = scope.timeout(() => settle(false), patience);
            waiting.set(owner, listeners.add(there));
            channel.post({ presence: "question", page: owner });
          }),
  };
}

function byLocks(self: string, locks: Locks, scope: Scope): Presence {
  const nameOf = (page: string) => `speech-playground page ${page}`;
  // Held until the page ends: the callback's promise never settles before.
  locks.request(nameOf(self), () => new Promise<void>((release) => scope.own(release))).catch(() => undefined);
  return {
    self,
    async isThere(owner) {
      if (owner === self) return true;
      const asked = locks.request(nameOf(owner), { ifAvailable: true, mode: "shared" }, (lock) => lock === null);
      // Where the browser refuses locks, nobody knows.
      return asked.catch(() => true);
    },
  };
}

function readMessage(message: unknown): { readonly question?: string; readonly answer?: string } {
  if (typeof message !== "object" || message === null) return {};
  if (!("presence" in message) || !("page" in message) || typeof message.page !== "string") return {};
  if (message.presence === "question") return { question: message.page };
  return message.presence === "answer" ? { answer: message.page } : {};
}
