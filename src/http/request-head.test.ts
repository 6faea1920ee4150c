import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { framingProblem, isUncompressed } from "./request-head.ts";

const host = ["Host", "speech.example"];

describe("what could be read in two ways", () => {
  test.each([
    ["1.1", ["Host", "a", "host", "b"], /more than one field host/],
    ["1.1", [...host, "Authorization", "Bearer a", "AUTHORIZATION", "Bearer b"], /more than one field authorization/],
    ["1.1", [...host, "Content-Type", "application/json", "content-type", "text/plain"], /field content-type/],
    ["1.1", [...host, "Content-Length", "2", "content-length", "2"], /more than one field content-length/],
    ["1.1", [...host, "Transfer-Encoding", "chunked", "transfer-encoding", "chunked"], /field transfer-encoding/],
    ["1.1", [], /no field Host/],
    ["1.0", [...host, "Transfer-Encoding", "chunked"], /HTTP\/1\.0 has no Transfer-Encoding/],
    ["1.1", [...host, "Transfer-Encoding", "gzip, chunked"], /chunked/],
    ["1.1", [...host, "Transfer-Encoding", ""], /chunked/],
    ["1.1", [...host, "Transfer-Encoding", "chunked", "Content-Length", "2"], /Content-Length and Transfer-Encoding/],
    ["1.1", [...host, "Upgrade", "WebSocket", "Content-Length", "2"], /WebSocket has no body/],
    ["1.1", [...host, "Upgrade", "websocket", "Transfer-Encoding", "chunked"], /WebSocket has no body/],
    ["2.0", host, /HTTP\/1\.1 or HTTP\/1\.0/],
    ["0.9", host, /HTTP\/1\.1 or HTTP\/1\.0/],
  ])("HTTP/%s with %j", (version, rawHeaders, problem) => {
    expect(framingProblem(version, rawHeaders)).toMatch(problem);
  });

  test.each([
    ["1.1", host],
    ["1.0", []],
    ["1.1", [...host, "Transfer-Encoding", "Chunked"]],
    ["1.1", [...host, "Content-Length", "2"]],
    ["1.1", [...host, "Accept", "a", "Accept", "b"]],
    ["1.1", [...host, "Upgrade", "websocket"]],
    ["1.1", [...host, "Upgrade", "websocket", "Content-Length", "0"]],
    ["1.1", [...host, "Upgrade", "h2c", "Content-Length", "2"]],
  ])("is not HTTP/%s with %j", (version, rawHeaders) => {
    expect(framingProblem(version, rawHeaders)).toBeUndefined();
  });

  it("is found wherever the second field stands and however it is written", () => {
    const name = fc.constantFrom("authorization", "content-length", "content-type", "host", "transfer-encoding");
    const others = fc.array(fc.tuple(fc.stringMatching(/^x-[a-z]{1,9}$/), fc.string()), { maxLength: 9 });
    const spelling = (text: string, flips: boolean) => (flips ? text.toUpperCase() : text);
    fc.assert(
      fc.property(name, others, others, fc.boolean(), (field, before, between, flips) => {
        const rawHeaders = [...before, [field, "1"], ...between, [spelling(field, flips), "1"]].flat();
        expect(framingProblem("1.1", rawHeaders)).toContain(`more than one field ${field}`);
      }),
    );
  });
});

test.each([
  [undefined, true],
  ["", true],
  ["identity", true],
  ["Identity", true],
  ["identity, identity", true],
  ["gzip", false],
  ["identity, gzip", false],
  ["x-gzip", false],
  ["br", false],
  ["zstd", false],
  ["identity;q=1", false],
])("a body whose Content-Encoding is %j is sent as it is: %j", (contentEncoding, expected) => {
  expect(isUncompressed(contentEncoding)).toBe(expected);
});
