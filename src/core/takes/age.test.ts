import { expect, it } from "vitest";
import { agesOf } from "./age.ts";

const now = Date.UTC(2026, 10, 20, 12);
const minutes = (count: number) => agesOf("en").ago(now - count * 60_000, now);

it("says how long ago something was, as people do", () => {
  expect(minutes(0)).toBeUndefined();
  expect(minutes(-5)).toBeUndefined();
  expect(minutes(1)).toMatch(/^1\s?m(in)?\.? ago$/);
  expect(minutes(119)).toMatch(/^1\s?hr?\.? ago$/);
  expect(minutes(25 * 60)).toBe("yesterday");
  expect(minutes(8 * 24 * 60)).toBe("Nov 12, 2026");
  expect(agesOf("zh").ago(now - 180_000, now)).toBe("3 分钟前");
});
