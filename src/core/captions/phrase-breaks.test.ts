import { expect, it } from "vitest";
import { phraseBreaks } from "./highlight-block.tsx";

const wordsOf = (text: string): readonly string[] => {
  const breaks = [0, ...phraseBreaks(text), text.length];
  return breaks.slice(1).map((end, at) => text.slice(breaks[at], end));
};

it("a line ends between words, not within one", () => {
  expect(wordsOf("今天天气很好，我们开始吧！")).toEqual(["今天", "天气", "很好，我们", "开始", "吧！"]);
  expect(wordsOf("AI服务")).toEqual(["AI", "服务"]);
});

it("where spaces stand, they are enough", () => {
  expect(phraseBreaks("Don't break 3.5 well-known words.")).toEqual([]);
  expect(phraseBreaks("")).toEqual([]);
});
