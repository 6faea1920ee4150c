import { describe, expect, it } from "vitest";
import { isSpeakable } from "./scripts.ts";

describe("what can be spoken", () => {
  it.each(["a", "1", "你", "&", "€", "😀", "... x"])("can: %s", (text) => expect(isSpeakable(text)).toBe(true));
  it.each(["", "  \n\t", "...!?", "—。、", "\u202e\u200b\0", "\ud800"])("can't: %j", (text) =>
    expect(isSpeakable(text)).toBe(false),
  );
});
