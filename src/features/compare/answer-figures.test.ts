import { expect, it } from "vitest";
import { numbersOf } from "../../core/messages/numbers.ts";
import { differenceOf } from "./answer-figures.ts";

const texts = { numbers: numbersOf("en") };
const milliseconds = { unit: "ms", digits: 1 };

it("a difference has its sign and unit, and isn't there where its digits show none", () => {
  expect(differenceOf(12.4, 10, milliseconds, texts)).toBe("+2.4 ms");
  expect(differenceOf(9.9, 10, milliseconds, texts)).toBe("−0.1 ms");
  expect(differenceOf(10.04, 10, milliseconds, texts)).toBeUndefined();
  expect(differenceOf(9.96, 10, milliseconds, texts)).toBeUndefined();
  expect(differenceOf(undefined, 10, milliseconds, texts)).toBeUndefined();
});
