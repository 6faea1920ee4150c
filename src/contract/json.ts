/** A JSON value with keys: neither null nor an array. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What stands under a key of a JSON value; undefined where there is nothing. Own keys only: no value that came from
 * outside may reach `constructor` or `__proto__` of the objects that JSON made.
 */
export function property(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Whether a JSON value says anything: none that counts as false does, and no list or object without anything in it. */
export function isFilled(value: unknown): boolean {
  return Boolean(typeof value === "object" ? Object.keys(value ?? {}).length : value);
}

/** What a JSON text says; undefined for one that isn't JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
