import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mode } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import type { FormValues } from "../../contract/request.ts";
import { readWritingSystem } from "../text/writing-system.ts";
import { deriveFields, parseNumber, parseWhole, restingChoice, restingValue, sliderRange } from "./derive-form.ts";

const cloud = findModel("cloud-tts");
const stream = findModel("streamspeech-v8");
const reference = findModel("refvoice-2");
const numberField = (model: typeof cloud, key: string) => {
  const field = model?.fields.find((candidate) => candidate.key === key);
  if (field?.kind !== "number") throw new Error(`${key} is not a number`);
  return field;
};

describe("parseNumber", () => {
  it("reads every number that it wrote itself", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(parseNumber(String(number))).toBe(Number(String(number)));
      }),
    );
  });

  it.each([
    ["", undefined],
    ["  ", undefined],
    ["0,5", 0.5],
    ["−0.25", -0.25],
    ["fast", "fast"],
    ["1e999", "1e999"],
  ])("reads %j as %j", (typed, expected) => {
    expect(parseNumber(typed)).toBe(expected);
  });

  it.each([
    ["22,050", 22_050],
    ["22，050", 22_050],
    ["1 022 050", 1_022_050],
    ["22,05", 22.05],
    ["fast", "fast"],
  ])("reads %j as %j where only whole numbers are meant", (typed, expected) => {
    expect(parseWhole(typed)).toBe(expected);
  });
});

describe("sliderRange", () => {
  it("says whose ends they are, and offers nothing where nothing can be moved", () => {
    expect(sliderRange(numberField(stream, "speed"))).toEqual({ range: { minimum: -1, maximum: 1 }, ours: false });
    expect(sliderRange(numberField(cloud, "speed"))).toMatchObject({ ours: true });
    expect(sliderRange(numberField(reference, "emo_surprised"))).toBeUndefined();
  });
});

it("rests at the default, or where nothing changes when the document names none", () => {
  expect(restingValue(numberField(stream, "temperature"))).toBe(0.25);
  expect(restingValue(numberField(cloud, "pitch"))).toBe(0);
});

it("keeps a choice of another mode out of the request until its mode is back", () => {
  if (stream === undefined) throw new Error("no model");
  const formatIn = (mode: "stream" | "speech") =>
    deriveFields(stream, { response_format: "pcm" }, mode, "speech", {
      language: "en",
      writing: readWritingSystem(""),
    }).find(({ field }) => field.key === "response_format");
  expect(formatIn("stream")).toMatchObject({ value: "pcm", problem: undefined });
  expect(formatIn("speech")).toMatchObject({ value: undefined, problem: undefined });
});

it("names a field in a problem as it is sent", () => {
  if (stream === undefined) throw new Error("no model");
  const nameIn = (spelling: string) =>
    deriveFields(stream, { speed: 9, "@spelling": spelling }, "stream", "speech", {
      language: "en",
      writing: readWritingSystem(""),
    }).find(({ field }) => field.key === "speed")?.problem?.param;
  expect(["openai", "capitalised", "lowercase"].map(nameIn)).toEqual(["speed", "Speed", "speed"]);
});

it("a choice that isn't set shows what another one makes it, while that one is there", () => {
  if (stream === undefined) throw new Error("no model");
  const shown = (values: FormValues, mode: Mode = "stream") => {
    const fields = deriveFields(stream, values, mode, "speech", { language: "en", writing: readWritingSystem("") });
    return fields.flatMap(({ field, value }) =>
      field.kind === "choice" && ["codec", "response_format"].includes(field.key)
        ? [value ?? restingChoice(field, fields)]
        : [],
    );
  };
  expect(shown({})).toEqual(["libmp3lame", "mp3"]);
  expect(shown({ codec: "pcm_s16le" })).toEqual(["pcm_s16le", "pcm"]);
  expect(shown({ codec: "pcm_mulaw" })).toEqual(["pcm_mulaw", "pcm"]);
  expect(shown({ response_format: "pcm" })).toEqual(["pcm_s16le", "pcm"]);
  expect(shown({ codec: "pcm_s16le", response_format: "mp3" })).toEqual(["pcm_s16le", "mp3"]);
  expect(shown({ codec: "pcm_s16le" }, "speech")).toEqual(["mp3"]);
  expect(shown({ codec: "constructor" })).toEqual(["constructor", "mp3"]);
});
