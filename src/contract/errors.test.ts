import { describe, expect, test } from "vitest";
import { parseErrorBody } from "./errors.ts";
import { parseFrame } from "./frames.ts";
import { parseTask } from "./tasks.ts";

describe("an error wrapped deeper than any stack says nothing and breaks nothing", () => {
  const depth = 200_000;
  test.each([
    ["in lists", "[".repeat(depth) + "]".repeat(depth)],
    ["in errors", `${'{"error":'.repeat(depth)}"No."${"}".repeat(depth)}`],
    ["in details", `${'{"detail":['.repeat(depth)}"No."${"]}".repeat(depth)}`],
  ])("%s", (_where, raw) => {
    expect(parseErrorBody(raw)).toEqual({ message: "", raw });
    expect(parseFrame(`{"type":"error","error":${raw}}`)).toMatchObject({ type: "error", message: "" });
    expect(parseTask({ id: "task_a", status: "failed", error: JSON.parse(raw) })).not.toHaveProperty("error");
  });
});

test("a few wrappings are read through", () => {
  expect(parseErrorBody('{"error":{"error":{"detail":[{"msg":"No.","code":7}]}}}')).toMatchObject({
    message: "No.",
    code: "7",
  });
});

test("a long plain text is cut, its raw body is not", () => {
  const raw = "x".repeat(5_000);
  expect(parseErrorBody(raw)).toEqual({ message: "x".repeat(1_000), raw });
});

test("an own __proto__ in a body is no message", () => {
  expect(parseErrorBody('{"__proto__":{"error":"No.","message":"No."}}')).toMatchObject({ message: "" });
});
