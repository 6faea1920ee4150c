import type { Readable } from "node:stream";

/** An object's bytes in order. A piece must not change once it was handed over. */
export type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Takes a piece of an object that is made. */
export type Write = (piece: Uint8Array) => Promise<void>;

/**
 * Where content is kept: objects by name, in a folder or in a storage that several processes share. A name never stands
 * for a part of an object, whenever a process ends. Names hold letters of ASCII, digits and signs, but no slash.
 *
 * Every method throws StorageFullError or the disk's own error where there is no room, and ContentUnavailableError
 * where the storage can't be reached or refuses.
 */
export interface ContentStorage {
  /** Whether other processes may keep content here, too. */
  readonly isShared: boolean;
  /** Keeps a whole object; it replaces one of the same name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /**
   * Keeps an object while it is made; memory doesn't grow with it. It has its name when this returns.
   *
   * @param inFront how many bytes stand in front of the pieces; they are known only at the end.
   * @param make writes the pieces, and returns what stands in front.
   * @returns the object's size in bytes.
   */
  create(name: string, inFront: number, make: (write: Write) => Promise<Uint8Array>): Promise<number>;
  /** A whole object in memory; undefined when there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /** An object to be read in part or as a stream; undefined when there is none. */
  open(name: string): Promise<OpenContent | undefined>;
  /** Where an object's file is, should it be one of this machine. */
  pathOf(name: string): string | undefined;
  /** Names that begin with a prefix, with the time of their last change in milliseconds. */
  list(prefix: string): AsyncIterable<ListedContent>;
  /** Removes objects; what isn't there is passed over. */
  remove(names: readonly string[]): Promise<void>;
  /** Goes on with an object that grows, behind the last part that was confirmed; or begins one. */
  grow(options: GrowOptions): Promise<GrowingContent>;
  /** Removes what was begun before a time, in milliseconds, and never got its name, which begins with `prefix`. */
  removeUnfinished(prefix: string, before: number): Promise<void>;
}

export interface ListedContent {
  readonly name: string;
  readonly changedAt: number;
}

/** Either read or closed, once. */
export interface OpenContent {
  /** In bytes. */
  readonly size: number;
  /** A part of it, all by default. What can be known to fail before the first byte rejects. */
  read(start?: number, length?: number): Promise<Readable>;
  close(): Promise<void>;
}

export interface GrowOptions {
  /** What the object will be called. Until it is whole, parts of it have names that begin with this and `.joined`. */
  readonly name: string;
  /** The name of the object that tells how far it has come. It stays until it is removed. */
  readonly checkpoint: string;
  /** How many bytes stand in front of the first part; they are known only at the end. */
  readonly inFront: number;
}

/**
 * An object that is made part by part, by one process after the other. What a crash costs is the part under way. Two
 * processes at once, of which one was given up for dead, each finish a whole object.
 */
export interface GrowingContent {
  /** How many parts have been confirmed. */
  readonly parts: number;
  /** Size so far in bytes, with what stands in front. */
  readonly bytes: number;
  /** What was kept with the last part. */
  readonly kept: KeptWithPart;
  /** Adds a part. It is confirmed when this returns; done again after a failure, it replaces what was written. */
  add(pieces: Pieces, kept?: KeptWithPart): Promise<void>;
  /**
   * Gives the whole object its name. Done again, it changes nothing.
   *
   * @param front makes what stands in front; it is told the first bytes behind that, 64 at most.
   */
  finish(front: (head: Uint8Array) => Uint8Array): Promise<void>;
}

/** What whoever makes an object needs to go on behind a part. */
export interface KeptWithPart {
  /** Where it goes on, in whatever it counts. */
  readonly next?: number | undefined;
  readonly state?: Uint8Array | undefined;
}

/** How many bytes of an object `GrowingContent.finish` tells. */
export const headBytes = 64;

/** The storage can't be reached, or refuses: what was asked for may succeed later. */
export class ContentUnavailableError extends Error {
  override readonly name = "ContentUnavailableError";
}
