import * as z from "zod/mini";

const repeatSchema = z.strictObject({ $repeat: z.string(), times: z.number() });

/** Replaces `{"$repeat": "a", "times": 3}` by `"aaa"` anywhere in a value, so that long texts stay readable as data. */
export function expand(value: unknown): unknown {
  const repeat = repeatSchema.safeParse(value);
  if (repeat.success) return repeat.data.$repeat.repeat(repeat.data.times);
  if (Array.isArray(value)) return value.map(expand);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)]));
}
