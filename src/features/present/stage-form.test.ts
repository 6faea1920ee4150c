import { expect, it } from "vitest";
import { forStage } from "./stage-form.ts";

const form = { model: "streamspeech-v8", mode: "speech", transport: "http", values: {}, text: "One." } as const;

it("asks for the time of each word where a mode gives it and nobody has chosen otherwise", () => {
  expect(forStage(form).values).toEqual({ timestamp_type: "word" });
  const chosen = { ...form, values: { timestamp_type: "sentence" } };
  expect(forStage(chosen)).toBe(chosen);
  const stream = { ...form, mode: "stream" } as const;
  expect(forStage(stream)).toBe(stream);
  const other = { ...form, model: "refvoice-2" };
  expect(forStage(other)).toBe(other);
});
