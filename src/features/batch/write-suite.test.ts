import { expect, it } from "vitest";
import { caseFileSchema, checksOfCase, readCase } from "../../conformance/checks/case.ts";
import type { Batch } from "./design.ts";
import { writeSuite } from "./write-suite.ts";

const batch: Batch = {
  id: "b1",
  created: 5,
  parallel: 1,
  design: {
    model: "streamspeech-v8",
    texts: ["Hello there, you."],
    voices: ["Autumn"],
    ways: [
      { mode: "stream", transport: "http" },
      { mode: "stream", transport: "websocket" },
      { mode: "async", transport: "http" },
    ],
    fields: [{ key: "codec", values: ["mp3", "pcm_s16le"] }],
    base: {},
  },
  cells: [0, 1, 2, 4].map((index) => ({ index, earlier: [] })),
};

it("each cell becomes a check that it is spoken, heard, and of the right codec and length", () => {
  const { data } = caseFileSchema.safeParse(JSON.parse(writeSuite(batch)));
  const cases = (data?.cases ?? []).map(readCase);
  expect(cases.map((each) => each?.name)).toEqual([
    "Hello there, you. · Autumn · stream http · codec mp3",
    "Hello there, you. · Autumn · stream http · codec pcm_s16le",
    "Hello there, you. · Autumn · stream websocket · codec mp3",
    "Hello there, you. · Autumn · async http · codec mp3",
  ]);
  const [mp3, raw, socket, task] = cases;
  const sound = (codec: string) => [
    { kind: "codec", is: [codec] },
    { kind: "figure", of: "duration", least: 0.12, most: 14 },
    { kind: "figure", of: "peak", least: 0.01 },
  ];
  expect(mp3?.expect).toEqual([{ kind: "status", least: 200, most: 200 }, ...sound("mp3")]);
  expect(raw?.expect.slice(1)).toEqual(sound("pcm_s16le"));
  expect(socket?.request.transport).toBe("websocket");
  expect(socket?.expect[0]).toEqual({ kind: "order" });
  expect(task?.expect[0]).toEqual({ kind: "task", is: "completed" });
  // A task is waited for.
  expect(
    cases.flatMap((each) => (each === undefined ? [] : checksOfCase(each))).map(({ steps }) => steps[0]?.follow),
  ).toEqual([undefined, undefined, undefined, true]);
});

it("of a cell in parts each check expects the length of its own words, without directions", () => {
  const long = Array.from({ length: 100 }, () => "word").join(" ");
  const texts = [`Hello there. [pause 2s] ${long}. [pause 1s] Good night to you.`];
  const ways = [{ mode: "stream", transport: "http" } as const];
  const design = { ...batch.design, texts, ways, fields: [] };
  const { data } = caseFileSchema.safeParse(
    JSON.parse(writeSuite({ ...batch, design, cells: [{ index: 0, earlier: [] }] })),
  );
  const figures = (data?.cases ?? []).map((each) =>
    readCase(each)?.expect.find((one) => one.kind === "figure" && one.of === "duration"),
  );
  expect(figures).toMatchObject([
    { least: 0.08, most: 11 },
    { least: 4, most: 305 },
    { least: 0.16, most: 17 },
  ]);
});
