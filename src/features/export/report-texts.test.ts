import { expect, it } from "vitest";
import { type InterfaceLanguage, interfaceLanguages, type Localized } from "../../contract/language.ts";
import { exportMessages } from "../../core/archive/messages/index.ts";
import { loadMessages } from "../../core/messages/declare.ts";
import { pageMessages } from "../../core/messages/index.ts";
import { numbersOf } from "../../core/messages/numbers.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { historyMessages } from "../../core/takes/messages/index.ts";
import { figureOf } from "../batch/cell-state.ts";
import { batchMessages } from "../batch/messages/index.ts";
import { figures as compared, figureText, knownAnswer } from "../compare/answer-figures.ts";
import { compareMessages } from "../compare/messages/index.ts";
import { reportTexts } from "./report-texts.ts";

await Promise.all(interfaceLanguages.map((language) => loadMessages(language)));

const textsIn = (language: InterfaceLanguage) => ({
  language,
  page: pageMessages.in(language),
  takes: historyMessages.in(language),
  numbers: numbersOf(language),
  of: (text: Localized) => text[language],
  multiplier: undefined,
  references: "",
});
const reportIn = (language: InterfaceLanguage) =>
  reportTexts(1, 0, { ...textsIn(language), messages: exportMessages.in(language) });

it.each([
  ["en", true, "22,050 Hz assumed"],
  ["zh", true, "22,050 Hz（假定）"],
  ["en", undefined, "22,050 Hz"],
] as const)(
  "a report in %s says of a sample rate whether it is assumed (%s), and so does Compare",
  (language, rateAssumed, said) => {
    const facts = { bytes: 1_000, sampleRate: 22_050, channels: 1 };
    const format = { codec: "pcm_s16le", sampleRate: 22_050, channels: 1, rateAssumed } as const;
    const row = takeRow("k1", { status: "complete", sound: "whole", facts, format });
    expect(
      reportIn(language)
        .figures(row)
        .map(([, value]) => value),
    ).toContain(said);
    expect(compared.sampleRate?.isAssumed?.(knownAnswer(row, undefined))).toBe(rateAssumed === true);
  },
);

it.each(interfaceLanguages)(
  "how much faster than it sounds a sound came is said in one wording everywhere: %s",
  (language) => {
    const { player } = pageMessages.in(language);
    const others = [exportMessages.in(language).report.figures.realTime, batchMessages.in(language).columns.realTime];
    expect(others).toEqual(others.map(() => player.realTime));
  },
);

it("a bitrate stands in a report and in Compare with the digits that it has", () => {
  const texts = { ...textsIn("en"), messages: compareMessages.in("en") };
  const shown = [352.8, 192].map((bitrate) => {
    const row = takeRow("k1", { status: "complete", sound: "whole", facts: { bytes: 1_000, bitrate } });
    const said = compared.bitrate && figureText(bitrate, compared.bitrate, texts);
    return [
      reportIn("en")
        .figures(row)
        .some(([, value]) => value === said),
      said,
    ];
  });
  expect(shown).toEqual([
    [true, "352.8 kbit/s"],
    [true, "192 kbit/s"],
  ]);
});

it.each([
  ["complete", 1_500],
  ["failed", undefined],
  ["stopped", undefined],
] as const)("Batch and Compare call a take complete only where it is, as the player does: %s", (status, at) => {
  const row = takeRow("k1", { status, times: { ended: 1_500 } });
  expect(figureOf("complete", "done", row)).toBe(at);
  expect(compared.ended?.read(knownAnswer(row, undefined))).toBe(at);
});
