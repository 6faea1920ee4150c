import { expect, it } from "vitest";
import type { FormValues } from "../../contract/request.ts";
import { distinguish, lookAlikes } from "./distinguish.ts";
import { takeRow } from "./library.fixture.ts";

const takes = [
  takeRow("slow"),
  takeRow("fast"),
  takeRow("usual"),
  takeRow("spoken", { mode: "speech", excerpt: "Another text." }),
  takeRow("streamed", { excerpt: "Another text." }),
  takeRow("alone", { voice: "Noah" }),
  takeRow("together", { voices: ["Autumn", "Noah"] }),
];
const values: Readonly<Record<string, FormValues>> = {
  slow: { voice: "Autumn", speed: -1, pitch: 1.1 },
  fast: { voice: "Autumn", speed: 1, pitch: 1.1 },
  usual: { voice: "Autumn", pitch: 1.1 },
  alone: { speed: 1 },
};

it("takes with the same words, voice and model are told apart by the fields and the mode in which they differ", () => {
  expect(Object.fromEntries(distinguish(takes, (id) => values[id]))).toEqual({
    slow: { way: false, service: false, values: [["speed", -1]] },
    fast: { way: false, service: false, values: [["speed", 1]] },
    usual: { way: false, service: false, values: [] },
    spoken: { way: true, service: false, values: [] },
    streamed: { way: true, service: false, values: [] },
  });
  expect(lookAlikes(takes).map(({ id }) => id)).toEqual(["slow", "fast", "usual", "spoken", "streamed"]);
});

it("takes that went to different services are told apart by those", () => {
  const both = [takeRow("here", { serviceName: "staging" }), takeRow("there", { serviceName: "production" })];
  expect(Object.fromEntries(distinguish(both, () => ({})))).toEqual({
    here: { way: false, service: true, values: [] },
    there: { way: false, service: true, values: [] },
  });
});
