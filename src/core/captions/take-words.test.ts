import { expect, it } from "vitest";
import { captionFile, readTakeWords } from "./take-words.ts";

const take = { voice: "Autumn", text: "One small step, and the door is open." };
const progress = {
  type: "progress",
  message: ["One", "small", "step"].map((word, index) => ({ word, start: index * 300, end: index * 300 + 250 })),
};

function read(documents: readonly unknown[], duration = 0.9) {
  const words = readTakeWords(take.text, documents, duration);
  if (words === undefined) throw new Error("There are no words.");
  return words;
}

it("nothing came about words", () => {
  expect(readTakeWords(take.text, [], 1)).toBeUndefined();
});

it("captions are named like the sound and hold the script's own punctuation", async () => {
  const words = read([progress]);
  const files = (["srt", "vtt", "json"] as const).map((format) => captionFile(take, words, format));
  expect(files.map((file) => file?.name)).toEqual(
    ["srt", "vtt", "json"].map((ending) => `Autumn One small step, and the door is open.${ending}`),
  );
  expect(await files[0]?.blob.text()).toBe("1\n00:00:00,000 --> 00:00:00,900\nOne small step,\n");
  expect(await files[1]?.blob.text()).toMatch(/^WEBVTT\n\n00:00:00\.000 --> /);
  expect(JSON.parse((await files[2]?.blob.text()) ?? "")).toEqual({
    granularity: "word",
    unit: "seconds",
    timestamps: [
      { word: "One", start: 0, end: 0.25 },
      { word: "small", start: 0.3, end: 0.55 },
      { word: "step", start: 0.6, end: 0.85 },
    ],
  });
});

it("sentences stay sentences", async () => {
  const words = read([{ timestamps: [{ sentence: take.text, start: 0, end: 3, text_offset: 0 }] }], 3);
  expect(await captionFile(take, words, "srt")?.blob.text()).toContain(`00:00:03,000\n${take.text}\n`);
});

it("words that were sent otherwise are told as they are written, in captions and in times", async () => {
  const script = "The GPU of Ngũgĩ.";
  const pronunciations = [
    { word: "GPU", spoken: "G P U" },
    { word: "Ngũgĩ", spoken: "Goo-gee" },
  ];
  const heard = ["The", "G", "P", "U", "of", "Goo-gee"];
  const timestamps = heard.map((word, at) => ({ word, start: at, end: at + 1, text_offset: [0, 4, 6, 8, 10, 13][at] }));
  const words = readTakeWords(script, [{ timestamps }], 6, pronunciations);
  if (words?.words === undefined) throw new Error("There are no words.");
  expect(words.words.text).toBe(script);
  expect(words.words.spans.map(({ start, end }) => script.slice(start, end))).toEqual(["The", "GPU", "of", "Ngũgĩ"]);
  const [srt, json] = (["srt", "json"] as const).map((format) => captionFile(take, words, format)?.blob.text());
  expect(await srt).toContain(script);
  expect(JSON.parse((await json) ?? "").timestamps).toEqual([
    { word: "The", start: 0, end: 1, text_offset: 0 },
    { word: "GPU", start: 1, end: 4, text_offset: 4 },
    { word: "of", start: 4, end: 5, text_offset: 8 },
    { word: "Ngũgĩ", start: 5, end: 6, text_offset: 11 },
  ]);
});

it("what can't be read is offered as it came, and as nothing else", async () => {
  const document = { cues: "00:01 hello", n: 1 };
  const words = read([document]);
  expect(words.words).toBeUndefined();
  expect(captionFile(take, words, "srt")).toBeUndefined();
  expect(JSON.parse((await captionFile(take, words, "json")?.blob.text()) ?? "")).toEqual(document);
});
