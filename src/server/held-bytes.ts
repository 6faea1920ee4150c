import { ProxyError } from "./errors.ts";

/** What one body or message holds of the memory for what clients send. */
export interface Hold {
  /**
   * Holds more bytes.
   *
   * @returns the refusal where that is too much: 429 `too_much_at_once` when its holders have enough, 503 `overloaded`
   *   when others have so much that little is left. Nothing is held then beyond what was.
   */
  take(bytes: number): ProxyError | undefined;
  /** Holds fewer bytes. */
  giveBack(bytes: number): void;
  /** Holds nothing any more. */
  release(): void;
}

/**
 * The memory for what clients send and this program must hold: bodies and WebSocket messages that it has not passed on.
 */
export interface HeldBytes {
  open(holders: Holders): Hold;
}

/** Everybody whom bytes count against. */
export interface Holders {
  /** The networks that they come from, small and large. */
  readonly networks: readonly string[];
  /** Whose session they come with, where there is one. */
  readonly session: string | undefined;
}

/**
 * What part of all is kept for those who hold little: those with a session also where their network holds much, since
 * many people may share one address.
 */
const keptForLittle = 1 / 4;

/** How much little is, as a part of all: far more than a request of a few pages of text. */
const little = 1 / 1_024;

/**
 * What part of the rest that nobody holds may be one holder's: so one alone gets a quarter of all, and several get less
 * each.
 */
const shareOfTheRest = 1 / 3;

/** @param most the bytes that are held at once by all together. */
export function createHeldBytes(most: number): HeldBytes {
  const byHolder = new Map<string, number>();
  let held = 0;
  const add = (holders: readonly string[], bytes: number) => {
    held += bytes;
    for (const holder of holders) {
      const sum = (byHolder.get(holder) ?? 0) + bytes;
      if (sum === 0) byHolder.delete(holder);
      else byHolder.set(holder, sum);
    }
  };
  const heldBy = (holder: string) => byHolder.get(holder) ?? 0;
  /** Whether somebody may have so many bytes when so many others are held. */
  const isShare = (wanted: number, others: number) => wanted <= (most * (1 - keptForLittle) - others) * shareOfTheRest;
  return {
    open({ networks, session }) {
      const holders = session === undefined ? networks : [...networks, session];
      let own = 0;
      const giveBack = (bytes: number) => {
        own -= bytes;
        add(holders, -bytes);
      };
      return {
        take(bytes) {
          const had = Math.max(...holders.map(heldBy));
          const isLittle = (session === undefined ? had : heldBy(session)) + bytes <= most * little;
          if (!isShare(had + bytes, held - had) && !(isLittle && held + bytes <= most)) {
            return isShare(had + bytes, 0) ? overloaded() : tooMuchAtOnce();
          }
          own += bytes;
          add(holders, bytes);
          return undefined;
        },
        giveBack,
        release: () => giveBack(own),
      };
    },
  };
}

function tooMuchAtOnce(): ProxyError {
  const message = "You have sent too much at once. Send this again when some of it has been answered.";
  return new ProxyError(429, "too_much_at_once", message, { headers: { "retry-after": "1" } });
}

function overloaded(): ProxyError {
  const message = "The playground has too many requests at once. Try again in a moment.";
  return new ProxyError(503, "overloaded", message, { headers: { "retry-after": "1" } });
}
