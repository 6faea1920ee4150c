import { expect, it } from "vitest";
import { expectationSchema } from "./expectation.ts";
import { fillExpectation, fillRequest, missingIn } from "./fill.ts";

const variables = { base: "http://a.example:1/x", task: "task_1-2.3", reference: 'https://b.example/"?k=1&s=2' };

it("fills what a request needs, so that JSON stays JSON", () => {
  const request = fillRequest(
    { transport: "http", method: "POST", path: "/{{task}}/content{{reference?}}", body: '{"voice":"{{reference}}"}' },
    variables,
  );
  expect(request).toMatchObject({ path: "/task_1-2.3/content?k=1&s=2" });
  expect(JSON.parse("body" in request ? (request.body ?? "") : "")).toEqual({ voice: variables.reference });
  expect(fillRequest({ transport: "websocket", path: "/{{task?}}", frames: ['["{{base}}"]'] }, variables)).toEqual({
    transport: "websocket",
    path: "/",
    frames: [`["${variables.base}"]`],
  });
});

it("fills values into patterns as themselves", () => {
  const filled = fillExpectation({ kind: "json", path: "u", matches: "^{{base}}/{{task}}$" }, variables);
  const pattern = new RegExp("matches" in filled ? (filled.matches ?? "") : "", "u");
  expect(pattern.test(`${variables.base}/${variables.task}`)).toBe(true);
  expect(pattern.test("http://aXexample:1/x/task_1-2.3")).toBe(false);
  expect(fillExpectation({ kind: "header", name: "h", is: "{{task}}" }, variables)).toMatchObject({ is: "task_1-2.3" });
});

it.each([
  [
    { kind: "error", field: "param", is: "{{of}}", contains: "{{of}}" },
    { field: "param", is: "b+p", contains: "b+p" },
  ],
  [{ kind: "codec", is: ["mp3", "{{of}}"] }, { is: ["mp3", "b+p"] }],
  // It is written as the order itself, not as a part of it.
  [{ kind: "frames", is: "{{of}}+c" }, { is: "b+p+c" }],
  [{ kind: "task", is: "{{of}}" }, { is: "b+p" }],
  [
    { kind: "header", name: "{{of}}", absent: true },
    { name: "b+p", absent: true },
  ],
  [
    { kind: "json", path: "a.{{of}}", is: 1 },
    { path: "a.b+p", is: 1 },
  ],
  [
    { kind: "json", path: "a", matches: "^{{of}}$" },
    { path: "a", matches: "^b\\+p$" },
  ],
] as const)("fills every text that is expected: %j", (expectation, filled) => {
  const of = expectationSchema.parse(expectation);
  expect(fillExpectation(of, { of: "b+p" })).toEqual({ kind: of.kind, ...filled });
});

it("fills a range", () => {
  const request = { transport: "http", method: "GET", path: "/", range: "bytes={{from}}-9" } as const;
  expect(fillRequest(request, { from: "2" })).toMatchObject({ range: "bytes=2-9" });
});

it("says what is missing, and reaches nothing that isn't a variable of its own", () => {
  expect(missingIn("{{base}} {{nothing}} {{constructor}}", variables)).toEqual(["nothing", "constructor"]);
});
