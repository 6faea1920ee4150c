import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBrokenIntoLines, joinLines } from "./join-lines.ts";

const wrapped = [
  "The night train leaves at ten, and whoever wants to come with it must be",
  "there before the lamps are lit. Nobody waits, since the timetable is older",
  "than the station itself and was written by people who had never seen",
  "either of them. The clock is right twice a day.",
].join("\n");

const broken = [
  ["lines of a page", wrapped],
  ["a word that goes on", "It begins with a short and friendly introduc-\ntion to the subject."],
  ["a page break", "The end of a page.\f12\nAnother page."],
  [
    "Chinese lines of one width",
    "夜车十点出发，想同行的人必须在灯亮之前\n赶到车站，因为时刻表比车站本身还要古老\n而且是由从来没有见过这两样东西的人写的\n没有人会等你。",
  ],
  ["Windows' line ends", wrapped.replaceAll("\n", "\r\n")],
] as const;

const whole = [
  ["one sentence", "The night train leaves at ten."],
  ["paragraphs", `${"A whole sentence stands here, and it is long enough to be wide. ".repeat(3)}\n\nAnd another one.`],
  [
    "a line for each sentence",
    "The night train leaves at ten in the evening.\nEverybody is there before the lamps are lit.\n" +
      "Nobody waits for the clock, and it is right.",
  ],
  [
    "a poem",
    "the fog comes\non little cat feet\nit sits looking\nover harbor and city\non silent haunches\nand then moves on",
  ],
  ["a Chinese poem", "床前明月光\n疑是地上霜\n举头望明月\n低头思故乡"],
  [
    "a list",
    "What one needs on a long journey through the night:\n- a ticket that nobody has stamped before\n" +
      "- a lamp, and something to light it with\n- patience, of which there is never enough",
  ],
  [
    "a dialogue",
    "– Is this the train that leaves at ten tonight?\n– It is the train that left at ten yesterday.\n" +
      "– Then I am early, or very late indeed.",
  ],
  ["nothing", ""],
] as const;

describe("a text", () => {
  it.each(broken)("with %s is known to be broken", (_, text) => {
    expect(isBrokenIntoLines(text)).toBe(true);
  });

  it.each(whole)("that is %s is left alone", (_, text) => {
    expect(isBrokenIntoLines(text)).toBe(false);
  });
});

describe("joining", () => {
  it("makes one paragraph of a page's lines", () => {
    expect(joinLines(wrapped)).toBe(wrapped.replaceAll("\n", " "));
  });

  it.each([
    ["a short introduc-\ntion to it", "a short introduction to it"],
    ["a soft hy\u00ad\nphen", "a soft hyphen"],
    ["Anglo-\nSaxon words", "Anglo-Saxon words"],
    ["a well-\nknown and a well-known one", "a well-known and a well-known one"],
    ["夜车十点出发，想同行的人必须在灯亮之前\n赶到车站", "夜车十点出发，想同行的人必须在灯亮之前赶到车站"],
  ])("of %j gives %j", (text, expected) => {
    expect(joinLines(text)).toBe(expected);
  });

  it("keeps paragraphs, headings and lists", () => {
    const text = `Chapter One\n\n${wrapped}\n\nOf what one needs\n${wrapped}\n- a ticket\n- a lamp`;
    const paragraph = wrapped.replaceAll("\n", " ");
    expect(joinLines(text)).toBe(
      `Chapter One\n\n${paragraph}\n\nOf what one needs\n${paragraph}\n- a ticket\n- a lamp`,
    );
  });

  it("takes out page breaks and the numbers of pages, within a sentence and between paragraphs", () => {
    expect(joinLines("One page ends within\n12\n\f\n13\na sentence.\n\fA new page.\n14\n")).toBe(
      "One page ends within a sentence.\n\nA new page.\n14",
    );
  });

  it("loses no letter and needs to be done once", () => {
    const text = fc.array(fc.constantFrom("word", "ward-", "\n", "\n\n", " ", "End.", "夜车", "。", "- ", "A"));
    fc.assert(
      fc.property(text, (parts) => {
        const before = parts.join("");
        const letters = (value: string) => value.replace(/[\s-]/g, "");
        expect(letters(joinLines(before))).toBe(letters(before));
        expect(joinLines(before)).not.toContain("\f");
      }),
    );
  });

  it("is quick with half a million characters", () => {
    const long = `${wrapped}\n`.repeat(1_800);
    expect(joinLines(long).split("\n").length).toBeLessThan(3_600);
  });

  it.each([
    ["one word", "字".repeat(200_000)],
    ["a word that goes on", `${"字".repeat(200_000)}-\nand on`],
    ["pages", `${wrapped}\f`.repeat(1_700)],
    ["broken words", "ward-\n".repeat(80_000)],
  ])("is quick with %s of a text's length", (_, text) => {
    const begun = performance.now();
    joinLines(text);
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
