import { type Answer, answerOfTake } from "../../core/exchanges/answer.ts";
import type { MeasureName } from "../../core/measures/describe-measures.ts";
import { networkTimesOf } from "../../core/takes/network-times.ts";
import { completeAfter, type TakeDetails, type TakeRow } from "../../core/takes/take.ts";
import { hasAssumedRate } from "../../core/takes/take-file.ts";
import type { CompareMessages, CompareTexts } from "./messages/index.ts";

/** One take's answer as far as it is known. */
export interface KnownAnswer {
  readonly row: TakeRow;
  readonly details: TakeDetails | undefined;
  readonly answer: Answer;
}

/** Puts together what is known of an answer. */
export function knownAnswer(row: TakeRow, details: TakeDetails | undefined): KnownAnswer {
  return { row, details, answer: answerOfTake(row, details) };
}

/** What is said of an answer in words. */
export const words: Partial<
  Record<keyof CompareMessages["table"]["rows"], (known: KnownAnswer) => string | undefined>
> = {
  endpoint: ({ details }) => details?.request.path.split("?", 1)[0],
  mode: ({ row }) => row.mode,
  status: ({ row }) => row.status,
  httpStatus: ({ answer }) => text(answer.status),
  requestId: ({ answer }) => answer.requestId,
  error: ({ answer }) => answer.error?.message,
  code: ({ answer }) => answer.error?.code,
  param: ({ answer }) => answer.error?.param,
  codec: ({ row }) => (row.format?.codec === "other" ? row.format.mediaType : row.format?.codec),
};

export interface Figure {
  readonly read: (known: KnownAnswer) => number | undefined;
  readonly unit: string;
  readonly digits: number;
  /** Whether it has fewer digits where the others are zeros. */
  readonly atMost?: true;
  /** Whether that is a guess. */
  readonly isAssumed?: (known: KnownAnswer) => boolean;
}

const milliseconds = (read: Figure["read"]): Figure => ({ read, unit: "ms", digits: 1 });
const count = (read: Figure["read"], unit = ""): Figure => ({ read, unit, digits: 0 });
const network = ({ details }: KnownAnswer) => networkTimesOf(details?.log.entries ?? []);

/** What is said of an answer in figures. */
export const figures: Partial<Record<keyof CompareMessages["table"]["rows"], Figure>> = {
  characters: count(({ row }) => row.characters),
  headersAt: milliseconds((known) => network(known).headers),
  firstAudio: milliseconds(({ row }) => row.times.firstAudio),
  firstSound: milliseconds(({ row }) => row.times.firstSound),
  ended: milliseconds(({ row }) => completeAfter(row)),
  stalls: count(({ row }) => row.times.stalls?.length),
  chunks: count((known) => network(known).chunks || undefined),
  bytes: count(({ row }) => row.facts?.bytes, "B"),
  duration: { read: ({ row }) => row.facts?.duration, unit: "s", digits: 3 },
  sampleRate: {
    ...count(({ row }) => row.facts?.sampleRate, "Hz"),
    isAssumed: ({ row }) => hasAssumedRate(row),
  },
  channels: count(({ row }) => row.facts?.channels),
  bitrate: { read: ({ row }) => row.facts?.bitrate, unit: "kbit/s", digits: 1, atMost: true },
};

/** A figure with its unit. */
export function figureText(value: number, { unit, digits, atMost }: Figure, { numbers }: CompareTexts): string {
  const text = atMost === true ? numbers.decimal(Number(value.toFixed(digits))) : numbers.fixed(value, digits);
  return unit === "" ? text : `${text} ${unit}`;
}

/** How far one figure lies from the first, with its sign and unit; undefined where there is nothing to say. */
export function differenceOf(
  value: number | undefined,
  first: number | undefined,
  { unit, digits }: Pick<Figure, "unit" | "digits">,
  { numbers }: Pick<CompareTexts, "numbers">,
): string | undefined {
  if (value === undefined || first === undefined || value === first) return undefined;
  const difference = Number((value - first).toFixed(digits));
  if (!Number.isFinite(difference) || difference === 0) return undefined;
  const sign = difference < 0 ? "−" : "+";
  return `${sign}${numbers.fixed(Math.abs(difference), digits)}${unit === "" ? "" : ` ${unit}`}`;
}

/** The units in which measures lie apart. */
export const measureUnits: Readonly<Record<MeasureName, Pick<Figure, "unit" | "digits">>> = {
  peak: { unit: "dB", digits: 2 },
  loudness: { unit: "LU", digits: 2 },
  leadingSilence: { unit: "s", digits: 3 },
  trailingSilence: { unit: "s", digits: 3 },
  clipped: { unit: "", digits: 0 },
  duration: { unit: "s", digits: 3 },
  sampleRate: { unit: "Hz", digits: 0 },
  channels: { unit: "", digits: 0 },
};

function text(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
