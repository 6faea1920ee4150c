import { decoderFor } from "../../api/body-text.ts";
import type { Conversation } from "../../api/conversation.ts";
import type { SocketClose } from "../../api/errors.ts";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { judgeReply } from "../../api/reply-format.ts";
import { type AudioFormat, isRateAssumed, isRaw } from "../../audio/base/format.ts";
import type { AudioBytes } from "../../audio/base/source.ts";
import { type AudioFacts, createAudioMeter } from "../../audio/formats/audio-facts.ts";
import { expectedFormat } from "../../audio/formats/expected-format.ts";
import type { KeptSound } from "../../audio/formats/playable-file.ts";
import { strayBytes } from "../../audio/formats/stray-bytes.ts";
import { joinBytes } from "../../contract/bytes.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { judgeFrameOrder, type OrderRemark, type SocketStep } from "../../contract/frame-order.ts";
import { parseFrame } from "../../contract/frames.ts";
import { languageHeard } from "../../contract/hearing.ts";
import { parseJson, property } from "../../contract/json.ts";
import { findModel } from "../../contract/models/index.ts";
import { readPlaygroundClose } from "../../contract/playground.ts";
import { effectiveValues, resolveRequest } from "../../contract/resolve.ts";
import {
  parseProgress,
  parseTimestamps,
  type TimesAsTold,
  type Timestamps,
  timesAsTold,
} from "../../contract/timestamps.ts";
import { type CheckRequest, type Spoken, spokenBy } from "../checks/check.ts";
import { heardFigures } from "../checks/expectation.ts";
import type { Observation } from "../checks/observation.ts";
import { wordErrorRate } from "../checks/word-errors.ts";
import type { HearWords } from "./hear.ts";
import type { MeasureSound, Measures } from "./measure.ts";

/** What one answer brought: what is judged, and what a person can look at. */
export interface Seen {
  readonly observation: Observation;
  /** Text that came, at most {@link keptText} characters of it. */
  readonly text: string | undefined;
  readonly sound: KeptSound | undefined;
}

/** The most of an answer's text that is kept, in UTF-16 units. */
const keptText = 8_000;
/** Longer texts are read as JSON too: a timestamps document of a long task. */
const mostText = 32 << 20;

export interface ObserveOptions {
  readonly request: CheckRequest;
  readonly measure: MeasureSound | undefined;
  readonly signal: AbortSignal;
  /** Whether something is expected that has to be listened for. */
  readonly listens: boolean;
  /** What was to be spoken, where the words that are heard are looked at. */
  readonly words?: Spoken | undefined;
  readonly hearWords?: HearWords | undefined;
  /** The length of the sound that times belong to, in seconds, where it came in another answer. */
  readonly duration?: number | undefined;
}

/** Reads an answer over HTTP. Never throws but for the signal's reason. */
export async function observeAnswer(answer: ExchangeAnswer, options: ObserveOptions): Promise<Seen> {
  const { status, headers, body, times } = answer;
  const bytes = new Uint8Array(await body.arrayBuffer());
  const expected = expectedOf(options.request);
  const reply = { contentType: headers.find(([name]) => name === "content-type")?.[1], bytes, whole: true, expected };
  const isPart = status === 206;
  const verdict = status < 300 && bytes.length > 0 && !isPart ? judgeReply(reply) : undefined;
  const figures = { bytes: bytes.length, first_byte: times.firstByte ?? times.headers, end: times.end };
  const broken = answer.broken ? ({ broken: true } as const) : {};
  const base = { status, headers, bytes, ...broken, script: spokenBy(options.request)?.text } as const;
  // An answer under the header of something else is none of sound: what is expected of one isn't met.
  if (verdict?.kind === "audio" && verdict.mislabelled !== true) {
    const { facts, ...heard } = await hear(body, bytes, verdict.format, options);
    return {
      observation: { ...base, ...heard, figures: { ...figures, ...heard.figures } },
      text: undefined,
      sound: { blob: body, format: verdict.format, facts },
    };
  }
  const isText = isTextual(body.type, bytes);
  // Under a type of sound only text is none: it is shown, and not judged.
  const isShown = isText || (verdict?.kind === "not_audio" && /^audio\//i.test(body.type));
  const said = isShown ? decoderFor(reply.contentType).decode(bytes.subarray(0, mostText)) : undefined;
  const text = isText ? said : undefined;
  const json = text === undefined ? undefined : parseJson(text);
  const read = json === undefined || status >= 300 ? undefined : parseTimestamps(json, options.duration);
  const words = read !== undefined && read.timings.length > 0 ? read : undefined;
  return {
    observation: {
      ...base,
      ...(json === undefined ? {} : { json }),
      ...(status >= 400 && text !== undefined ? { error: parseErrorBody(text) } : {}),
      figures: { ...figures, ...(words === undefined ? {} : { words: words.timings.length }) },
      ...(words === undefined ? {} : timesOf(words, [timesAsTold(json)])),
    },
    text: said?.slice(0, keptText),
    sound: undefined,
  };
}

/** Reads a conversation over a WebSocket. */
export async function observeConversation(conversation: Conversation, options: ObserveOptions): Promise<Seen> {
  const { frames, close, end } = conversation;
  const read = frames.map((frame) => (frame.kind === "text" ? parseFrame(frame.text) : undefined));
  const letters = read.map((frame) => (frame === undefined ? "b" : (frameLetters[frame.type] ?? "o"))).join("");
  const bytes = joinBytes(frames.flatMap((frame) => (frame.kind === "binary" ? [frame.bytes] : [])));
  const error = read.find((frame) => frame?.type === "error");
  const progress = read.flatMap((frame) => (frame?.type === "progress" ? [frame.data] : []));
  const verdict =
    bytes.length === 0
      ? undefined
      : judgeReply({ contentType: undefined, bytes, whole: true, expected: expectedOf(options.request) });
  const format = verdict?.kind === "audio" ? verdict.format : undefined;
  const blob = new Blob([bytes]);
  const { facts, ...heard }: Partial<Hearing> = format === undefined ? {} : await hear(blob, bytes, format, options);
  const words = progress.length === 0 ? undefined : parseProgress(progress, heard.figures?.duration);
  return {
    observation: {
      headers: [],
      frames: letters,
      order: orderOf(conversation),
      bytes,
      script: spokenBy(options.request)?.text,
      ...heard,
      ...(error === undefined ? {} : { error: parseErrorBody(error.text) }),
      ...(words === undefined ? {} : timesOf(words, progress.map(timesAsTold))),
      figures: {
        bytes: bytes.length,
        first_byte: frames.find(({ kind }) => kind === "binary")?.at ?? frames[0]?.at,
        end,
        close_code: closeCodeOf(close),
        ...heard.figures,
        ...(words === undefined ? {} : { words: words.timings.length }),
      },
    },
    text: frames
      .flatMap((frame) => (frame.kind === "text" ? [frame.text] : []))
      .join("\n")
      .slice(0, keptText),
    sound: format === undefined ? undefined : { blob, format, facts },
  };
}

/** What a conversation did otherwise than section 6 says; what was sent went first. */
function orderOf({ frames, close }: Conversation): readonly OrderRemark[] {
  const received = frames.map((frame): SocketStep => {
    return { kind: "received", type: frame.kind === "binary" ? frame.kind : parseFrame(frame.text).type };
  });
  const end: readonly SocketStep[] = close === undefined ? [] : [{ kind: "closed", by: "service", ...close }];
  return judgeFrameOrder([{ kind: "sent" }, ...received, ...end], true).map(({ remark }) => remark);
}

/** By which a connection is said to have ended without a close frame (RFC 6455, section 7.1.5). */
const noCloseFrame = 1_006;

/**
 * The code that the service closed with: neither what the playground's server says in its place, nor that nothing came.
 */
function closeCodeOf(close: SocketClose | undefined): number | undefined {
  if (close === undefined || close.code === noCloseFrame) return undefined;
  return readPlaygroundClose(close.reason) === undefined ? close.code : undefined;
}

const frameLetters: Readonly<Record<string, string>> = { progress: "p", complete: "c", error: "e" };

/** The answer to the making of a task, with what became of the task laid over it. */
export function withTask(
  made: Seen,
  last: Seen | undefined,
  content: Seen | undefined,
  timestamps: Seen | "none" | undefined,
): Seen {
  const task = property(last?.observation.json, "status");
  const named = timestamps === "none" ? undefined : timestamps;
  const isBroken = [made, last, content, named].some((seen) => seen?.observation.broken);
  const times = named?.observation;
  return {
    observation: {
      ...made.observation,
      ...(isBroken ? { broken: true } : {}),
      ...(typeof task === "string" ? { task } : {}),
      ...(timestamps === "none" ? { timeless: true } : {}),
      ...(content?.observation.codec === undefined ? {} : heardOf(content.observation)),
      ...(times?.timings === undefined
        ? {}
        : { timings: times.timings, granularity: times.granularity, told: times.told, unit: times.unit }),
      figures: {
        ...made.observation.figures,
        ...(content?.observation.codec === undefined ? {} : content.observation.figures),
        ...(times?.timings === undefined ? {} : { words: times.timings.length }),
      },
    },
    text: [made.text, last?.text].filter((text) => text !== undefined).join("\n"),
    sound: content?.sound,
  };
}

type Heard = Pick<Observation, "codec" | "windows" | "unmeasured" | "heard" | "unheard" | "figures">;
type Hearing = Heard & { readonly facts: AudioFacts };

function heardOf({ codec, windows, unmeasured, heard, unheard }: Observation): Omit<Heard, "figures"> {
  return { codec, windows, unmeasured, heard, unheard };
}

async function hear(blob: Blob, bytes: AudioBytes, format: AudioFormat, options: ObserveOptions): Promise<Hearing> {
  const { request, measure, signal, listens } = options;
  const meter = createAudioMeter(format);
  meter.append(bytes);
  const facts = meter.facts();
  const measured =
    listens && measure !== undefined ? await measure(blob, format, signal).catch(() => undefined) : undefined;
  const { heard, unheard } = await wordsIn(blob, format, options);
  signal.throwIfAborted();
  const duration = facts.duration ?? measured?.duration;
  return {
    facts,
    codec: format.codec === "other" ? format.mediaType : format.codec,
    ...(measured === undefined ? {} : { windows: measured.voice.windows }),
    heard,
    unheard,
    unmeasured: unmeasuredOf(format, facts, duration, listens ? measured : undefined),
    figures: {
      duration,
      sample_rate: facts.sampleRate,
      channels: facts.channels,
      bitrate: facts.bitrate,
      leading_silence: measured?.leadingSilence,
      trailing_silence: measured?.trailingSilence,
      loudness: measured?.loudness,
      peak: measured?.peak,
      pitch: measured?.voice.pitch,
      halves: measured?.voice.halves,
      pace: measured === undefined ? undefined : paceOf(spokenBy(request)?.text ?? "", measured),
      stray: strayBytes(bytes, format),
      word_errors: heard === undefined ? undefined : wordErrorRate(options.words?.text ?? "", heard),
    },
  };
}

/** The words that are heard in a sound, or why they aren't; neither where nobody asks for them. */
async function wordsIn(
  blob: Blob,
  format: AudioFormat,
  { words, hearWords, signal }: ObserveOptions,
): Promise<Pick<Heard, "heard" | "unheard">> {
  if (words === undefined) return {};
  try {
    const heard = await hearWords?.(blob, format, languageHeard(words.model, words.voice, words.text), signal);
    return heard === undefined ? { unheard: "no_recogniser" } : { heard: heard.text };
  } catch {
    return { unheard: "unmeasured" };
  }
}

/** What of headerless samples only their rate tells, which nothing that came names. */
const untoldByBytes = [
  ...(["duration", "sample_rate", "bitrate", "leading_silence", "trailing_silence", "loudness"] as const),
  ...(["pitch", "pace", "likeness", "word_errors"] as const),
];

/**
 * What can't be told here of a sound in `format`. Bytes in which no frame or sample of theirs is found are no sound:
 * what is expected of one isn't met.
 *
 * @param measured what was heard; undefined where nothing listened, or the sound couldn't be decoded.
 */
function unmeasuredOf(
  format: AudioFormat,
  { duration: read, noise }: AudioFacts,
  duration: number | undefined,
  measured: Measures | undefined,
): Observation["unmeasured"] {
  const isCounted = format.codec === "mp3" || format.codec === "wav" || isRaw(format);
  if (isCounted && (read === undefined || noise === true)) return [];
  const unread = isCounted ? [] : (["sample_rate", "channels", "bitrate"] as const);
  const ofLength = duration === undefined ? (["duration"] as const) : [];
  const ofRate = isRateAssumed(format) ? untoldByBytes : [];
  return [
    ...unread,
    ...ofLength,
    ...ofRate,
    ...(measured === undefined ? ([...heardFigures, "likeness"] as const) : []),
  ];
}

/** A character of these stands for a syllable or more, as about three letters of an alphabet do. */
const syllables = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Letters of `text` a second of what isn't silence around it. */
function paceOf(text: string, { duration, leadingSilence, trailingSilence }: Measures): number | undefined {
  const letters = [...text].reduce(
    (sum, character) => sum + (syllables.test(character) ? 3 : /[\p{L}\p{N}]/u.test(character) ? 1 : 0),
    0,
  );
  const seconds = duration - leadingSilence - trailingSilence;
  return letters === 0 || seconds <= 0 ? undefined : letters / seconds;
}

/** The sound that a request should bring, by its own words; headerless samples tell nothing of themselves. */
function expectedOf(request: CheckRequest): AudioFormat | undefined {
  const spoken = spokenBy(request);
  const model = findModel(spoken?.model);
  if (spoken === undefined || model === undefined) return undefined;
  return expectedFormat(model.output(effectiveValues(resolveRequest(model, spoken.body, spoken.endpoint))));
}

function timesOf(
  { timings, granularity, unit }: Timestamps,
  told: readonly TimesAsTold[],
): Pick<Observation, "timings" | "granularity" | "told" | "unit"> {
  return { timings, granularity, unit, told };
}

function isTextual(type: string, bytes: Uint8Array): boolean {
  if (/json|text|xml|html/i.test(type)) return true;
  return type === "" && bytes.length > 0 && bytes.length < keptText;
}
