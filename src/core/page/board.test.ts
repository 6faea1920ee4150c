import { expect, test } from "vitest";
import { isFolded } from "./board.ts";

test("a workbench folds the script, a list doesn't, and each tab keeps what a person made of it", () => {
  expect(isFolded("takes", { folds: {} })).toBe(false);
  expect(isFolded("compare", { folds: {} })).toBe(true);
  const folds = { compare: false, takes: true };
  expect(isFolded("compare", { folds })).toBe(false);
  expect(isFolded("takes", { folds })).toBe(true);
  expect(isFolded("request", { folds })).toBe(true);
});
