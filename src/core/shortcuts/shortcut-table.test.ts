import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chordOf, shortcutOf, shortcutTable } from "./shortcut-table.ts";

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
