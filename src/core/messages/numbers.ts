import type { InterfaceLanguage } from "../../contract/language.ts";
import { oncePer } from "../page/once-per.ts";
import { languageTags } from "./languages.ts";

/** What a word becomes beside a number, by the plural categories of its language; `other` where a category has none. */
export type PluralForms = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Numbers as people of one language read them. */
export interface Numbers {
  /** `1,204` */
  integer(value: number): string;
  /** With the digits that it has, up to four behind the point: `0.043`. */
  decimal(value: number): string;
  /** With exactly `digits` behind the point: `4.90`. */
  fixed(value: number, digits: number): string;
  /** Bytes: `226 kB`. */
  size(bytes: number): string;
  /** Milliseconds as people say them: `142 ms`, `1.9 s`. */
  span(milliseconds: number): string;
  /** Seconds as a clock shows them: `0:03.4`. */
  clock(seconds: number): string;
  /** The time of day of a moment in Unix milliseconds: `2:03:07 PM`. */
  time(moment: number): string;
  /** `one, two, and three` */
  list(values: readonly string[]): string;
  /** The form of a word that goes with a number: `takes`. */
  plural(count: number, forms: PluralForms): string;
  /** A number and its word: `1,204 takes`. */
  counted(count: number, forms: PluralForms): string;
}

export const numbersOf = oncePer(new Map<InterfaceLanguage, Numbers>(), (language) => {
  const tag = languageTags[language];
  // Made when they are first used: each takes a phone milliseconds, the first of all forty.
  const formats = new Map<string, Intl.NumberFormat>();
  function format(value: number, minimumFractionDigits: number, maximumFractionDigits: number): string {
    if (minimumFractionDigits === 0 && Number.isSafeInteger(value)) return grouped(value);
    const key = `${minimumFractionDigits} ${maximumFractionDigits}`;
    const made = formats.get(key) ?? new Intl.NumberFormat(tag, { minimumFractionDigits, maximumFractionDigits });
    formats.set(key, made);
    return made.format(value);
  }
  let rules: Intl.PluralRules | undefined;
  const fixed = (value: number, digits: number) => format(value, digits, digits);
  const integer = (value: number) => fixed(value, 0);
  function plural(count: number, forms: PluralForms): string {
    rules ??= new Intl.PluralRules(tag);
    return forms[rules.select(count)] ?? forms.other;
  }
  return {
    integer,
    decimal: (value) => format(value, 0, 4),
    fixed,
    size(bytes) {
      if (bytes < 1_000) return `${integer(bytes)} B`;
      if (bytes >= 1_000_000_000) return `${fixed(bytes / 1_000_000_000, 1)} GB`;
      return bytes < 1_000_000 ? `${integer(bytes / 1_000)} kB` : `${fixed(bytes / 1_000_000, 1)} MB`;
    },
    span: (milliseconds) =>
      milliseconds < 999.5 ? `${integer(milliseconds)} ms` : `${fixed(milliseconds / 1_000, 1)} s`,
    clock: clockOf,
    time: (moment) => new Intl.DateTimeFormat(tag, { timeStyle: "medium" }).format(moment),
    list: (values) => listed(new Intl.ListFormat(tag).formatToParts(values)),
    plural,
    counted: (count, forms) => `${integer(count)} ${plural(count, forms)}`,
  };
});

const mixed = /^[\p{sc=Latn}\d]\p{sc=Han}|^\p{sc=Han}[\p{sc=Latn}\d]/u;

/** A list in which Chinese stands apart from what is Latin by a space, which browsers leave out: `Mei 和 Noah`. */
function listed(parts: ReturnType<Intl.ListFormat["formatToParts"]>): string {
  return parts.reduce(
    (text, { value }) => text + (mixed.test(text.slice(-1) + value.slice(0, 1)) ? " " : "") + value,
    "",
  );
}

/** A whole number as both languages write it, without what the browser must load to write any: the page begins so. */
function grouped(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return value < 0 || Object.is(value, -0) ? `-${digits}` : digits;
}

/**
 * Rounded, as lengths are everywhere else: what isn't longer never shows more, so that no position exceeds its length.
 */
function clockOf(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10));
  const minutes = Math.floor(tenths / 600);
  const rest = (tenths % 600) / 10;
  const text = rest.toFixed(1).padStart(4, "0");
  if (minutes < 60) return `${minutes}:${text}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${text}`;
}
