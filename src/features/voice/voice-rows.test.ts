import { expect, it } from "vitest";
import { rowsOf, type VoiceListing } from "./voice-rows.ts";

const mei = { name: "Mei", label: "Mei", locale: "zh", gender: "female" } as const;
const noah = { name: "Noah", label: "Noah", locale: "en", gender: "male" } as const;
const groups = [{ language: "zh", name: "Chinese", nativeName: "中文", voices: [mei] }];
const listing = (more: Partial<VoiceListing> = {}): VoiceListing => ({
  ...{ groups, query: "", isKnown: false, filter: {}, voices: [mei, noah], shelves: [] },
  ...more,
});
const keys = (more?: Partial<VoiceListing>) => rowsOf(listing(more)).map(({ kind, key }) => `${kind}: ${key}`);

it("heads each language, and offers what was typed as a name of its own", () => {
  expect(keys({ query: " Me " })).toEqual(["heading: language-zh", "voice: Mei", "free: free"]);
});

it("offers no name of its own for nothing, or for a word of the catalogue, found or not", () => {
  for (const query of ["", "  "]) expect(keys({ query })).not.toContain("free: free");
  for (const query of ["Mei", "noah", "English"]) {
    expect(keys({ query, isKnown: true })).not.toContain("free: free");
    expect(keys({ query })).toContain("free: free");
  }
});

const shelves = [
  { key: "favourites", name: "Favourites", names: ["Noah", "My own"] },
  { key: "recent", name: "Recent", names: [] },
] as const;

it("puts what is at hand above everything, also names that the catalogue lacks; no heading for nothing", () => {
  expect(keys({ shelves })).toEqual([
    "heading: favourites",
    "voice: favourites Noah",
    "free: favourites My own",
    "heading: language-zh",
    "voice: Mei",
  ]);
});

it("keeps the shelves out of a search, and narrows them by the filter", () => {
  expect(keys({ shelves, query: "x" })).not.toContain("heading: favourites");
  expect(keys({ shelves, filter: { gender: "female" } })).not.toContain("heading: favourites");
  expect(keys({ shelves, filter: { gender: "male" } })).toContain("voice: favourites Noah");
});

it("says of a language that it stays with the usual engine, where another doesn't", () => {
  const german = { language: "de", name: "German", nativeName: "Deutsch", voices: [noah] };
  const both = listing({ groups: [...groups, german], engineOf: (name) => (name === "Mei" ? "kokoro" : undefined) });
  const headings = rowsOf(both).filter((row) => row.kind === "heading");
  expect(headings.map(({ name, isUsual }) => [name, isUsual])).toEqual([
    ["Chinese", undefined],
    ["German", true],
  ]);
  expect(rowsOf(listing()).some((row) => row.kind === "heading" && row.isUsual)).toBe(false);
});
