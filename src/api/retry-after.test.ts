import { expect, it } from "vitest";
import { retryAfterOf } from "./retry-after.ts";

const now = Date.parse("2026-11-22T06:00:00Z");

it.each([
  [{ "retry-after": "7" }, 7_000],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after": "1.5" }, 1_500],
  [{ "retry-after": "Sun, 22 Nov 2026 06:00:10 GMT" }, 10_000],
  [{ "retry-after": "7", "retry-after-ms": "250" }, 250],
  [{ "retry-after": "7", "retry-after-ms": "" }, 7_000],
  [{ "retry-after": "7", "retry-after-ms": "soon" }, 7_000],
  [{ "retry-after": "Sun, 22 Nov 2026 05:59:50 GMT" }, undefined],
  [{ "retry-after": "-3" }, undefined],
  [{ "retry-after": "later" }, undefined],
  [{ "retry-after": "" }, undefined],
  [{}, undefined],
])("%j is %s ms", (headers, expected) => {
  expect(retryAfterOf(Object.entries(headers), now)).toBe(expected);
});
