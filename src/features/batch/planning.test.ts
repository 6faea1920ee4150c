import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { models } from "../../contract/models/index.ts";
import type { BatchDesign } from "./design.ts";
import { divideAddresses, divideTexts, mostValues, parseNumbers } from "./parse-values.ts";
import { combinationAt, countCombinations, planBatch, priceOf } from "./plan-batch.ts";

const http = { mode: "stream", transport: "http" } as const;
const design: BatchDesign = {
  model: "streamspeech-v8",
  texts: ["Hello.", "你好。"],
  voices: ["Autumn", "Mei"],
  ways: [http],
  fields: [{ key: "speed", values: [0, 0.5] }],
  base: {},
};

describe("lists of numbers", () => {
  it.each([
    ["0.5..2 step 0.5", [0.5, 1, 1.5, 2]],
    ["0.1..0.4 step 0.1", [0.1, 0.2, 0.3, 0.4]],
    ["1…-1 step 1", [1, 0, -1]],
    ["−1 to 1 by 1；3，.5", [-1, 0, 1, 3, 0.5]],
    ["0..0.2", [0, 0.05, 0.1, 0.15, 0.2]],
    ["1, 1, 1.0", [1]],
    ["", []],
    ["０．５～０．６，－1", [0.5, 0.55, 0.6, -1]],
  ])("%s", (text, values) => expect(parseNumbers(text, 0.05)).toEqual({ values, wrong: [], tooMany: [] }));

  it("names what is none, and ranges that never end", () => {
    expect(parseNumbers("1, x, 2..3 step 0, 0..1 step 0.00001", 1)).toEqual({
      values: [1],
      wrong: ["x", "2..3 step 0"],
      tooMany: ["0..1 step 0.00001"],
    });
  });

  it("hold every number that was written, and never too many", () => {
    const numbers = fc.array(fc.integer({ min: -10_000, max: 10_000 }), { maxLength: 50 });
    fc.assert(
      fc.property(numbers, fc.string(), (all, noise) => {
        const written = all.map((each) => each / 100);
        expect(parseNumbers(written.join(", "), 1).values).toEqual([...new Set(written.map((each) => each + 0))]);
        expect(parseNumbers(noise, 1).values.length).toBeLessThanOrEqual(mostValues);
      }),
    );
  });
});

it("texts are divided by line, by paragraph or not at all, each one once", () => {
  const text = "One\r\ntwo \n\n\n three\nOne\n";
  expect(divideTexts(text, "lines")).toEqual(["One", "two", "three"]);
  expect(divideTexts(text, "paragraphs")).toEqual(["One\ntwo", "three\nOne"]);
  expect(divideTexts(text, "whole")).toEqual(["One\ntwo \n\n\n three\nOne"]);
});

describe("the cells of a design", () => {
  const list = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
  const ways = list(
    fc.constantFrom(
      http,
      { mode: "stream", transport: "websocket" } as const,
      { mode: "speech", transport: "http" } as const,
      { mode: "async", transport: "http" } as const,
    ),
  );
  const designs = fc.record({
    model: fc.constantFrom(...models.map(({ id }) => id)),
    texts: list(fc.string({ minLength: 1 })),
    voices: list(fc.constantFrom("Autumn", "Mei", "https://h.example/a.wav", "en-US-AriaNeural")),
    ways,
    fields: fc.uniqueArray(
      fc.record({
        key: fc.constantFrom("speed", "pitch", "temperature", "codec", "emo_happy"),
        values: list(fc.constantFrom(0, 0.5, 7, "pcm_s16le")),
      }),
      { maxLength: 3, selector: ({ key }) => key },
    ),
    base: fc.constant({}),
  });

  it("are all combinations, each one once", () => {
    fc.assert(
      fc.property(designs, (any) => {
        const count = countCombinations(any);
        const all = Array.from({ length: count }, (_, index) => combinationAt(any, index));
        expect(new Set(all.map((each) => JSON.stringify({ ...each, index: 0 }))).size).toBe(count);
        expect(combinationAt(any, count)).toBeUndefined();
        expect(all.every((each, index) => each?.index === index)).toBe(true);
      }),
    );
  });

  it("are sent or named: what is sent holds the very values of its combination, and costs what is said", () => {
    fc.assert(
      fc.property(designs, (any) => {
        const { cells, allowed, refused, price } = planBatch(any, "en");
        expect(allowed.length + refused.length).toBe(cells.length);
        expect(cells.length).toBe(countCombinations(any));
        for (const { plan, mode, transport, values, voice } of allowed) {
          expect([plan.mode, plan.transport, plan.obstacle]).toEqual([mode, transport, undefined]);
          const held = Object.fromEntries(plan.fields.map(({ field, value }) => [field.key, value]));
          expect(held).toMatchObject({ ...values, voice });
        }
        expect(price).toEqual(priceOf(allowed));
      }),
      { numRuns: 60 },
    );
  });

  it("say what is wrong with them", () => {
    const kinds = (change: Partial<BatchDesign>) =>
      planBatch({ ...design, texts: ["Hello."], voices: ["Autumn"], fields: [], ...change }, "en").refused.map(
        ({ problems }) =>
          problems.map((problem) => (problem.kind === "contract" ? problem.problem.code : problem.kind)),
      );
    expect(kinds({ fields: [{ key: "speed", values: [0, 5] }] })).toEqual([["out_of_range"]]);
    expect(kinds({ texts: ["a".repeat(1_001)] })).toEqual([["too_long"]]);
    expect(kinds({ ways: [http, { mode: "speech", transport: "websocket" }] })).toEqual([["not_offered"]]);
    expect(kinds({ texts: ["[Noah] Hello. [pause 2s] You."] })).toEqual([]);
    expect(kinds({ texts: ["[Noah] Hello."], ways: [{ mode: "async", transport: "http" }] })).toEqual([
      ["not_offered"],
    ]);
    expect(kinds({ texts: ["Hello. [pause 20s] You."] })).toEqual([["directions"]]);
    const both = [http, { mode: "speech", transport: "http" } as const];
    expect(kinds({ ways: both, fields: [{ key: "temperature", values: [0.2, 0.4] }] })).toEqual([
      ["not_used"],
      ["not_used"],
    ]);
    const codec = { key: "codec", values: ["pcm_s16le", "libmp3lame"] };
    expect(kinds({ fields: [codec, { key: "response_format", values: ["pcm"] }] })).toEqual([["conflict"]]);
    expect(kinds({ model: "refvoice-2", ways: [{ mode: "async", transport: "http" }] })).toEqual([["not_an_address"]]);
  });

  it("have their brackets spoken where the page's form has", () => {
    const directed = { ...design, texts: ["One. [pause 90s] Two."] };
    expect(planBatch(directed, "en").allowed).toEqual([]);
    const [cell] = planBatch({ ...directed, followsDirections: false }, "en").allowed;
    expect(cell?.plan.cues).toEqual([]);
  });

  it("cost what the document says, in all", () => {
    expect(planBatch(design, "en").price).toEqual({ tokens: 36, amount: 0, seconds: 0, undocumented: 0 });
    const cloned = { ...design, model: "refvoice-2", fields: [], voices: ["https://h.example/a.wav"] };
    const price = planBatch({ ...cloned, ways: [{ mode: "async", transport: "http" }] }, "en").price;
    expect(price).toEqual({ tokens: 0, amount: 0.034, seconds: 2, undocumented: 0 });
    const open = { ...design, model: "cloud-tts", ways: [{ mode: "speech", transport: "http" } as const], fields: [] };
    expect(planBatch(open, "en").price.undocumented).toBe(4);
  });
});

it("a thousand cells of a long text are worked out while one types", () => {
  const long = {
    ...design,
    texts: ["The night train leaves at ten. ".repeat(16_000)],
    ways: [{ mode: "async" as const, transport: "http" as const }],
  };
  const voices = Array.from({ length: 1_000 }, (_, number) => `voice ${number}`);
  // Counting looks at each unit of the text.
  const looks = vi.spyOn(String.prototype, "charCodeAt");
  const plan = planBatch({ ...long, voices, fields: [] }, "en");
  const counted = looks.mock.calls.length;
  looks.mockRestore();
  expect(plan.price.tokens).toBe(1_000 * 496_000);
  expect(counted).toBeGreaterThan(0);
  expect(counted).toBeLessThan(20 * 496_000);
});

it("addresses in a list keep their own commas and semicolons", () => {
  const one = "https://media.example/w_200,h_100/voice.mp3?a=1;b=2";
  for (const between of [", ", ",", "；", "\n", " "])
    expect(divideAddresses(`${one}${between}http://b.example/x.wav`)).toEqual([one, "http://b.example/x.wav"]);
  for (const behind of [",", ", ", "，", ";", "；\n", " ,\r\n", ";\n\n"]) {
    expect(divideAddresses(`${one}${behind}`)).toEqual([one]);
    expect(divideAddresses(`${one}${behind}\nhttp://b.example/x.wav${behind}`)).toEqual([
      one,
      "http://b.example/x.wav",
    ]);
    expect(divideAddresses(`${one}${behind}\nno address${behind}`)).toEqual([one, "no address"]);
  }
  expect(divideAddresses(" ")).toEqual([]);
});

it("addresses in a list may stand as far apart as they like", () => {
  const begun = performance.now();
  expect(divideAddresses(`a.wav${" ".repeat(100_000)}b.wav`)).toHaveLength(1);
  expect(performance.now() - begun).toBeLessThan(3_000);
});
