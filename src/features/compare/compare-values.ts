import { isJsonObject } from "../../contract/json.ts";

/** One thing that is said of several takes. */
export interface ComparedRow {
  /** What it is: a path in a body, or a name. */
  readonly path: string;
  /** What each take has there, in their order; undefined where it has nothing. */
  readonly values: readonly (string | undefined)[];
  /** Whether they aren't all the same. */
  readonly differs: boolean;
}

/** Puts what is known of several takes side by side, in the order in which it first comes. */
export function compareValues(takes: readonly ReadonlyMap<string, string>[]): readonly ComparedRow[] {
  const paths = new Set(takes.flatMap((values) => [...values.keys()]));
  return [...paths].map((path) => {
    const values = takes.map((each) => each.get(path));
    return { path, values, differs: values.some((value) => value !== values[0]) };
  });
}

/**
 * Everything that a JSON value holds, each leaf by its path: `extra_body.emo_happy`, `list[0]`, `["a key"]`. An empty
 * object or list is a leaf; leaves are written as JSON. What isn't JSON, or is nested deeper than can be
 * read, is one leaf without a path, as it is.
 */
export function valuesOfBody(body: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  try {
    gather(JSON.parse(body), "", values);
    return values;
  } catch {
    return new Map([["", body]]);
  }
}

function gather(value: unknown, path: string, values: Map<string, string>): void {
  const inner = Array.isArray(value)
    ? value.map((each, at) => [`[${at}]`, each] as const)
    : isJsonObject(value)
      ? Object.entries(value).map(([key, each]) => [step(key, path), each] as const)
      : [];
  if (inner.length === 0) values.set(path, JSON.stringify(value));
  for (const [name, each] of inner) gather(each, path + name, values);
}

function step(key: string, path: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
  return path === "" ? key : `.${key}`;
}
