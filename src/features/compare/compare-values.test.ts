import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareValues, valuesOfBody } from "./compare-values.ts";

const compare = (...bodies: readonly unknown[]) =>
  compareValues(bodies.map((body) => valuesOfBody(JSON.stringify(body))));
const differing = (...bodies: readonly unknown[]) =>
  compare(...bodies)
    .filter(({ differs }) => differs)
    .map(({ path }) => path);

/** JSON whose keys are all sorts of text. */
const json = fc.jsonValue({ maxDepth: 3 });

describe("the difference of bodies", () => {
  it("names each path once, with what each take has there", () => {
    expect(
      compare(
        { model: "m", VoiceId: "Mei", extra_body: { list: [1, {}] } },
        { model: "m", VoiceId: "Luna", "a b": null },
      ),
    ).toEqual([
      { path: "model", values: ['"m"', '"m"'], differs: false },
      { path: "VoiceId", values: ['"Mei"', '"Luna"'], differs: true },
      { path: "extra_body.list[0]", values: ["1", undefined], differs: true },
      { path: "extra_body.list[1]", values: ["{}", undefined], differs: true },
      { path: '["a b"]', values: [undefined, "null"], differs: true },
    ]);
  });

  it("of equal bodies is none, whatever they are and however many", () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 2, max: 6 }), (body, count) => {
        expect(differing(...Array.from({ length: count }, () => body))).toEqual([]);
      }),
    );
  });

  it("of different ones is never none", () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        fc.pre(!isSame(one, other));
        expect(differing(one, other)).not.toEqual([]);
      }),
    );
  });

  it("lists exactly the keys that were changed, added or taken away", () => {
    const keys = fc.uniqueArray(fc.string(), { maxLength: 8 });
    fc.assert(
      fc.property(
        keys,
        fc.array(fc.constantFrom("same", "changed", "added", "removed"), { minLength: 8 }),
        (names, fates) => {
          const one: Record<string, unknown> = Object.create(null);
          const other: Record<string, unknown> = Object.create(null);
          const changed: string[] = [];
          for (const [at, name] of names.entries()) {
            const fate = fates[at] ?? "same";
            if (fate !== "added") one[name] = at;
            if (fate !== "removed") other[name] = fate === "changed" ? -1 - at : at;
            if (fate !== "same") changed.push(name);
          }
          const listed = compare({ inner: one }, { inner: other }).filter(({ differs }) => differs);
          // An object without any key is a value itself.
          const own = listed.filter(({ path }) => path !== "inner");
          expect(own).toHaveLength(changed.length);
          const isNamed = (name: string) =>
            own.some(({ path }) => path === `inner.${name}` || path === `inner[${JSON.stringify(name)}]`);
          expect(changed.every(isNamed)).toBe(true);
        },
      ),
    );
  });

  it("goes by what is said, not by the order or the spaces", () => {
    const one = valuesOfBody('{"a":1,"b":{"c":[true]}}');
    const other = valuesOfBody('{ "b": {"c": [ true ]}, "a": 1.0 }');
    expect(compareValues([one, other]).some(({ differs }) => differs)).toBe(false);
  });

  it("takes what is nested deeper than can be read as it is", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(valuesOfBody(deep)).toEqual(new Map([["", deep]]));
  });

  it("takes what isn't JSON as it is", () => {
    expect(compareValues([valuesOfBody("{'a'"), valuesOfBody("{}")])).toEqual([
      { path: "", values: ["{'a'", "{}"], differs: true },
    ]);
  });
});

function isSame(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === "object" && value !== null
        ? Object.entries(value)
            .map(([key, each]) => [key, sorted(each)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1))
        : value;
  const text = (value: unknown) => JSON.stringify([Array.isArray(value), typeof value, sorted(value)]);
  return text(one) === text(other);
}
