import { expect, it } from "vitest";
import { headersSent, isServiceHeader, serviceHeaders } from "./service-headers.ts";

const headers: [string, string][] = [
  ["content-type", "application/json"],
  ["x-request-id", "r-1"],
];

it("tells the service's headers from the playground's own", () => {
  const added = ["playground-added", "x-request-id"] as const;
  expect(serviceHeaders(headers)).toEqual(headers);
  expect(serviceHeaders([...headers, added])).toEqual([["content-type", "application/json"]]);
  expect(serviceHeaders([...headers, ["proxy-status", "speech-playground; error=http_request_error"]])).toEqual([]);
  expect(["content-type", "x-ratelimit-limit", "retry-after-ms", "etag"].every(isServiceHeader)).toBe(true);
  expect(["content-security-policy", "date", "x-frame-options"].some(isServiceHeader)).toBe(false);
});

it("shows what a service sent, with or without a playground in between", () => {
  const policy = ["content-security-policy", "default-src 'none'"] as const;
  const direct = [...headers, policy];
  expect(headersSent(direct)).toBe(direct);
  expect(
    headersSent([...direct, ["playground-added", "x-request-id"], ["x-upstream-headers", '[["via","1.1 a"]]']]),
  ).toEqual([
    ["content-type", "application/json"],
    ["via", "1.1 a"],
  ]);
  expect(headersSent([...direct, ["proxy-status", "speech-playground; error=http_request_error"]])).toEqual([]);
});
