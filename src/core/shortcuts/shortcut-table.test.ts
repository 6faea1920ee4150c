import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chordOf, shortcutOf, shortcutTable, singleOf } from "./shortcut-table.ts";

const folder = new URL("../..", import.meta.url);
const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /^(app|core|features|kit)\//.test(path) && !path.includes(".test."))
  .filter((path) => !/\/(?:shortcuts|messages)\/|row-grid-keys/.test(path))
  .map((path) => ({ path, source: readFileSync(new URL(path, folder), "utf8") }));

describe("the table of shortcuts", () => {
  it("finds what a key asks for, in either case of a letter", () => {
    expect(shortcutOf(shortcutTable.player, " ")).toBe("playOrPause");
    expect(shortcutOf(shortcutTable.player, "K")).toBe("playOrPause");
    expect(shortcutOf(shortcutTable.takes, "Backspace")).toBe("remove");
    expect(shortcutOf(shortcutTable.takes, "k")).toBeUndefined();
  });

  it("tells keys with modifiers from those without", () => {
    const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
    expect(chordOf({ ...bare, key: "Enter" })).toBe("Enter");
    expect(chordOf({ ...bare, key: "Enter", metaKey: true })).toBe("Mod+Enter");
    expect(chordOf({ ...bare, key: "Enter", shiftKey: true })).toBe("Shift+Enter");
    expect(chordOf({ ...bare, key: "?", shiftKey: true })).toBe("?");
  });

  const bare = { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const press = (key: string, code: string, held: Partial<typeof bare> = {}, altGraph = false) => ({
    ...{ ...bare, key, code, ...held },
    getModifierState: () => altGraph,
  });

  it("finds a key by its place where the keyboard writes in another alphabet", () => {
    expect(singleOf(shortcutTable.takes, press("к", "KeyR"))).toBe("restore");
    expect(singleOf(shortcutTable.takes, press("К", "KeyR", { shiftKey: true }))).toBe("restore");
    expect(singleOf(shortcutTable.compare, press("х", "BracketLeft"))).toBe("loopFrom");
    expect(singleOf(shortcutTable.compare, press("۲", "Digit2"))).toBe("select");
    expect(singleOf(shortcutTable.player, press("Б", "Comma", { shiftKey: true }))).toBe("slower");
    expect(singleOf(shortcutTable.takes, press("к", "KeyR", { ctrlKey: true }))).toBeUndefined();
    // A keyboard with Latin letters has the page's letters, wherever they are.
    expect(singleOf(shortcutTable.compare, press("ü", "BracketLeft"))).toBeUndefined();
    expect(singleOf(shortcutTable.compare, press("é", "Digit2"))).toBeUndefined();
    expect(singleOf(shortcutTable.present, press("q", "KeyA"))).toBeUndefined();
    expect(singleOf(shortcutTable.player, press(" ", "Space"))).toBe("playOrPause");
  });

  it("takes signs that are written with AltGr, and nothing else with a modifier", () => {
    const altGr = { ctrlKey: true, altKey: true };
    expect(singleOf(shortcutTable.compare, press("[", "Digit8", altGr, true))).toBe("loopFrom");
    expect(singleOf(shortcutTable.compare, press("]", "Digit9", altGr, true))).toBe("loopUntil");
    expect(singleOf(shortcutTable.compare, press("[", "BracketLeft", altGr))).toBeUndefined();
    expect(singleOf(shortcutTable.waveform, press("ArrowRight", "ArrowRight", { altKey: true }, true))).toBeUndefined();
  });

  it("has no key twice in one place", () => {
    for (const place of Object.values(shortcutTable)) {
      const keys = Object.values(place).flat();
      expect(keys).toEqual([...new Set(keys)]);
    }
  });

  // What every list, menu and text box does: not to be learnt, so not listed.
  const usual = new Set(["Escape", "Enter", "Tab", "Home", "End", "ArrowDown", "ArrowUp", " "]);
  it("is the only place in which handlers look keys up", () => {
    const own = sources.flatMap(({ path, source }) =>
      [...source.matchAll(/\bkey(?:\.toLowerCase\(\))? [!=]== "([^"]+)"/g)]
        .map(([, key]) => key ?? "")
        .filter((key) => !usual.has(key))
        .map((key) => `${path}: ${key}`),
    );
    // A field of a model that is called so.
    expect(own.filter((line) => !/: [a-z_]{2,}$/.test(line))).toEqual([]);
    const moving = sources.filter(({ source }) => /\b(Arrow(Up|Down|Left|Right)|Page(Up|Down))\b/.test(source));
    expect(moving.map(({ path }) => path).sort()).toEqual([
      "features/script/samples.tsx",
      "features/voice/voice-list.tsx",
      "features/voice/voice-picker.tsx",
    ]);
  });
});
