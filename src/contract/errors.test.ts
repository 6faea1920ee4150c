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
    expect(parseFrame(`{"type":"error","error":${raw}}`)).toMatchObject({ type: "error" });
    expect(parseTask({ id: "task_a", status: "failed", error: JSON.parse(raw) })).not.toHaveProperty("error");
  });
});

test("a few wrappings are read through", () => {
  expect(parseErrorBody('{"error":{"error":{"detail":[{"msg":"No.","code":7}]}}}')).toMatchObject({
    message: "No.",
    code: "7",
  });
});

test.each([
  [
    "a list of errors",
    '{"errors":[{"message":"No such voice.","code":"voice"}]}',
    { message: "No such voice.", code: "voice" },
  ],
  ["a list of sentences", '{"errors":["No such voice.","No such model."]}', { message: "No such voice." }],
  [
    "errors by field",
    '{"errors":{"Speed":["It must be a number."]}}',
    { message: "It must be a number.", param: "Speed" },
  ],
  [
    "errors by field beside a title",
    '{"title":"Invalid","errors":{"Text":["Too long."]}}',
    { message: "Too long.", param: "Text" },
  ],
  ["errors by field, each a sentence", '{"errors":{"Speed":"Too fast."}}', { message: "Too fast.", param: "Speed" }],
  [
    "one error of which each word is a sentence",
    '{"errors":{"message":"No such voice.","code":"voice"}}',
    { message: "No such voice.", code: "voice" },
  ],
  [
    "one error whose message stands behind other words",
    '{"errors":{"status":"INVALID_ARGUMENT","request_id":"r-17","message":"No such voice."}}',
    { message: "No such voice." },
  ],
  ["one error with a detail", '{"errors":{"id":"e-17","detail":"No such voice."}}', { message: "No such voice." }],
  [
    "one error that names its field",
    '{"errors":{"level":"error","msg":"Too fast.","param":"Speed"}}',
    { message: "Too fast.", param: "Speed" },
  ],
  [
    "sentences beside the name of the status",
    '{"statusCode":400,"message":["Speed must be at most 2"],"error":"Bad Request"}',
    { message: "Speed must be at most 2" },
  ],
  [
    "the name of the status beside an empty message",
    '{"message":"","error":"Bad Request"}',
    { message: "Bad Request" },
  ],
  ["a message beside an empty error", '{"message":"No such voice.","error":{}}', { message: "No such voice." }],
  ["a problem by RFC 9457 without a detail", '{"type":"about:blank","title":"Overloaded"}', { message: "Overloaded" }],
  ["an OAuth error", '{"error":"invalid_token","error_description":"It has expired."}', { message: "It has expired." }],
])("%s is read", (_, raw, said) => {
  expect(parseErrorBody(raw)).toMatchObject(said);
});

test.each(['{"error":"Out of voices."}', '{"errors":[{"message":"Out of voices."}]}'])(
  "a frame without a type that holds an error is one: %s",
  (text) => {
    expect(parseFrame(text).type).toBe("error");
  },
);

test.each(["null", "false", '""', "[]", "{}"])("a frame without a type whose error is %s is none", (error) => {
  expect(parseFrame(`{"event":"started","error":${error}}`).type).toBe("other");
  expect(parseFrame(`{"event":"started","errors":${error}}`).type).toBe("other");
});

test("a long plain text is cut, its raw body is not", () => {
  const raw = "x".repeat(5_000);
  expect(parseErrorBody(raw)).toEqual({ message: "x".repeat(1_000), raw });
});

test("a page's title is read, and one that never ends in megabytes of them is none", () => {
  const page = (title: string) => `<html><head>${title}</head></html>`;
  expect(parseErrorBody(page('<title lang="en"> Not here </title>')).message).toBe("Not here");
  expect(parseErrorBody(page("<title".repeat(700_000))).message).toBe("");
});

test("an own __proto__ in a body is no message", () => {
  expect(parseErrorBody('{"__proto__":{"error":"No.","message":"No."}}')).toMatchObject({ message: "" });
});
