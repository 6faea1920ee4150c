import { useEffect, useState } from "react";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { languageTags } from "../messages/languages.ts";

/** How long ago something was, and exactly when. */
export interface Ages {
  /** `3 min. ago`, `yesterday`, beyond a week the date; undefined within the last minute. */
  ago(moment: number, now: number): string | undefined;
  /** Date and time to the second. */
  exactly(moment: number): string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const cache = new Map<InterfaceLanguage, Ages>();

/** Ages in an interface language. Moments are Unix milliseconds. */
export function agesOf(language: InterfaceLanguage): Ages {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const tag = languageTags[language];
  // As all numbers of the interface, those in Chinese text have space around them.
  const spaced = (text: string) => (language === "zh" ? text.replace(/^(\d+)(?=\p{Script=Han})/u, "$1 ") : text);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "narrow" });
  const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" });
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "medium" });
  const ages: Ages = {
    ago(moment, now) {
      const passed = now - moment;
      if (passed < minute) return undefined;
      if (passed < hour) return spaced(relative.format(-Math.floor(passed / minute), "minute"));
      if (passed < day) return spaced(relative.format(-Math.floor(passed / hour), "hour"));
      return passed < 7 * day ? spaced(relative.format(-Math.floor(passed / day), "day")) : date.format(moment);
    },
    exactly: (moment) => moments.format(moment),
  };
  cache.set(language, ages);
  return ages;
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
