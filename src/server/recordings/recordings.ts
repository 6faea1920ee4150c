import { createHmac, randomBytes } from "node:crypto";
import { ownRecordingName } from "../../contract/own-recordings.ts";
import { ProxyError } from "../errors.ts";
import type { Holders } from "../held-bytes.ts";
import type { Limits } from "../limits.ts";
import type { Access } from "../session/sessions.ts";

/** Visitors' own recordings, in this program's memory alone, each for an hour at most. */
export interface Recordings {
  /**
   * Throws as {@link Recordings.keep} would, before a body is read.
   *
   * @throws {ProxyError} 429 `too_many_recordings` where the visitor has enough of them, 503 `overloaded` where all
   *   have; `Retry-After` says when the first of them ends.
   */
  checkRoom(holders: Holders): void;
  /**
   * Keeps a recording until its hour or its visitor's session is over; returns the name under which it is found, and
   * when the hour is over (Unix milliseconds).
   */
  keep(bytes: Buffer, holders: Holders, onEnd: Access["onEnd"]): { readonly name: string; readonly end: number };
  find(name: string): Buffer | undefined;
  /**
   * Removes one; returns whether it was there. One that was given in a session goes in that session alone. Of any other
   * its name is enough: who gave it may have another address by now.
   */
  remove(name: string, holders: Holders): boolean;
  /** Forgets them all. */
  clear(): void;
}

interface Kept {
  readonly bytes: Buffer;
  readonly end: number;
  /** Whose it is, as digests: a visitor's key is never kept. */
  readonly visitor: string;
  readonly inSession: boolean;
  readonly networks: readonly string[];
  /** Takes away what would end it. */
  release: () => void;
}

type RecordingLimits = Pick<Limits, "recordingTime" | "visitorRecordings" | "networkRecordings" | "allRecordings">;

/** @param wallClock Unix milliseconds. */
export function createRecordings(limits: RecordingLimits, wallClock: () => number): Recordings {
  const kept = new Map<string, Kept>();
  const salt = randomBytes(32);
  const digestOf = (holder: string) => createHmac("sha256", salt).update(holder).digest("base64url");
  const visitorOf = ({ networks, session }: Holders) => digestOf(session ?? networks[0] ?? "");

  function forget(name: string): void {
    kept.get(name)?.release();
    kept.delete(name);
  }

  function findKept(name: string): Kept | undefined {
    const found = kept.get(name);
    if (found === undefined || found.end > wallClock()) return found;
    // Its timer comes late on a machine that slept.
    forget(name);
    return undefined;
  }

  function refuseBeyond(most: number, counted: readonly Kept[], refusal: (headers: Refused) => ProxyError): void {
    if (counted.length < most) return;
    const first = Math.min(...counted.map(({ end }) => end)) - wallClock();
    // The clock may have been set back since; none is kept for longer by that.
    const left = Math.min(first, limits.recordingTime);
    throw refusal({ "retry-after": String(Math.max(1, Math.ceil(left / 1_000))) });
  }

  function checkRoom(holders: Holders): void {
    const all = [...kept.keys()].flatMap((name) => findKept(name) ?? []);
    const visitor = visitorOf(holders);
    const ofVisitor = all.filter((one) => one.visitor === visitor);
    refuseBeyond(limits.visitorRecordings, ofVisitor, tooMany);
    for (const network of holders.networks.map(digestOf)) {
      const ofNetwork = all.filter(({ networks }) => networks.includes(network));
      refuseBeyond(limits.networkRecordings, ofNetwork, tooMany);
    }
    refuseBeyond(limits.allRecordings, all, full);
  }

  return {
    checkRoom,
    keep(bytes, holders, onEnd) {
      checkRoom(holders);
      const end = Math.ceil((wallClock() + limits.recordingTime) / 1_000);
      const name = ownRecordingName(end, randomBytes(24).toString("base64url"));
      const timer = setTimeout(forget, limits.recordingTime, name).unref();
      const networks = holders.networks.map(digestOf);
      const one: Kept = {
        ...{ bytes, networks, end: end * 1_000, visitor: visitorOf(holders) },
        inSession: holders.session !== undefined,
        release: () => clearTimeout(timer),
      };
      kept.set(name, one);
      const leave = onEnd(() => forget(name));
      one.release = () => {
        clearTimeout(timer);
        leave();
      };
      return { name, end: end * 1_000 };
    },
    find: (name) => findKept(name)?.bytes,
    remove(name, holders) {
      const found = findKept(name);
      if (found === undefined || (found.inSession && found.visitor !== visitorOf(holders))) return false;
      forget(name);
      return true;
    },
    clear() {
      for (const name of [...kept.keys()]) forget(name);
    },
  };
}

type Refused = Readonly<Record<"retry-after", string>>;

function tooMany(headers: Refused): ProxyError {
  const message = "This playground already keeps as many recordings of yours as it takes. Remove one, or wait.";
  return new ProxyError(429, "too_many_recordings", message, { headers });
}

function full(headers: Refused): ProxyError {
  return new ProxyError(503, "overloaded", "This playground keeps as many recordings as it can. Try again later.", {
    headers,
  });
}
