import type { HeardFrame } from "../../../src/api/conversation.ts";
import { isJsonObject, type JsonObject } from "../../../src/contract/json.ts";
import { type Bytes, type Operation, textBytes } from "../operations.ts";
import { type Place, sent, where } from "../places.ts";
import type { Answered, Asked, Recorded } from "../recording.ts";

/** One way in which a service is wrong: everywhere where it can be, and nowhere else. */
export interface Mutation {
  readonly name: string;
  readonly place: Place;
  /** The answers in the place of those that a right service gave to one request. */
  readonly distort: (answered: Answered, found: Found) => readonly Recorded[];
  /** The beginnings of the ids of the checks that claim to see it: one of them must fail. */
  readonly claims: readonly [string, ...string[]];
  /** Why no check sees it, where none does. */
  readonly unseen?: string;
}

/** What the right service answered to other requests, and sounds that nobody asked for. */
export interface Found {
  readonly other: (isMeant: (asked: Asked) => boolean) => Recorded | undefined;
  readonly sounds: OtherSounds;
}

export interface OtherSounds {
  readonly mp3: Bytes;
  /** Two seconds of nothing. */
  readonly silentMp3: Bytes;
  readonly silentWav: Bytes;
  readonly noiseMp3: Bytes;
  readonly wav: Bytes;
}

/** One operation at one place. */
export function mutation(name: string, place: Place, operation: Operation, ...claims: [string, ...string[]]): Mutation {
  return { name, place, distort: ({ answers }) => answers.map(operation), claims };
}

/** Several at one place, with the same claims. */
export function mutationsAt(
  prefix: string,
  place: Place,
  claims: Mutation["claims"],
  rows: readonly (readonly [name: string, operation: Operation])[],
): readonly Mutation[] {
  return rows.map(([name, operation]) => mutation(prefix + name, place, operation, ...claims));
}

/** One that no check sees, and why. */
export function unseen(mutated: Mutation, reason: string): Mutation {
  return { ...mutated, unseen: reason };
}

/** Another request's answer in the place of its own. */
export function swapped(
  name: string,
  place: Place,
  isOther: (asked: Asked, mine: Asked) => boolean,
  ...claims: [string, ...string[]]
): Mutation {
  return {
    name,
    place,
    distort({ asked, answers }, { other }) {
      const found = other((each) => isOther(each, asked));
      return found === undefined ? answers : [found];
    },
    claims,
  };
}

/** What a gateway says in a service's place. */
export const failurePage = textBytes("<!doctype html><html><head><title>Bad gateway</title></head></html>");

/** The entries of a model list. */
export const listOf = (body: JsonObject): readonly JsonObject[] => (Array.isArray(body["data"]) ? body["data"] : []);

/** A text frame of JSON. */
export const textFrame = (value: unknown): HeardFrame => ({ at: 9, kind: "text", text: JSON.stringify(value) });

/** Whether two requests are the same but for some fields. */
export const sameBut = (each: Asked, mine: Asked, ...names: readonly string[]): boolean => {
  const rest = (asked: Asked) =>
    JSON.stringify(
      Object.entries(isJsonObject(asked.body) ? asked.body : {}).filter(([name]) => !names.includes(name)),
    );
  return each.path === mine.path && each.method === mine.method && rest(each) === rest(mine);
};
/** Whether a request has none of some fields. */
export const isLacking = (each: Asked, ...names: readonly string[]) =>
  names.every((name) => sent(each, name) === undefined);
/** Whether a request has one of some fields. */
export const has =
  (...names: readonly string[]) =>
  (asked: Asked) =>
    names.some((name) => sent(asked, name) !== undefined);

/** A field without an effect: the answer is that to the same request without it. */
export function ignored(
  name: string,
  place: Place,
  fields: readonly string[],
  ...claims: [string, ...string[]]
): Mutation {
  return swapped(
    `ignored: ${name}`,
    where(place, has(...fields)),
    (each, mine) => sameBut(each, mine, ...fields) && isLacking(each, ...fields),
    ...claims,
  );
}
