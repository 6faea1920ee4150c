import { describe, expect, it, vi } from "vitest";
import { type InterfaceLanguage, interfaceLanguages } from "../contract/language.ts";
import { exportMessages } from "../core/archive/messages/index.ts";
import { wordsMessages } from "../core/captions/messages/index.ts";
import { referenceMessages } from "../core/fields/messages/index.ts";
import { measuresMessages } from "../core/measures/messages/index.ts";
import { en } from "../core/messages/en.ts";
import { languageOfBrowser } from "../core/messages/index.ts";
import { numbersOf } from "../core/messages/numbers.ts";
import { zh } from "../core/messages/zh.ts";
import type { KeyNamer } from "../core/shortcuts/key-namer.ts";
import { stageMessages } from "../core/stage/messages.ts";
import { submitMessages } from "../core/submit/messages.ts";
import { historyMessages } from "../core/takes/messages/index.ts";
import { voiceMessages } from "../core/voices/messages/index.ts";
import { batchMessages } from "../features/batch/messages/index.ts";
import { checksMessages } from "../features/checks/messages/index.ts";
import { compareMessages } from "../features/compare/messages/index.ts";
import { framesMessages } from "../features/frames/messages/index.ts";
import { gateMessages } from "../features/gate/messages/index.ts";
import { presentMessages } from "../features/present/messages/index.ts";
import { requestMessages } from "../features/request/messages/index.ts";
import { scriptToolsMessages } from "../features/script/messages/index.ts";
import { shareMessages } from "../features/script/share/messages/index.ts";
import { shortcutsMessages } from "../features/shortcuts/messages/index.ts";

const marks = ["‹1›", "‹2›", "‹3›"];
const markOfKey: KeyNamer = (place, action, which = "first") => `‹${place}.${String(action)}.${which}›`;

/** Whether a text takes the names of keys. */
const namesKeys = (path: string) => /\.(keys|hint|heightHelp)$/.test(path);

/** Every text of a tree of messages by its path; functions are called with marks in the place of their values. */
function textsOf(tree: object, path = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const at = `${path}${key}`;
    if (typeof value === "string") texts.set(at, value);
    else if (typeof value === "function") texts.set(at, String(namesKeys(at) ? value(markOfKey) : value(...marks)));
    else for (const [inner, text] of textsOf(value, `${at}.`)) texts.set(inner, text);
  }
  return texts;
}

/** Whether nothing is said there on purpose, in every language. */
const isSilent = (key: string) =>
  key.startsWith("fields.units.") || key.endsWith("sentenceSpace") || key === "between.sentences";

/** All texts, also those of parts that are loaded later. */
const messagesIn = (language: InterfaceLanguage) => ({
  ...(language === "en" ? en : zh),
  gate: gateMessages[language],
  shortcuts: shortcutsMessages[language],
  history: historyMessages[language],
  reference: referenceMessages[language],
  submit: submitMessages[language],
  stage: stageMessages[language],
  request: requestMessages[language],
  frames: framesMessages[language],
  checks: checksMessages[language],
  export: exportMessages[language],
  batch: batchMessages[language],
  share: shareMessages[language],
  scriptTools: scriptToolsMessages[language],
  words: wordsMessages[language],
  voiceChoice: voiceMessages[language],
  measures: measuresMessages[language],
  compare: compareMessages[language],
  present: presentMessages[language],
});

describe("the texts", () => {
  const english = textsOf(messagesIn("en"));

  it.each(interfaceLanguages)("are all there in %s, and none is empty", (language) => {
    const texts = textsOf(messagesIn(language));
    expect([...texts.keys()]).toEqual([...english.keys()]);
    const empty = [...texts].filter(([key, text]) => text.trim() === "" && !isSilent(key));
    expect(empty).toEqual([]);
  });

  it("say the same values in each language", () => {
    const chinese = textsOf(messagesIn("zh"));
    const marksIn = (text: string | undefined) => (text?.match(/‹[^›]+›/g) ?? []).sort();
    // English says whether there is one or many by a second value, which Chinese doesn't need.
    for (const [key, text] of english) expect([key, ...marksIn(chinese.get(key))]).toEqual([key, ...marksIn(text)]);
  });

  it("are Chinese in Chinese", () => {
    const same = [...textsOf(messagesIn("zh"))]
      .filter(([key, text]) => english.get(key) === text && !isSilent(key))
      .map(([key]) => key);
    expect(same).toEqual([
      "header.languages.en",
      "header.languages.zh",
      "header.languageNames.en",
      "header.languageNames.zh",
      "mode.transports.http",
      "mode.transports.websocket",
      "fields.address",
      // As they are printed on keyboards.
      "shortcuts.names.Shift",
      "shortcuts.names.Home",
      "shortcuts.names.End",
      "shortcuts.names.Escape",
      "shortcuts.names.Delete",
      "reference.placements.extra_body",
      "reference.placements.instructions",
      "reference.surprisedSent",
      "reference.surprisedChoices.number",
      "reference.surprisedChoices.text",
      "words.formats.srt",
      "words.formats.vtt",
      "words.formats.json",
      "compare.picture.kilohertz",
      "compare.blind.places.a",
      "compare.blind.places.b",
      "compare.blind.places.x",
    ]);
  });
});

it("follows the browser's languages, and speaks English where it knows none", () => {
  expect(languageOfBrowser(["fr-FR", "zh-TW", "en"])).toBe("zh");
  expect(languageOfBrowser(["EN-gb"])).toBe("en");
  expect(languageOfBrowser(["fr"])).toBe("en");
  expect(languageOfBrowser([])).toBe("en");
});

describe("numbers", () => {
  const { clock, decimal, integer, size, span } = numbersOf("en");

  it("are written as people read them", () => {
    expect(integer(500_000)).toBe("500,000");
    expect(decimal(0.043)).toBe("0.043");
    expect([size(999), size(226_400), size(3_210_000)]).toEqual(["999 B", "226 kB", "3.2 MB"]);
    expect(size(2_460_000_000)).toBe("2.5 GB");
    expect([span(142.4), span(1_900)]).toEqual(["142 ms", "1.9 s"]);
  });

  it("show a clock rounded as other lengths are, on which no position is beyond its length", () => {
    expect([clock(0), clock(3.49), clock(59.99), clock(60), clock(754.25), clock(3_725)]).toEqual([
      "0:00.0",
      "0:03.5",
      "1:00.0",
      "1:00.0",
      "12:34.3",
      "1:02:05.0",
    ]);
    expect([clock(0.89), clock(0.84), clock(0.85), clock(0.95)]).toEqual(["0:00.9", "0:00.8", "0:00.9", "0:01.0"]);
    const shown = (seconds: number) =>
      clock(seconds)
        .split(":")
        .reduce((sum, part) => sum * 60 + Number(part), 0);
    for (let position = 0; position < 70; position += 0.0173) {
      expect(shown(position)).toBeLessThanOrEqual(shown(position + 0.0007));
    }
  });
});

it("another language than English is there once it was fetched", async () => {
  // As a page that has just been opened has them, whatever was fetched before.
  vi.resetModules();
  const fresh = await import("../core/messages/index.ts");
  expect(fresh.messagesOf("zh")).toBe(fresh.messagesOf("en"));
  await fresh.loadMessages("zh");
  expect(textsOf(fresh.messagesOf("zh"))).toEqual(textsOf(zh));
  expect(textsOf(fresh.messagesOf("en"))).toEqual(textsOf(en));
});

it("one frame is a frame, two are frames", () => {
  const { frames } = requestMessages.en.answer;
  expect(frames("1", true, "3", false)).toBe("WebSocket: 3 binary frames, 1 text frame");
  expect(frames("2", false, "1", true)).toBe("WebSocket: 1 binary frame, 2 text frames");
});
