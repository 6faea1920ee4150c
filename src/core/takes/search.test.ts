import { describe, expect, it } from "vitest";
import { takeRow } from "./library.fixture.ts";
import { emptyQuery, isNarrowing, searchScripts, searchTakes, type TakeQuery } from "./search.ts";
import type { TakeId } from "./take.ts";

const rows = [
  takeRow("d", {
    status: "failed",
    model: "cloud-tts",
    mode: "speech",
    voice: "es-ES-ElviraNeural",
    excerpt: "Adiós, niño.",
  }),
  takeRow("c", { status: "complete", name: "Best one", note: "slower", starred: true }),
  takeRow("b", { status: "interrupted", voice: "Mei", voices: ["Mei", "Luna"], excerpt: "夜车十点出发。" }),
  takeRow("a", { status: "waiting", mode: "async" }),
];
const xiaoxiao = takeRow("x", { model: "cloud-tts", voice: "zh-CN-XiaoxiaoNeural" });
const found = (query: Partial<TakeQuery>) => searchTakes(rows, { ...emptyQuery, ...query }).map(({ id }) => id);

describe("searching takes", () => {
  it.each([
    [{}, ["d", "c", "b", "a"]],
    [{ words: "  " }, ["d", "c", "b", "a"]],
    [{ words: "adios NINO" }, ["d"]],
    [{ words: "elvira" }, ["d"]],
    [{ words: "luna mei" }, ["b"]],
    [{ words: "train night" }, ["c", "a"]],
    [{ words: "slower best" }, ["c"]],
    [{ words: "十点" }, ["b"]],
    [{ words: "train nothing" }, []],
    [{ model: "cloud-tts" }, ["d"]],
    [{ mode: "async" }, ["a"]],
    [{ state: "failed" }, ["d", "b"]],
    [{ state: "running" }, ["a"]],
    [{ state: "notFailed" }, ["c", "a"]],
    [{ starred: true }, ["c"]],
    [{ starred: true, state: "failed" }, []],
  ] as const)("%j finds %j", (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  it.each(["晓晓", "xiaoxiao", "晓晓 train"])("finds a voice by the names that it is shown with: %s", (words) => {
    expect(searchTakes([xiaoxiao, ...rows], { ...emptyQuery, words }).map(({ id }) => id)).toEqual(["x"]);
  });

  it("finds what was changed a moment ago", () => {
    const [, row] = rows;
    if (row === undefined) throw new Error("no row");
    expect(searchTakes([{ ...row, name: "Renamed" }], { ...emptyQuery, words: "renamed" })).toHaveLength(1);
  });

  it("finds the takes of a day, by the visitor's clock", () => {
    const spoken = (id: string, day: number, hour: number) =>
      takeRow(id, { created: new Date(2026, 10, day, hour).getTime() });
    const ofDays = [spoken("c", 21, 0), spoken("b", 20, 23), spoken("a", 20, 0)];
    const ids = searchTakes(ofDays, { ...emptyQuery, day: "2026-11-20" }).map(({ id }) => id);
    expect(ids).toEqual(["b", "a"]);
  });

  it("knows whether anything narrows", () => {
    expect(isNarrowing(emptyQuery)).toBe(false);
    expect(isNarrowing({ ...emptyQuery, words: "a" })).toBe(true);
    expect(isNarrowing({ ...emptyQuery, starred: true })).toBe(true);
    expect(isNarrowing({ ...emptyQuery, day: "2026-11-20" })).toBe(true);
  });
});

describe("searching whole scripts", () => {
  const long = `${"The night train leaves at ten. ".repeat(200)}And then the harbour.`;
  const short = `${"The morning train leaves at six. ".repeat(10)}And then the harbour.`;
  const library = new Map([["long", long]]);
  const many = [
    takeRow("long", { excerpt: long.slice(0, 2_000), starred: true }),
    takeRow("short", { excerpt: short }),
    takeRow("quick", { excerpt: "The harbour." }),
    takeRow("erased", { excerpt: `${long.slice(0, 1_000)} harbour ${long.slice(0, 1_000)}` }),
    takeRow("none", { excerpt: long.slice(0, 1_990) }),
  ];
  const asked: TakeId[] = [];
  const search = async (query: Partial<TakeQuery>, signal = new AbortController().signal) => {
    let found: ReadonlySet<TakeId> = new Set();
    asked.length = 0;
    const whole = { ...emptyQuery, ...query };
    await searchScripts(
      many,
      whole,
      {
        async script(id) {
          asked.push(id);
          return library.get(id);
        },
        pause: async () => {},
        now: () => 0,
        onFound: (ids) => {
          found = ids;
        },
      },
      signal,
    );
    return { found: [...found], shown: searchTakes(many, whole, found).map(({ id }) => id) };
  };

  it("finds words behind the beginning that rows are searched in, and behind what they hold", async () => {
    expect(await search({ words: "HARBOUR" })).toEqual({
      found: ["long", "short", "erased"],
      shown: ["long", "short", "quick", "erased"],
    });
    // Only what isn't in the row is read, and what is found already isn't.
    expect(asked).toEqual(["long", "erased"]);
  });

  it("finds words of which some stand in the row's other parts", async () => {
    expect((await search({ words: "harbour autumn night" })).found).toEqual(["long", "erased"]);
  });

  it("keeps to the filters, and reads nothing without words", async () => {
    expect((await search({ words: "harbour", starred: true })).shown).toEqual(["long"]);
    await search({ words: " ", starred: true });
    expect(asked).toEqual([]);
  });

  it("ends at once when nobody waits for it any more", async () => {
    const controller = new AbortController();
    controller.abort();
    expect((await search({ words: "harbour" }, controller.signal)).found).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});
