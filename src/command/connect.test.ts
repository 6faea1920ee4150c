import { expect, it } from "vitest";
import { pathAt } from "../contract/service-names.ts";
import { waitsForJob } from "./connect.ts";

it("has the patience that a job needs for what waits for one, at each of a playground's services", () => {
  const waits = (model: string, path = "/v1/audio/speech") => waitsForJob("POST", path, JSON.stringify({ model }));
  expect([waits("refvoice-2"), waits("refvoice-2", pathAt("staging", "/v1/audio/speech"))]).toEqual([true, true]);
  expect([waits("cloud-tts"), waits("refvoice-2", "/v1/audio/speech/tasks")]).toEqual([false, false]);
  expect(waitsForJob("GET", "/v1/models", undefined)).toBe(false);
});
