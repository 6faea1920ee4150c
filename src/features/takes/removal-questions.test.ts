import { describe, expect, it } from "vitest";
import { takeRow } from "../../core/takes/library.fixture.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { findRoom, keptBytes } from "./removal-questions.tsx";

const row = (id: string, bytes: number, changes: Partial<TakeRow> = {}) =>
  takeRow(id, { status: "complete", sound: "whole", facts: { bytes }, ...changes });
const rows = [
  row("f", 5),
  row("e", 10),
  row("d", 20, { starred: true }),
  row("c", 30, { sound: "removed" }),
  row("b", 40, { sound: "partial" }),
  row("a", 50),
];
const idsFor = (wanted: number) => findRoom(rows, wanted, ({ id }) => id === "f").rows.map(({ id }) => id);

describe("making room", () => {
  it("takes the oldest without a star, and no more than it needs", () => {
    expect(idsFor(1)).toEqual(["a"]);
    expect(idsFor(51)).toEqual(["a", "b"]);
    expect(idsFor(10_000)).toEqual(["a", "b", "e"]);
    expect(findRoom(rows, 51, () => false).bytes).toBe(90);
  });
});

it("counts what is kept", () => {
  expect(keptBytes(rows)).toBe(125);
});
