import type { FieldValue } from "../../contract/model.ts";
import type { FormValues } from "../../contract/request.ts";
import { type TakeRow, voicesOf } from "./take.ts";

/** What tells a take from others that look like it. */
export interface Distinction {
  /** Whether they differ in mode or transport. */
  readonly way: boolean;
  /** Whether they went to different services. */
  readonly service: boolean;
  /**
   * The fields in which they differ, by their keys, with this take's values; what it left to the service isn't there.
   */
  readonly values: readonly (readonly [key: string, value: FieldValue])[];
}

type LookingTake = Pick<
  TakeRow,
  "id" | "name" | "excerpt" | "voice" | "voices" | "model" | "emotion" | "mode" | "transport" | "serviceName"
>;

/** Takes that look like another one: the same words, voice and model. */
export function lookAlikes<Take extends LookingTake>(takes: readonly Take[]): readonly Take[] {
  return [...alike(takes).values()].filter(({ length }) => length > 1).flat();
}

/**
 * What tells each of those takes from the others that look like it, by their ids. `valuesOf` is undefined while it
 * isn't known.
 */
export function distinguish(
  takes: readonly LookingTake[],
  valuesOf: (id: string) => FormValues | undefined,
): ReadonlyMap<string, Distinction> {
  const distinctions = new Map<string, Distinction>();
  for (const group of alike(takes).values()) {
    if (group.length < 2) continue;
    const way = new Set(group.map(({ mode, transport }) => `${mode} ${transport}`)).size > 1;
    const service = new Set(group.map(({ serviceName }) => serviceName)).size > 1;
    const all = group.map(({ id }) => valuesOf(id) ?? {});
    const keys = [...new Set(all.flatMap((values) => Object.keys(values)))];
    const differing = keys.filter((key) => new Set(all.map((values) => values[key])).size > 1);
    for (const [at, { id }] of group.entries()) {
      const values = differing.flatMap((key) => {
        const value = all[at]?.[key];
        return value === undefined ? [] : [[key, value] as const];
      });
      distinctions.set(id, { way, service, values });
    }
  }
  return distinctions;
}

function alike<Take extends LookingTake>(takes: readonly Take[]): ReadonlyMap<string, readonly Take[]> {
  const groups = new Map<string, Take[]>();
  for (const take of takes) {
    const { name, excerpt, model, emotion } = take;
    const look = JSON.stringify([name || excerpt, voicesOf(take), model, emotion]);
    const others = groups.get(look);
    if (others === undefined) groups.set(look, [take]);
    else others.push(take);
  }
  return groups;
}
