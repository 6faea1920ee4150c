import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { en } from "../../core/takes/messages/en.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import type { HistoryTexts } from "../../core/takes/use-history.ts";
import { clearQuestion, findRoom, keptBytes } from "./removal-questions.tsx";

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
const idsFor = (wanted: number, presented = "", among = rows) =>
  findRoom(
    among,
    wanted,
    ({ id }) => id === "f",
    ({ id }) => id === presented,
  ).rows.map(({ id }) => id);

describe("making room", () => {
  it("takes the oldest without a star, and no more than it needs", () => {
    expect(idsFor(1)).toEqual(["a"]);
    expect(idsFor(51)).toEqual(["a", "b"]);
    expect(idsFor(10_000)).toEqual(["a", "b", "e"]);
    expect(
      findRoom(
        rows,
        51,
        () => false,
        () => false,
      ).bytes,
    ).toBe(90);
  });

  it("takes what is presented last, and nothing that a take needs to go on", () => {
    expect(idsFor(10_000, "a")).toEqual(["b", "e", "a"]);
    const parts = { count: 3, done: 2 };
    const needed = [
      row("x", 60, { sound: "partial", status: "failed", parts }),
      row("y", 60, { sound: "partial", status: "receiving", parts }),
    ];
    expect(idsFor(10_000, "", [...rows, ...needed])).toEqual(["a", "b", "e"]);
  });
});

it("counts what is kept here", () => {
  expect(keptBytes([...rows, row("g", 1_000, { sound: "remote" })])).toBe(125);
});

it("what is under way is never deleted with all others, and that is said", () => {
  const remove = vi.fn<(ids: readonly string[]) => void>();
  const underWay = [
    row("task", 0, { status: "waiting", sound: "none" }),
    row("now", 0, { status: "receiving", sound: "none" }),
  ];
  const texts = { takes: en } as HistoryTexts;
  const { act, text } = clearQuestion([...underWay, ...rows], true, texts, remove);
  act?.();
  expect(remove.mock.calls).toEqual([[["f", "e", "c", "b", "a"]]]);
  expect(renderToStaticMarkup(text)).toContain("2 takes under way are kept");
});
