import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileNameOf } from "./file-name.ts";

describe("fileNameOf", () => {
  it.each([
    ["en-US-AriaNeural", "The night train leaves.", ".mp3", "en-US-AriaNeural The night train leaves.mp3"],
    ["Mei", "夜车十点出发。还没看见它", ".mp3", "Mei 夜车十点出发。还没看见它.mp3"],
    ["Noah", 'He said: "a/b\\c"?\n<yes>', ".wav", "Noah He said a b c yes.wav"],
    ["https://media.example.org/a/narrator.wav?signature=secret", "Hi", ".wav", "narrator Hi.wav"],
    [`https://speak.example.com/references/own-1-${"s".repeat(32)}.wav`, "Hi", ".wav", "own Hi.wav"],
    ["", "…", ".mp3", "speech.mp3"],
  ])("names %j with %j", (voice, text, ending, expected) => {
    expect(fileNameOf([voice], text, ending)).toBe(expected);
  });

  it("names several voices, as many as there is room for", () => {
    expect(fileNameOf(["Noah", "Autumn", "Mei"], "Hi", ".mp3")).toBe("Noah, Autumn, Mei Hi.mp3");
    const many = Array.from({ length: 40 }, (_, index) => `Voice ${index}`);
    expect(fileNameOf(many, "Hi", ".mp3")).toMatch(/^Voice 0, Voice 1, .{20,50} Hi\.mp3$/);
  });

  it("cuts a long script between words", () => {
    const name = fileNameOf(
      ["Autumn"],
      "The night train leaves at ten. You can hear it long before you see it",
      ".mp3",
    );
    expect(name).toBe("Autumn The night train leaves at ten. You can.mp3");
  });

  it("is safe on every file system, whatever is spoken", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (voice, text) => {
        const name = fileNameOf([voice], text, ".mp3");
        expect(name).toMatch(/\.mp3$/);
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}\\/:*?"<>|]/u);
        expect(name).not.toMatch(/^[\s.]/);
        expect(new TextEncoder().encode(name).length).toBeLessThan(256 * 2);
      }),
    );
  });
});
