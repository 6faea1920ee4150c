import type { TakeId } from "./take.ts";

/** Fills an array with random numbers, such as `crypto.getRandomValues`, which exists without a secure context too. */
export type FillRandom = (array: Uint32Array<ArrayBuffer>) => unknown;

/** An id that no other tab makes and that sorts by time. `created` is Unix time in milliseconds. */
export function createTakeId(created: number, fillRandom: FillRandom): TakeId {
  return `${Math.floor(created).toString(36).padStart(9, "0")}-${randomText(fillRandom)}`;
}

/**
 * Makes ids that sort in the order in which they were made, also those of one press within a millisecond. Where the
 * clock was set back by more than a second, it holds.
 */
export function createTakeIds(fillRandom: FillRandom): (created: number) => TakeId {
  let latest = 0;
  return (created) => {
    latest = created <= latest && latest - created < 1_000 ? latest + 1 : created;
    return createTakeId(latest, fillRandom);
  };
}

/** 64 random bits as text. */
export function randomText(fillRandom: FillRandom): string {
  const numbers = new Uint32Array(2);
  fillRandom(numbers);
  return Array.from(numbers, (number) => number.toString(36).padStart(7, "0")).join("");
}
