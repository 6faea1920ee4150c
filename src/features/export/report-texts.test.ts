import { expect, it } from "vitest";
import { interfaceLanguages } from "../../contract/language.ts";
import { exportMessages } from "../../core/archive/messages/index.ts";
import { loadMessages } from "../../core/messages/declare.ts";
import { pageMessages } from "../../core/messages/index.ts";
import { numbersOf } from "../../core/messages/numbers.ts";
import { takeRow } from "../../core/takes/library.fixture.ts";
import { historyMessages } from "../../core/takes/messages/index.ts";
import { batchMessages } from "../batch/messages/index.ts";
import { figures as compared, knownAnswer } from "../compare/answer-figures.ts";
import { reportTexts } from "./report-texts.ts";

await Promise.all(interfaceLanguages.map((language) => loadMessages(language)));

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
    const texts = reportTexts(1, 0, {
      language,
      page: pageMessages.in(language),
      takes: historyMessages.in(language),
      messages: exportMessages.in(language),
      numbers: numbersOf(language),
      of: (text) => text[language],
      multiplier: undefined,
      references: "",
    });
    expect(texts.figures(row).map(([, value]) => value)).toContain(said);
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
