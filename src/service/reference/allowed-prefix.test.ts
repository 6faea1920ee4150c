import { expect, test } from "vitest";
import { liesWithin, parseAllowedPrefix } from "./allowed-prefix.ts";

const prefix = parseAllowedPrefix("http://127.0.0.1:4173/references/");

test.each([
  ["http://127.0.0.1:4173/references/lower.mp3", true],
  ["http://127.0.0.1:4173/references/lower-2_b.v3.wav", true],
  ["http://127.0.0.1:4173/other/../references/lower.mp3", true],
  ["http://2130706433:4173/references/lower.mp3", true],
  ["http://127.0.0.1:4173/references/", false],
  ["http://127.0.0.1:4173/references", false],
  ["http://127.0.0.1:4173/referencesx/lower.mp3", false],
  ["http://127.0.0.1:4173/references/../secret", false],
  ["http://127.0.0.1:4173/references/%2e%2e/secret", false],
  ["http://127.0.0.1:4173/references/..%2fsecret", false],
  ["http://127.0.0.1:4173/references/..%5csecret", false],
  ["http://127.0.0.1:4173/references/..\\secret", false],
  ["http://127.0.0.1:4173/references/..;/secret", false],
  ["http://127.0.0.1:4173/references/folder/lower.mp3", false],
  ["http://127.0.0.1:4173/references//lower.mp3", false],
  ["http://127.0.0.1:4173/references/lower.mp3?x=1", false],
  ["http://127.0.0.1:4174/references/lower.mp3", false],
  ["https://127.0.0.1:4173/references/lower.mp3", false],
  ["http://127.0.0.2:4173/references/lower.mp3", false],
  ["http://localhost:4173/references/lower.mp3", false],
  ["http://127.0.0.1:4173@example.com/references/lower.mp3", false],
])("%s lies within: %s", (address, expected) => {
  expect(liesWithin(new URL(address), prefix)).toBe(expected);
});

test("nothing lies within no prefix", () => {
  expect(liesWithin(new URL("http://127.0.0.1:4173/references/lower.mp3"), undefined)).toBe(false);
});

test.each([
  "",
  "127.0.0.1",
  "http://127.0.0.1:4173/references",
  "http://127.0.0.1:4173/",
  "http://127.0.0.1:4173/a/../references/",
  "http://user@127.0.0.1:4173/references/",
  "http://127.0.0.1:4173/references/?",
  "file:///references/",
])("%j is no prefix", (text) => {
  expect(parseAllowedPrefix(text)).toBeUndefined();
});
