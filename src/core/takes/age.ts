import { useEffect, useState } from "react";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { languageTags } from "../messages/languages.ts";
import { oncePer } from "../page/once-per.ts";

/** How long ago something was, when, and on which day. Days are those of the visitor's clock. */
export interface Ages {
  /** `3 min. ago`, `yesterday`, beyond a week the date; undefined within the last minute. */
  ago(moment: number, now: number): string | undefined;
  /** Date and time to the second. */
  exactly(moment: number): string;
  /** Hour and minute. */
  clock(moment: number): string;
  /** `Today`, `Yesterday`, else weekday and date, with the year where it isn't this one. */
  day(moment: number, now: number): string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Ages in an interface language. Moments are Unix milliseconds. */
export const agesOf = oncePer(new Map<InterfaceLanguage, Ages>(), (language) => {
  const tag = languageTags[language];
  // As all numbers of the interface, those in Chinese text have space around them.
  const spaced = (text: string) => (language === "zh" ? text.replace(/^(\d+)(?=\p{Script=Han})/u, "$1 ") : text);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "narrow" });
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" });
  const relativeDay = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  const clock = new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const dayAndMonth = { weekday: "long", day: "numeric", month: "long" } as const;
  const dayOfThisYear = new Intl.DateTimeFormat(tag, dayAndMonth);
  const dayOfAnyYear = new Intl.DateTimeFormat(tag, { ...dayAndMonth, year: "numeric" });
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "medium" });
  return {
    ago(moment, now) {
      const passed = now - moment;
      if (passed < minute) return undefined;
      if (passed < hour) return spaced(relative.format(-Math.floor(passed / minute), "minute"));
      if (passed < day) return spaced(relative.format(-Math.floor(passed / hour), "hour"));
      return passed < 7 * day ? spaced(relative.format(-Math.floor(passed / day), "day")) : date.format(moment);
    },
    exactly: (moment) => moments.format(moment),
    clock: (moment) => clock.format(moment),
    day(moment, now) {
      const passed = Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(moment))) / day);
      if (passed === 0 || passed === 1) {
        const text = relativeDay.format(-passed, "day");
        return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
      }
      const thisYear = dayOf(moment).slice(0, 4) === dayOf(now).slice(0, 4);
      return (thisYear ? dayOfThisYear : dayOfAnyYear).format(moment);
    },
  };
});

/** The day of a moment (Unix milliseconds) by the visitor's clock, as `2026-11-23`. */
export function dayOf(moment: number): string {
  const date = new Date(moment);
  const [month, dayOfMonth] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${String(date.getFullYear()).padStart(4, "0")}-${month}-${dayOfMonth}`;
}

/** The present moment in Unix milliseconds, renewed every `interval` milliseconds while one looks. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
