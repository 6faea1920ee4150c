import { expect, it } from "vitest";
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
  expect(fillExpectation({ kind: "task", is: "{{task}}" }, variables)).toEqual({ kind: "task", is: "{{task}}" });
});

it("says what is missing, and reaches nothing that isn't a variable of its own", () => {
  expect(missingIn("{{base}} {{nothing}} {{constructor}}", variables)).toEqual(["nothing", "constructor"]);
});
