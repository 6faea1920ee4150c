import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { kinds } from "./kinds.ts";

/**
 * The files are read as text and parsed here: as modules, an own `__proto__` in them would become a prototype.
 * Strict schemas, so that a misspelt key fails instead of checking nothing.
 */
const files: Readonly<Record<string, string>> = import.meta.glob("./*.json", {
  eager: true,
  query: "?raw",
  import: "default",
});

const filled = z.string().check(z.minLength(1));
const fileSchema = z.strictObject({
  kind: z.enum(Object.keys(kinds)),
  about: filled,
  cases: z
    .array(
      z.strictObject({
        section: filled.check(z.regex(/^(?:[1-8](?:\.\d)?|beyond)(?: [\w ]+)?$/)),
        why: filled,
        input: z.unknown(),
        expect: z.unknown(),
      }),
    )
    .check(z.minLength(1)),
});

test("there are golden files", () => {
  expect(Object.keys(files).length).toBeGreaterThan(15);
});

describe.each(Object.entries(files))("%s", (_path, text) => {
  const { kind, cases } = fileSchema.parse(JSON.parse(text));
  const outcome = kinds[kind];

  test.each(cases.map((item) => [`${item.section}: ${item.why}`, item] as const))("%s", async (_name, item) => {
    if (isObject(item.expect)) {
      expect(Object.keys(item.expect), "an expectation must say something").not.toEqual([]);
      expect(await outcome?.(item.input)).toMatchObject(item.expect);
    } else {
      expect(item.expect, "an expectation must say something").not.toBe(undefined);
      expect(await outcome?.(item.input)).toEqual(item.expect);
    }
  });
});

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
