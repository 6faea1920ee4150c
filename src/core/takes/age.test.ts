import { expect, it } from "vitest";
import { agesOf, dayOf } from "./age.ts";

const now = new Date(2026, 10, 20, 12).getTime();
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

it("says the time and the day by the visitor's clock", () => {
  const at = (day: number, hours: number, year = 2026) => new Date(year, 10, day, hours, 5).getTime();
  const today = at(20, 0);
  expect(agesOf("en").clock(at(20, 9))).toBe("09:05");
  expect(agesOf("zh").clock(at(20, 0))).toBe("00:05");
  const day = (moment: number) => agesOf("en").day(moment, today);
  expect([day(at(20, 23)), day(at(19, 23)), day(at(18, 0))]).toEqual(["Today", "Yesterday", "Wednesday, November 18"]);
  expect(day(at(20, 9, 2025))).toBe("Thursday, November 20, 2025");
  expect(agesOf("zh").day(at(19, 1), today)).toBe("昨天");
  expect(agesOf("zh").day(at(18, 1), today)).toBe("11月18日星期三");
  expect([dayOf(at(20, 0)), dayOf(at(19, 23)), dayOf(at(1, 1))]).toEqual(["2026-11-20", "2026-11-19", "2026-11-01"]);
});
