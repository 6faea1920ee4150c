import fc from "fast-check";
import { expect, it } from "vitest";
import { isSpeakable } from "../../contract/scripts.ts";
import { divideAtCues, divideText } from "./divide.ts";

const partsOf = (text: string, limit: number) =>
  divideText(text, limit).map(({ start, end }) => text.slice(start, end));

it("a text is divided behind a paragraph, else behind a sentence, else at a space, else anywhere", () => {
  expect(partsOf("One two.\nThree four. Five.", 20)).toEqual(["One two.", "Three four. Five."]);
  expect(partsOf("One two. Three four five.", 20)).toEqual(["One two.", "Three four five."]);
  expect(partsOf("One two three four five", 12)).toEqual(["One two", "three four", "five"]);
  expect(partsOf("abcdefghij", 4)).toEqual(["abcd", "efgh", "ij"]);
  expect(partsOf("灯塔看守人的女儿听汽笛。就知道是哪一条船，", 14)).toEqual([
    "灯塔看守人的女儿听汽笛。",
    "就知道是哪一条船，",
  ]);
  expect(partsOf("यह है। और भी है।", 12)).toEqual(["यह है।", "और भी है।"]);
  expect(partsOf("کیا ہے؟ یہ ہے۔", 12)).toEqual(["کیا ہے؟", "یہ ہے۔"]);
  expect(partsOf("One two\nthree four five", 16)).toEqual(["One two", "three four five"]);
  expect(partsOf("🚂🚂🚂", 3)).toEqual(["🚂", "🚂", "🚂"]);
});

it("it is silent in front of a part for as long as what ended before it wants", () => {
  const pauses = (text: string, limit: number) => divideText(text, limit).map(({ pause }) => pause);
  expect(pauses("One two.\n\nThree four. Five six.", 20)).toEqual([0, 0.55, 0.3]);
  expect(pauses("One two three four five", 12)).toEqual([0, 0, 0]);
  expect(pauses("One two\nThree four five", 16)).toEqual([0, 0.3]);
  expect(pauses("One two\nthree four five", 16)).toEqual([0, 0]);
  expect(pauses("床前明月光\n疑是地上霜\n举头望明月\n低头思故乡", 16)).toEqual([0, 0.3]);
  expect(pauses("One two\n\nthree four", 16)).toEqual([0, 0.55]);
});

it.each([36, 42, 45, 48, 60, 72, 120, 130, 140])("lines wrapped at %d columns part no sentence", (columns) => {
  const wrapped = new RegExp(`(?=\\S)(.{1,${columns}})(?:\\s|$)`, "gu");
  for (const prose of [
    "The old man went down to the harbour and thought of Mary, Ann and John Smith while it rained. Then he slept. ",
    "Der alte Mann ging im Regen zum Hafen und dachte an seine Frau, die vor langer Zeit in Berlin gestorben war. ",
    "ذهب الرجل العجوز إلى الميناء ونظر إلى القوارب بينما كان المطر يهطل وفكر في زوجته التي ماتت منذ زمن بعيد. ",
    "노인은 항구로 내려가 배들을 바라보며 오래전에 세상을 떠난 아내를 생각했다. 그는 집으로 돌아와 잠이 들었다. ",
  ]) {
    const parts = partsOf(prose.repeat(40).replace(wrapped, "$1\n"), 700);
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(part).toMatch(/\.$/);
  }
});

it("a list, a verse or a dialogue is divided between lines, however long these are", () => {
  const lines = (write: (number: number) => string) => Array.from({ length: 60 }, (_, index) => write(index + 1));
  for (const list of [
    lines((number) => `${number}. Take the blue box to the room upstairs`),
    lines((number) => `${number}. Take the blue box to the room upstairs, and put it where the green one was`),
    lines((number) => `${number}. Take the blue box. Put it where the green one was`),
    lines(() => "- Ask Mr. Smith about the key"),
    lines(() => "- Take the blue box. Put it where the green one was"),
    lines((number) => `${number % 2 > 0 ? "Tom" : "Ann Smith"}: Good morning! Where are you going with that box`),
    lines((number) => `${number % 2 > 0 ? "小明" : "小红"}：早上好！你要把那个箱子搬到哪里去`),
    lines(() => "Tom: where are you going with that very old and heavy box of yours"),
    lines((number) => `- and then take the ${number === 1 ? "first" : "next"} of the blue boxes to the room upstairs`),
    lines((number) => `${number}、把蓝色的盒子搬到楼上的房间里去然后把它放在靠窗的桌子上别忘了关窗户`),
  ]) {
    const parts = divideText(list.join("\n"), 1_000);
    expect(parts.length).toBeGreaterThan(1);
    for (const { start, end, pause } of parts) {
      for (const line of list.join("\n").slice(start, end).split("\n")) expect(list).toContain(line);
      expect(pause).toBe(start === 0 ? 0 : 0.3);
    }
  }
});

it("no sentence ends behind a number that begins a line, an initial or an abbreviation", () => {
  expect(partsOf("One two. Ask Mr. Smith about it", 22)).toEqual(["One two.", "Ask Mr. Smith about it"]);
  expect(partsOf("One two. Ask J. Smith about it", 22)).toEqual(["One two.", "Ask J. Smith about it"]);
  expect(partsOf("It is 24. He is (not) 25", 16)).toEqual(["It is 24.", "He is (not) 25"]);
});

it("no part is longer than it may be, silent or parts a character, and nothing is lost that is spoken", () => {
  const units = fc.constantFrom("a", "b ", ". ", "。", "\n", "  ", "，", "🚂", "Word ", "! ");
  fc.assert(
    fc.property(fc.array(units, { maxLength: 200 }), fc.integer({ min: 2, max: 40 }), (written, limit) => {
      const text = written.join("");
      const parts = partsOf(text, limit);
      for (const part of parts) {
        expect(Array.from(part).length).toBeLessThanOrEqual(limit);
        expect(part).toBe(part.trim());
        expect(isSpeakable(part)).toBe(true);
        expect(part).not.toMatch(/\p{Cs}/u);
      }
      expect(parts.join("").replace(/[\s\p{P}]/gu, "")).toBe(text.replace(/[\s\p{P}]/gu, ""));
    }),
  );
});

it("a text is divided at its cues, which are left out: a voice speaks its paragraph, pauses add up", () => {
  const text = "Aa. 1 Bb.\n2 Cc dd 3 ee.\nFf.  4  5 Gg. 6";
  const at = (sign: string) => ({ start: text.indexOf(sign), end: text.indexOf(sign) + 1 });
  const cues = [
    { ...at("1"), pause: 2 },
    { ...at("2"), voice: "Mei" },
    { ...at("3"), pause: 0.5 },
    { ...at("4"), pause: 1 },
    { ...at("5"), pause: 1 },
    { ...at("6"), pause: 3 },
  ];
  expect(
    divideAtCues(text, 100, cues).map(({ start, end, ...rest }) => ({ said: text.slice(start, end), ...rest })),
  ).toEqual([
    { said: "Aa.", pause: 0 },
    { said: "Bb.", pause: 2 },
    { said: "Cc dd", pause: 0.55, voice: "Mei" },
    { said: "ee.", pause: 0.5, voice: "Mei" },
    { said: "Ff.", pause: 0.55 },
    { said: "Gg.", pause: 2, pauseBehind: 3 },
  ]);
});

it("a name on a line of its own has its voice speak the paragraph below, behind empty lines and pauses, too", () => {
  const text = "1\nAa.\nBb.\n\n2\n \n 3\nCc.\nDd.\n4\n5\nEe.\n6\n";
  const cues = [..."123456"].map((sign) => {
    const place = { start: text.indexOf(sign), end: text.indexOf(sign) + 1 };
    return sign === "3" ? { ...place, pause: 2 } : { ...place, voice: `voice ${sign}` };
  });
  expect(divideAtCues(text, 100, cues).map(({ start, end, voice }) => [text.slice(start, end), voice])).toEqual([
    ["Aa.", "voice 1"],
    ["Bb.", undefined],
    ["Cc.", "voice 2"],
    ["Dd.", undefined],
    ["Ee.", "voice 5"],
  ]);
});

it("what holds nothing to speak between cues is no part, and the pauses around it stay", () => {
  const divide = (text: string) => {
    const cues = [...text.matchAll(/\d|[A-Z]:/g)].map(({ 0: sign, index }) => {
      const place = { start: index, end: index + sign.length };
      return /\d/.test(sign) ? { ...place, pause: Number(sign) } : { ...place, voice: sign.slice(0, 1) };
    });
    return divideAtCues(text, 100, cues).map(({ start, end, ...rest }) => ({ said: text.slice(start, end), ...rest }));
  };
  expect(divide("ready 1?")).toEqual([{ said: "ready", pause: 0, pauseBehind: 1 }]);
  expect(divide("… 1 ready 2 — 3 go")).toEqual([
    { said: "ready", pause: 1 },
    { said: "go", pause: 5 },
  ]);
  expect(divide("A: hello.\nB: ……\nA: 2 bye.")).toEqual([
    { said: "hello.", pause: 0, voice: "A" },
    { said: "bye.", pause: 2, voice: "A" },
  ]);
  expect(divide("A: hello.\nB: ……\n“?”\nA: bye.")).toMatchObject([{ pause: 0 }, { said: "bye.", pause: 0.55 }]);
  expect(divide("……")).toEqual([]);
});
