import { describe, expect, it } from "vitest";
import { takeRow } from "./library.fixture.ts";
import { emptyQuery, isNarrowing, searchTakes, type TakeQuery } from "./search.ts";

const rows = [
  takeRow("d", {
    status: "failed",
    model: "cloud-tts",
    mode: "speech",
    voice: "es-ES-ElviraNeural",
    excerpt: "Adiós, niño.",
  }),
  takeRow("c", { status: "complete", name: "Best one", note: "slower", starred: true }),
  takeRow("b", { status: "interrupted", voice: "Mei", excerpt: "夜车十点出发。" }),
  takeRow("a", { status: "waiting", mode: "async" }),
];
const found = (query: Partial<TakeQuery>) => searchTakes(rows, { ...emptyQuery, ...query }).map(({ id }) => id);

describe("searching takes", () => {
  it.each([
    [{}, ["d", "c", "b", "a"]],
    [{ words: "  " }, ["d", "c", "b", "a"]],
    [{ words: "adios NINO" }, ["d"]],
    [{ words: "elvira" }, ["d"]],
    [{ words: "train night" }, ["c", "a"]],
    [{ words: "slower best" }, ["c"]],
    [{ words: "十点" }, ["b"]],
    [{ words: "train nothing" }, []],
    [{ model: "cloud-tts" }, ["d"]],
    [{ mode: "async" }, ["a"]],
    [{ state: "failed" }, ["d", "b"]],
    [{ state: "running" }, ["a"]],
    [{ starred: true }, ["c"]],
    [{ starred: true, state: "failed" }, []],
  ] as const)("%j finds %j", (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it("finds what was changed a moment ago", () => {
    const [, row] = rows;
    if (row === undefined) throw new Error("no row");
    expect(searchTakes([{ ...row, name: "Renamed" }], { ...emptyQuery, words: "renamed" })).toHaveLength(1);
  });

  it("knows whether anything narrows", () => {
    expect(isNarrowing(emptyQuery)).toBe(false);
    expect(isNarrowing({ ...emptyQuery, words: "a" })).toBe(true);
    expect(isNarrowing({ ...emptyQuery, starred: true })).toBe(true);
  });
});
