import { describe, expect, it } from "vitest";
import { interfaceLanguages } from "../contract/language.ts";
import { wordsMessages } from "../core/captions/messages/index.ts";
import { loadMessages } from "../core/messages/declare.ts";
import { pageMessages } from "../core/messages/index.ts";
import { ariaKeys } from "../core/shortcuts/aria-keys.ts";
import { type KeyNamer, keyNamer } from "../core/shortcuts/key-namer.ts";
import { historyMessages } from "../core/takes/messages/index.ts";
import { voiceMessages } from "../core/voices/messages/index.ts";
import { batchMessages } from "../features/batch/messages/index.ts";
import { compareMessages } from "../features/compare/messages/index.ts";
import { presentMessages } from "../features/present/messages/index.ts";
import { describeKeys } from "../features/present/stage-help.tsx";

await Promise.all(interfaceLanguages.map((language) => loadMessages(language)));

describe("the keys in a sentence", () => {
  it("are those of the table, by their signs, in either language", () => {
    const english = keyNamer("en");
    const chinese = keyNamer("zh");
    expect(english("rows", "next")).toBe("↓");
    expect(english("voices", "hear")).toBe("Shift+Enter");
    expect(chinese("voices", "hear")).toBe("Shift+回车");
    expect(english("takes", "edit", "all")).toBe("E or F2");
    expect(chinese("takes", "edit", "all")).toBe("E或F2");
    expect(english("compare", "select", "last")).toBe("6");
    expect(chinese("batch", "hear")).toBe("空格");
  });

  it("are words where they are heard and not seen", () => {
    expect(keyNamer("en", "heard")("present", "on", "all")).toBe("Page down or the right arrow or Enter");
    expect(keyNamer("zh", "heard")("present", "black", "all")).toBe("B或句点键");
  });

  it("stand as aria-keyshortcuts wants them", () => {
    expect(ariaKeys("player", "playOrPause")).toBe("Space K");
    expect(ariaKeys("page", "speak")).toMatch(/^(Control|Meta)\+Enter$/);
  });
});

describe.each(interfaceLanguages)("the hints in %s", (language) => {
  const hints: readonly (readonly [string, (key: KeyNamer) => string])[] = [
    ["takes", historyMessages.in(language).keys],
    ["the line above the history", historyMessages.in(language).heightHelp],
    ["batch", batchMessages.in(language).keys],
    ["compare", compareMessages.in(language).listen.keys],
    ["a blind test", compareMessages.in(language).blind.keys],
    ["the presentation", (key) => describeKeys(presentMessages.in(language), key, pageMessages.in(language))],
    ["voices", voiceMessages.in(language).hint],
    ["words", wordsMessages.in(language).keys],
  ];

  it.each(hints)("of %s name no key by themselves", (_, hint) => {
    const seen: string[] = [];
    const text = hint((place, action) => {
      seen.push(`${place}.${String(action)}`);
      return "";
    });
    expect(seen).not.toEqual([]);
    // What every page does isn't in the table: Escape closes, a slider's arrows move. A and B are what is heard.
    const own = text
      .replace("Esc ", "")
      .replace("← → ", "")
      .replace(/(for|选) [AB]/g, "");
    expect(own).not.toMatch(/[←→↑↓[\]]|\b(?:[A-Z]|Enter|Space|Shift|Alt|Delete|Home|End|Page|F\d|\d)\b|回车|空格|退格/);
  });
});
