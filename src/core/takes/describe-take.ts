import { plainEngine } from "../../contract/engines.ts";
import { emotionPresets } from "../../contract/models/emotion-presets.ts";
import { findModel } from "../../contract/models/index.ts";
import { emotionMethods, refVoice2 } from "../../contract/models/refvoice-2.ts";
import { ownRecordingEnd } from "../../contract/own-recordings.ts";
import { sampleAddress, sampleRecordings } from "../../contract/playground.ts";
import type { Price } from "../../contract/prices.ts";
import { failureMessages } from "../messages/failure/index.ts";
import { shortRemarks } from "../remarks/describe-remarks.ts";
import { shortEngineName } from "../voices/natural-voices.ts";
import { spokenLanguage } from "../voices/spoken-language.ts";
import { voiceInSight } from "../voices/voice-in-sight.ts";
import { agesOf } from "./age.ts";
import { type EmotionValues, emotionLevels } from "./emotion-values.ts";
import { fieldOfParam } from "./failure.ts";
import { costOf, isSending, type TakeRow, voicesOf } from "./take.ts";
import type { HistoryTexts } from "./use-history.ts";

/** How a take's state is coloured. */
export type Tone = "good" | "busy" | "quiet" | "bad" | "warn";

/** A take in words, as a row shows it. */
export interface DescribedTake {
  /** The name that a person gave it, else the script's beginning. */
  readonly title: string;
  /** The language of both, as far as it is known. */
  readonly lang: string | undefined;
  /** The note, or what went wrong. */
  readonly remark: string;
  readonly voice: string;
  /** With what spoke naturally. */
  readonly model: string;
  readonly state: string;
  readonly stateHelp: string | undefined;
  readonly tone: Tone;
  /** When the first sound was heard, or how far a task is. */
  readonly pace: string;
  /** Length of the sound, and whether it was removed. */
  readonly length: string;
  readonly size: string;
  /** What it cost once that is settled, else the estimate. */
  readonly price: string;
  /** Which of them it is, where that makes a difference. */
  readonly priceHelp: string | undefined;
}

/** Puts a row into words. */
export function describeTake(row: TakeRow, texts: HistoryTexts): DescribedTake {
  const { takes, page, numbers } = texts;
  const { status, facts, times, failure, sound } = row;
  const failed = failure === undefined ? "" : describeRowFailure(row, texts);
  const length = [
    facts?.duration === undefined ? "" : numbers.clock(facts.duration),
    sound === "removed" ? takes.soundRemoved : "",
  ];
  const pace =
    row.parts !== undefined && row.parts.done < row.parts.count
      ? takes.parts(row.parts.done, row.parts.count)
      : status === "waiting" && row.task?.progress !== undefined
        ? `${numbers.integer(row.task.progress)} %`
        : times.firstSound === undefined
          ? ""
          : takes.firstSound(times.firstSound);
  // What a page of a pasted document leaves behind would be drawn as a box.
  const title = row.name || row.excerpt.slice(0, 300).replace(/\p{Cc}+/gu, " ");
  return {
    title,
    lang: spokenLanguage(title, row),
    remark: [
      row.name === "" ? "" : row.excerpt.slice(0, 200),
      failed,
      row.byHand === true ? takes.byHand : "",
      row.imported === undefined ? "" : takes.imported,
      status === "interrupted" || mayBeCharged(row) ? page.failure.costs.possible : "",
      row.note,
      shortRemarks(row, texts.language),
    ]
      .filter((part) => part !== "")
      .join(" · "),
    voice: describeVoice(row, texts),
    model: [findModel(row.model)?.label ?? row.model, ...naturalEnginesOf(row)].join(" · "),
    state: stateOf(row, texts),
    stateHelp:
      status === "interrupted"
        ? takes.statusHelp.interrupted
        : failure?.code && [stateOf(row, texts), failure.code].join(page.between.colon),
    tone: tones[status],
    pace,
    length: length.filter((part) => part !== "").join(" · "),
    size: sound === "removed" || facts === undefined ? "" : numbers.size(facts.bytes),
    ...describeCost(row, texts),
  };
}

/** In short, what spoke a take beside the engine that needs nothing. */
function naturalEnginesOf({ engine = "" }: TakeRow): readonly string[] {
  const engines = engine.split(",").map((each) => each.split(";", 1)[0]?.trim() ?? "");
  return engines.filter((each) => each !== "" && each !== plainEngine).map(shortEngineName);
}

/** Whether a person stopped it before any sound of it came: that takes nothing back (section 4, rule 1). */
function mayBeCharged({ status, sound, unsent }: TakeRow): boolean {
  return status === "stopped" && sound === "none" && unsent !== true;
}

function describeCost(row: TakeRow, texts: HistoryTexts): Pick<DescribedTake, "price" | "priceHelp"> {
  const unpaid = describeUnpaid(row, texts);
  if (unpaid !== undefined) return { price: unpaid, priceHelp: texts.page.failure.costs[row.failure?.cost ?? "none"] };
  const settled = settledPrice(row);
  if (settled !== undefined)
    return {
      price: describeRowPrice(settled, row.multiplier, texts),
      priceHelp: withMultiplier(texts.takes.cost, row.multiplier, texts),
    };
  const price = describeEstimate(row.price, row.multiplier, texts);
  // Parts that weren't spoken cost nothing: of what all of them cost, so much at most was paid.
  const isPartial = row.price?.kind === "tokens" && !isSending(row) && row.parts && row.parts.done < row.parts.count;
  return {
    price: isPartial ? `≤ ${price}` : price,
    priceHelp: row.price?.kind === "money" ? withMultiplier(texts.takes.estimate, row.multiplier, texts) : undefined,
  };
}

/** What a request will cost, as far as that is known before: what depends on the length of its sound is estimated. */
export function describeEstimate(
  price: Price | undefined,
  multiplier: number | undefined,
  texts: HistoryTexts,
): string {
  const text = describeRowPrice(price, multiplier, texts);
  return price?.kind === "money" ? `≈ ${text}` : text;
}

/** That a take that ended costs nothing, as far as that is known; undefined where it may have cost something. */
export function describeUnpaid(row: TakeRow, { takes: messages }: HistoryTexts): string | undefined {
  if (row.unsent === true && !isSending(row)) return messages.costs.none;
  if (row.status !== "failed" || row.failure === undefined) return undefined;
  const cost = costOf(row.failure, row);
  return cost === "none" || cost === "refunded" ? messages.costs[cost] : undefined;
}

/** What a take cost by the length of its sound, where a service told that; else the estimate stands. */
export function settledPrice({ settled }: Pick<TakeRow, "settled">): Price | undefined {
  return settled?.kind === "money" && settled.basis === "duration_seconds" ? settled : undefined;
}

/**
 * What an amount of money is, and the group multiplier in it: how much it was, or what that is where nobody had said.
 */
export function withMultiplier(what: string, multiplier: number | undefined, { page, numbers }: HistoryTexts): string {
  const factor = multiplier === undefined ? page.connection.multiplierHelp : numbers.decimal(multiplier);
  return [what, `${page.connection.multiplier}${page.between.colon}${factor}`].filter(Boolean).join("\n");
}

/**
 * A price in a few words; empty where the document names none. Where nobody has said the factor of their price group,
 * it is in seconds of audio, as on the page.
 *
 * @param multiplier the group multiplier that holds for it: for a take the one that it was sent with.
 */
export function describeRowPrice(
  price: Price | undefined,
  multiplier: number | undefined,
  { takes: messages }: HistoryTexts,
): string {
  switch (price?.kind) {
    case "tokens":
      return messages.tokens(price.tokens);
    case "money":
      return multiplier === undefined
        ? messages.money(price.seconds)
        : messages.moneyAt(price.amount * multiplier, multiplier);
    default:
      return "";
  }
}

const tones: Readonly<Record<TakeRow["status"], Tone>> = {
  submitting: "busy",
  receiving: "busy",
  waiting: "busy",
  complete: "good",
  stopped: "quiet",
  failed: "bad",
  interrupted: "warn",
};

function stateOf(
  { status, mode, transport, httpStatus, failure, task }: TakeRow,
  { takes, page }: HistoryTexts,
): string {
  switch (status) {
    case "complete":
      return transport === "websocket" ? page.mode.transports.websocket : page.mode.lower[mode];
    case "failed":
      // The answer to a task's request was good: 200 would be said of what failed.
      return httpStatus === undefined || httpStatus < 400
        ? takes.status.failed
        : [httpStatus, failure?.code].filter((part) => part !== undefined).join(" ");
    case "waiting":
      return task?.status === undefined ? takes.status.waiting : describeTaskStatus(task.status, takes);
    default:
      return takes.status[status];
  }
}

/** A task's status in the interface's language; a service's own word as it is. */
export function describeTaskStatus(status: string, { task }: HistoryTexts["takes"]): string {
  const states: Readonly<Record<string, string>> = task.states;
  return Object.hasOwn(states, status) ? (states[status] ?? status) : status;
}

/** What went wrong with a take, in a few words of the interface's language where it is known, else as it was said. */
export function describeRowFailure({ model, failure }: TakeRow, texts: HistoryTexts): string {
  if (failure === undefined) return "";
  const { code = "", param = "", kind, message } = failure;
  const descriptor = findModel(model);
  const field = descriptor?.fields.find(({ key }) => key === param) ?? (descriptor && fieldOfParam(descriptor, param));
  const short = failureMessages.in(texts.language).short(code, field && texts.of(field.label));
  return short ?? (message || (titleOfFailure(kind, texts) ?? kind));
}

/** What a kind of failure is called; undefined for one that this version doesn't know. */
export function titleOfFailure(kind: string, { page }: HistoryTexts): string | undefined {
  const titles: Readonly<Record<string, string>> = page.failure.titles;
  return Object.hasOwn(titles, kind) ? titles[kind] : undefined;
}

/** A take's voices as people say them, and the emotion that was asked of them. */
export function describeVoice(
  { model, emotion, ...speakers }: Pick<TakeRow, "model" | "voice" | "voices" | "emotion">,
  texts: HistoryTexts,
): string {
  const voices = voicesOf(speakers).map((voice) => voiceName(model, voice, texts));
  return [voices.join(texts.page.between.list), describeEmotion(emotion, texts)].filter(Boolean).join(" · ");
}

/**
 * A voice as people say it; one of our own recordings as the form calls it, of another address its file's name: the
 * rest would fill the row.
 */
function voiceName(model: string, voice: string, texts: HistoryTexts): string {
  const { page, references, takes, language } = texts;
  const end = ownRecordingEnd(voice);
  if (end !== undefined) {
    const tell = end <= Date.now() ? takes.ownRecordingGone : takes.ownRecordingUntil;
    return tell(agesOf(language).exactly(end));
  }
  const sample = sampleRecordings.find((name) => references !== undefined && sampleAddress(references, name) === voice);
  if (sample !== undefined) return page.fields.sampleNames[sample];
  return voiceInSight(findModel(model), voice, texts);
}

/** The most emotions that are named of a mix. */
const named = 2;

/**
 * What a take's emotion was in a few words: a preset's name, the strongest of a mix, or where it came from; empty for
 * the voice's own.
 */
function describeEmotion(emotion: EmotionValues | undefined, { takes: messages, of, numbers }: HistoryTexts): string {
  if (emotion === undefined) return "";
  switch (emotion["emo_control_method"]) {
    case emotionMethods.emotionReference:
      return messages.emotionRecording;
    case emotionMethods.emotionVector:
      break;
    default:
      return "";
  }
  const levels = emotionLevels(emotion);
  const preset = emotionPresets.find(
    ({ values }) =>
      Object.keys(values).length === levels.length && levels.every(([key, level]) => values[key] === level),
  );
  if (preset !== undefined) return of(preset.label);
  return levels
    .slice(0, named)
    .map(([key, level]) => {
      const label = refVoice2.fields.find((field) => field.key === key)?.label;
      return `${label === undefined ? key : of(label)} ${numbers.decimal(level)}`;
    })
    .join(" ");
}
