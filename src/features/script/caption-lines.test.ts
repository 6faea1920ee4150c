import { expect, it } from "vitest";
import { captionLines, isCaptions } from "./caption-lines.ts";

const srt = `1
00:00:00,000 --> 00:00:02,000
<i>The night train</i>
leaves at ten.

2
00:00:02,000 --> 00:00:04,500 X1:40 X2:600
{\\an8}All aboard & welcome,

3
00:00:04,500 --> 00:00:06,000
take your seats!
`;

const vtt = `WEBVTT - a title
Kind: captions

STYLE
::cue { color: lime }

NOTE who speaks?
Nobody knows.

intro
00:00.000 --> 00:02.000 align:start
<v Roger Bingham>We are in <00:00:01.000><c.yellow>New</c> York &amp; Boston.

00:02.000 --> 00:04.000
We are in
`;

it("of SubRip leaves what is spoken, with whole sentences", () => {
  expect(isCaptions(srt)).toBe(true);
  expect(captionLines(srt)).toBe("The night train leaves at ten.\nAll aboard & welcome, take your seats!");
});

it("of WebVTT leaves out head, styles, notes, names and markup", () => {
  expect(isCaptions(vtt)).toBe(true);
  expect(captionLines(vtt)).toBe("We are in New York & Boston.\nWe are in");
});

it("puts no space where Chinese has none, and says a line once that is shown twice", () => {
  const chinese = `1
00:00:01,000 --> 00:00:02,000
夜车十点

2
00:00:02,000 --> 00:00:03,000
夜车十点
出发。

3
00:00:03,000 --> 00:00:04,000
<ruby>还<rt>hái</rt></ruby>没看它
`;
  expect(captionLines(chinese)).toBe("夜车十点出发。\n还没看它");
});

it.each([
  "The night train leaves at ten.",
  "1\n2\n3",
  "From 00:00 --> 00:10 we wait.",
  "See:\n\n1\n00:00:00,000 --> 00:00:02,000\nan example of captions",
])("%j isn't captions", (text) => expect(isCaptions(text)).toBe(false));

it("is told and read at once, however many lines or beginnings of markup it holds", () => {
  const many = 20_000;
  const begun = performance.now();
  expect(isCaptions(`text${"\n".repeat(many)}`)).toBe(false);
  const lines = ["<rt>", "{\\", "<v ", "<c."].map((part) => part.repeat(many));
  const words = Array.from({ length: many }, (_, at) => `word ${at}`);
  expect(captionLines(`00:00.000 --> 00:02.000\n${[...words, ...lines].join("\n")}`)).toContain("word 7 word 8");
  expect(performance.now() - begun).toBeLessThan(2_000);
});

it("is read whole, however many lines one caption has", () => {
  expect(captionLines(`00:00.000 --> 00:02.000\n${"a\n".repeat(200_000)}`)).toHaveLength(399_999);
});

it.each([
  ["It&#39;s &quot;here&quot; &#x2014; now", 'It\'s "here" — now'],
  ["&constructor; &__proto__; &#0; &#9999999;", "&constructor; &__proto__; &#0; &#9999999;"],
  [" \nFirst words\n\nand more", "First words and more"],
])("%j is spoken as %j", (caption, said) => {
  expect(captionLines(`WEBVTT\n\n00:01.000 --> 00:04.000\n${caption}\n\nNOTE\nnothing\n`)).toBe(said);
});

it("says twice what is said twice: only a caption that follows at once shows a line on", () => {
  const file = (second: string) =>
    [
      "1\n00:00:01,000 --> 00:00:02,000\nNo.",
      `2\n${second} --> 01:00:06,000\nNo.`,
      "3\n01:00:06,000 --> 01:00:07,000\nGo home.",
    ].join("\n\n");
  expect(captionLines(file("00:00:05,000"))).toBe("No.\nNo.\nGo home.");
  expect(captionLines(file("00:00:02,050"))).toBe("No.\nGo home.");
  expect(captionLines("WEBVTT\n\n00:01.000 --> 00:02.000\nRow!\nRow!")).toBe("Row!\nRow!");
});
