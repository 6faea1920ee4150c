import { expect, it } from "vitest";
import { normalise } from "./normalise.ts";

it.each([
  ["Crème", "creme"],
  ["Straße", "STRASSE"],
  ["Ёлка", "елка"],
  ["ＡＢＣ１２３", "abc123"],
  ["ﾊﾞｽ", "バス"],
  ["Donau\u00addampf\u200bschiff", "donaudampfschiff"],
  ["ΣΟΦΟΣ", "σοφος"],
  ["\u200fשלום\u200e ❤\ufe0f", "שלום ❤"],
  ["שָׁלוֹם", "שלום"],
])("%s and %s are one to a search", (one, other) => {
  expect(normalise(one)).toBe(normalise(other));
});

it.each([
  ["か", "が"],
  ["バス", "パス"],
  ["กิน", "กน"],
  ["कु", "के"],
])("%s and %s are two", (one, other) => {
  expect(normalise(one)).not.toContain(normalise(other));
  expect(normalise(other)).not.toContain(normalise(one));
});
