import { leavingRealTime } from "../../core/archive/figures.ts";
import type { ExportTexts } from "../../core/archive/messages/index.ts";
import type { ReportTexts } from "../../core/archive/takes-report.ts";
import { describeRate } from "../../core/measures/describe-rate.ts";
import { languageTags } from "../../core/messages/languages.ts";
import { agesOf } from "../../core/takes/age.ts";
import { describeTake } from "../../core/takes/describe-take.ts";
import { completeAfter, type TakeRow } from "../../core/takes/take.ts";
import { hasAssumedRate } from "../../core/takes/take-file.ts";

/** The words of a report of `count` takes that is made at the moment `made`, in Unix milliseconds. */
export function reportTexts(count: number, made: number, texts: ExportTexts): ReportTexts {
  const { messages, page, language, numbers } = texts;
  const { exactly } = agesOf(language);
  const names = messages.report.figures;
  const show = <Value>(value: Value | undefined, format: (value: Value) => string) =>
    value === undefined ? "" : format(value);

  function figures(row: TakeRow): readonly (readonly [string, string])[] {
    const { voice, model, price } = describeTake(row, texts);
    const { times, facts } = row;
    const all: readonly (readonly [string, string])[] = [
      [names.created, exactly(row.created)],
      [names.model, model],
      [names.mode, page.mode.names[row.mode]],
      [names.voice, voice],
      [names.characters, numbers.integer(row.characters)],
      [names.status, show(row.httpStatus, String)],
      [names.firstByte, show(times.firstAudio, numbers.span)],
      [names.firstSound, show(times.firstSound, numbers.span)],
      [names.complete, show(completeAfter(row), numbers.span)],
      [names.duration, show(facts?.duration, numbers.clock)],
      [names.realTime, show(leavingRealTime(row), (value) => numbers.fixed(value, 1))],
      [names.size, show(facts?.bytes, numbers.size)],
      [names.bitrate, show(facts?.bitrate, (value) => `${numbers.decimal(value)} kbit/s`)],
      [names.sampleRate, show(facts?.sampleRate, (value) => describeRate(value, hasAssumedRate(row), texts))],
      [names.channels, show(facts?.channels, numbers.integer)],
      [names.price, price],
      [names.task, row.task?.id ?? ""],
    ];
    return all.filter(([, value]) => value !== "");
  }

  return {
    language: languageTags[language],
    title: messages.report.title,
    about: messages.report.about(count, exactly(made)),
    script: messages.report.script,
    request: messages.report.request,
    answer: messages.report.answer,
    headers: messages.report.headers,
    playgroundHeaders: messages.report.playgroundHeaders,
    soundLeftOut: messages.report.soundLeftOut,
    figures,
    heading(row) {
      const { title, state, remark } = describeTake(row, texts);
      return { title, state: [state, row.serviceName].filter(Boolean).join(" · "), note: remark };
    },
  };
}
