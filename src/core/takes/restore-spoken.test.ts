import { expect, test } from "vitest";
import { createSettingsStore } from "../page/settings.ts";
import { restoreSpoken, withPronunciations } from "./restore-spoken.ts";
import type { TakeForm } from "./take.ts";

const createTestSettings = () => createSettingsStore({ storage: undefined, defer: () => () => {}, onLeave: () => {} });
const form = (pronunciations?: TakeForm["pronunciations"]): TakeForm => ({
  ...{ model: "cloud-tts", mode: "speech", transport: "http", values: {}, text: "The GPU of Nguyen." },
  pronunciations,
});
const words = [
  { word: "GPU", spoken: "gee pee you" },
  { word: "Nguyen", spoken: "Win" },
];

test("a take brings the words that it was spoken with; others stay, and all of it is taken back", () => {
  const settings = createTestSettings();
  const own = [
    { word: " GPU ", spoken: "graphics card" },
    { word: "AI", spoken: "A I" },
  ];
  settings.setState({ pronunciations: own });
  const { takeBack, changedWords } = restoreSpoken(settings, form(words));
  expect(changedWords).toBe(true);
  expect(settings.getState()).toMatchObject({
    script: "The GPU of Nguyen.",
    pronunciations: [{ word: " GPU ", spoken: "gee pee you" }, own[1], words[1]],
  });
  takeBack();
  expect(settings.getState().pronunciations).toBe(own);
  expect(settings.getState().script).not.toBe("The GPU of Nguyen.");
});

test.each([[undefined], [words]])("nothing of the list changes where it says the same already: %j", (brought) => {
  const settings = createTestSettings();
  settings.setState({ pronunciations: words });
  const { changedWords } = restoreSpoken(settings, form(brought));
  expect(changedWords).toBe(false);
  expect(settings.getState().pronunciations).toBe(words);
});

test.each([
  ["New  York", "New York"],
  ["Jose\u0301", "José"],
])("a word is the same however the list writes it: %j", (word, brought) => {
  const settings = createTestSettings();
  const own = [{ word, spoken: "one" }];
  settings.setState({ pronunciations: own });
  expect(restoreSpoken(settings, form([{ word: brought, spoken: "one" }])).changedWords).toBe(false);
  restoreSpoken(settings, form([{ word: brought, spoken: "another" }]));
  expect(settings.getState().pronunciations).toEqual([{ word, spoken: "another" }]);
});

test("of two that say how a word is spoken, the brought one counts; one that doesn't say it changes nothing", () => {
  const [gpu = { word: "", spoken: "" }, name] = words;
  const spelled = { word: "GPU", spoken: "G P U" };
  expect(withPronunciations(words, [{ word: "AI", spoken: "" }, spelled])).toEqual([
    spelled,
    name,
    { word: "AI", spoken: "" },
  ]);
  expect(withPronunciations(words, [{ ...gpu, spoken: "" }])).toBe(words);
});
