import { createHash, createHmac, randomBytes } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import { parseJson } from "../../contract/json.ts";
import { type SentShare, type SoundKind, shareDetailsSchema, soundKinds } from "../../contract/shares.ts";
import { codeOf } from "../../http/errors.ts";
import { ConfigurationError } from "../../http/program.ts";
import { ProxyError } from "../errors.ts";
import type { Holders } from "../held-bytes.ts";
import type { Limits } from "../limits.ts";
import { holdFolder, ownFilesIn, removeLeft, unlessMissing, withoutPath, withoutTake } from "./share-folder.ts";

/** What stands in a take's JSON beside its details. */
const factsSchema = z.object({
  kind: z.enum(soundKinds),
  /** When it ends, in Unix milliseconds. */
  end: z.number(),
});
/** What of a take is held in memory: its text may be long. */
interface Facts extends Readonly<z.infer<typeof factsSchema>> {
  /** What it takes of the disk. */
  readonly bytes: number;
}

const recordSchema = z.extend(shareDetailsSchema, factsSchema.shape);
/** A shared take, without its sound. */
export type SharedTake = Readonly<z.infer<typeof recordSchema>>;

/** Takes that visitors share by a link, in a folder, each until its time is over. */
export interface Shares {
  /**
   * Throws as {@link Shares.keep} would, before a body is read.
   *
   * @throws {ProxyError} 429 `too_many_shares` where the visitor or their network has shared enough, 503 `overloaded`
   *   where all have.
   */
  checkRoom(holders: Holders): void;
  /** Keeps a take; returns the id that opens it, and its end. One that is kept already is kept once. */
  keep(
    details: SentShare,
    sound: { readonly bytes: Uint8Array; readonly kind: SoundKind },
    holders: Holders,
  ): Promise<{ readonly id: string; readonly end: number }>;
  find(id: string): Pick<SharedTake, "kind"> | undefined;
  /** With its details. */
  read(id: string): Promise<SharedTake | undefined>;
  /**
   * Removes the one that was sent with `removal`; false where it isn't there.
   *
   * @throws {ProxyError} 503 `share_not_deleted` where nobody finds it any more, but its files are still there.
   */
  remove(removal: string): Promise<boolean>;
  /** Deletes what is over, and what was left half written. Rejects where something can't be deleted, after the rest. */
  sweep(): Promise<void>;
}

type ShareLimits = Pick<Limits, "visitorShares" | "networkShares" | "allShares" | "allShareBytes" | "shareWindow">;

/** The name of a shared take's sound in the folder. */
export function soundFileOf(id: string, { kind }: Pick<SharedTake, "kind">): string {
  return `${id}.${kind}`;
}

/**
 * Takes that are kept in `folder`, with those that are there from an earlier run.
 *
 * @param lasting how long each is kept, in milliseconds
 * @param wallClock Unix milliseconds
 */
export async function createShares(
  folder: string,
  lasting: number,
  limits: ShareLimits,
  wallClock: () => number,
): Promise<Shares> {
  const kept = await openFolder(folder);
  const counted = createCount(limits, wallClock);
  async function forget(id: string): Promise<void> {
    const take = kept.get(id);
    if (take === undefined) return;
    // Nobody finds it from now on; where a file can't be deleted, the next sweep tries again.
    kept.set(id, { ...take, end: 0 });
    // What opens it goes first: half of it is never found.
    for (const file of [`${id}.json`, soundFileOf(id, take)]) await rm(join(folder, file), { force: true });
    kept.delete(id);
  }

  /** What is being written, by its id. */
  const writing = new Map<string, Promise<void>>();

  async function write(id: string, facts: Pick<Facts, "kind">, sound: Uint8Array, json: Uint8Array): Promise<void> {
    try {
      await writeWhole(join(folder, soundFileOf(id, facts)), sound);
      await writeWhole(join(folder, `${id}.json`), json);
    } catch (cause) {
      await forget(id).catch(() => undefined);
      const message = "The playground's disk is full, or can't be written. The take is as it was.";
      throw new ProxyError(503, "share_not_written", message, { cause: withoutPath(cause) });
    }
  }

  const isOver = ({ end }: Facts) => end <= wallClock();

  function find(id: string): Facts | undefined {
    const take = kept.get(id);
    return take === undefined || isOver(take) ? undefined : take;
  }

  function checkRoom(holders: Holders, bytes = 0): void {
    const all = [...kept.values()].filter((take) => !isOver(take));
    const held = all.reduce((sum, take) => sum + take.bytes, bytes);
    if (all.length >= limits.allShares || held > limits.allShareBytes) {
      const message = "This playground keeps as many shared takes as it can. Try again later.";
      throw new ProxyError(503, "overloaded", message, { headers: { "retry-after": "600" } });
    }
    counted.check(holders);
  }

  return {
    checkRoom,
    async keep({ removal, ...details }, { bytes: sound, kind }, holders) {
      const id = idOf(removal);
      // Its sender asks again, because the answer got lost.
      const underWay = writing.get(id);
      if (underWay !== undefined) await underWay;
      const before = find(id);
      if (before !== undefined) return { id, end: before.end };
      const facts = { kind, end: wallClock() + lasting };
      const json = Buffer.from(JSON.stringify({ ...details, ...facts }));
      const bytes = sound.length + json.length;
      checkRoom(holders, bytes);
      counted.add(holders);
      // Its room is taken from now on.
      kept.set(id, { ...facts, bytes });
      const written = write(id, facts, sound, json).finally(() => writing.delete(id));
      writing.set(id, written);
      await written;
      return { id, end: facts.end };
    },
    find,
    read: async (id) => (find(id) === undefined ? undefined : readRecord(folder, `${id}.json`)),
    async remove(removal) {
      const id = idOf(removal);
      // Else what is still being written would stay.
      await writing.get(id)?.catch(() => undefined);
      if (!kept.has(id)) return false;
      await forget(id).catch(() => {
        const message =
          "The link doesn't open the take any more, but its files can't be deleted now. The server tries again every " +
          "minute.";
        // Without the cause: it names the file, which opens the take.
        throw new ProxyError(503, "share_not_deleted", message);
      });
      return true;
    },
    async sweep() {
      const over = [...kept].filter(([, take]) => isOver(take));
      const left = withoutTake(await ownFilesIn(folder));
      // One that can't be deleted keeps no other.
      const work = [holdFolder(folder), removeLeft(folder, left), ...over.map(([id]) => forget(id))];
      const all = await Promise.allSettled(work);
      const failed = all.find((one) => one.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}

/**
 * Bounds how much a visitor and a network share within a time, removed or not: nobody fills the disk, or wears it out.
 * It is forgotten with the program.
 */
function createCount(limits: ShareLimits, wallClock: () => number) {
  const salt = randomBytes(32);
  const keyed = (holder: string) => createHmac("sha256", salt).update(holder).digest("base64url");
  const visitorOf = ({ networks, session }: Holders) => keyed(`visitor ${session ?? networks[0] ?? ""}`);
  let made: { readonly at: number; readonly holders: readonly string[] }[] = [];
  return {
    check(holders: Holders): void {
      const now = wallClock();
      // What lies ahead was made before the clock was set back: nobody waits for that time to come again.
      made = made.filter(({ at }) => at <= now && now < at + limits.shareWindow);
      const bounds: readonly (readonly [string, number])[] = [
        [visitorOf(holders), limits.visitorShares],
        ...holders.networks.map((network) => [keyed(network), limits.networkShares] as const),
      ];
      for (const [holder, most] of bounds) {
        const own = made.filter((one) => one.holders.includes(holder));
        const [first] = own;
        if (first === undefined || own.length < most) continue;
        const seconds = Math.max(1, Math.ceil((first.at + limits.shareWindow - now) / 1_000));
        const message = `You have shared as many takes as this playground takes in an hour. Wait ${seconds} seconds.`;
        throw new ProxyError(429, "too_many_shares", message, { headers: { "retry-after": String(seconds) } });
      }
    },
    add(holders: Holders): void {
      made.push({ at: wallClock(), holders: [visitorOf(holders), ...holders.networks.map(keyed)] });
    },
  };
}

/** The id that opens a take. Whoever has it doesn't learn from it what removes the take. */
function idOf(removal: string): string {
  return createHash("sha256").update(removal).digest("base64url").slice(0, 32);
}

/** What is found under its name is whole, and nobody else's to read. */
async function writeWhole(path: string, content: Uint8Array): Promise<void> {
  // On the disk before it has its name: else a machine that goes down may leave the name with nothing behind it.
  await writeFile(`${path}.part`, content, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
}

/** @throws {ConfigurationError} where the folder can't be used. */
async function openFolder(folder: string): Promise<Map<string, Facts>> {
  try {
    await holdFolder(folder);
    return await readFolder(folder);
  } catch (error) {
    const remedy = "Make it writable, or set DATA_DIR to another folder.";
    throw new ConfigurationError(`DATA_DIR: ${folder} can't be used (${codeOf(error)}). ${remedy}`);
  }
}

/** What an earlier run kept. A record that isn't one, or has no sound, was left half written. */
async function readFolder(folder: string): Promise<Map<string, Facts>> {
  const kept = new Map<string, Facts>();
  for (const file of (await ownFilesIn(folder)).filter((name) => name.endsWith(".json"))) {
    const id = file.slice(0, -".json".length);
    const take = await readRecord(folder, file);
    const sound = take && (await sizeOf(join(folder, soundFileOf(id, take))));
    if (sound === undefined) await removeLeft(folder, [file]);
    else kept.set(id, { ...factsSchema.parse(take), bytes: sound + ((await sizeOf(join(folder, file))) ?? 0) });
  }
  return kept;
}

async function readRecord(folder: string, file: string): Promise<SharedTake | undefined> {
  const text = await readFile(join(folder, file), "utf8").catch(unlessMissing(undefined));
  return recordSchema.safeParse(parseJson(text)).data;
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(unlessMissing(undefined)))?.size;
}
