import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { doubledNames } from "./doubled-names.ts";

describe("names that stand twice", () => {
  it.each([
    ['{"speed":1,"input":"a","speed":2}', [{ place: "speed", times: 2, last: "2" }]],
    ['{"sp\\u0065ed":1, "speed" : "x\\"y"}', [{ place: "speed", times: 2, last: '"x\\"y"' }]],
    ['{"a":{"b":1,"b":[1, {"c":2}],"b":null}}', [{ place: "a.b", times: 3, last: "null" }]],
    ['{"a":1,"a":{"b":[1, {"c":2}]}}', [{ place: "a", times: 2, last: '{"b":[1,{"c":2}]}' }]],
    ['{"a":[{"b":1},{"b":1,"b":2}]}', [{ place: "a[1].b", times: 2, last: "2" }]],
    ['{"__proto__":1,"__proto__":2,"toString":3}', [{ place: "__proto__", times: 2, last: "2" }]],
    ['{"a":"a","b":"a"}', []],
    ['["a","a"]', []],
    ["{", []],
  ])("in %s", (text, expected) => {
    expect(doubledNames(text)).toEqual(expected);
  });

  it("aren't found in what a program wrote", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(doubledNames(text)).toEqual([]);
      }),
    );
  });
});
