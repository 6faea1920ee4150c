import { containerOf, essenceOf } from "../../api/reply-format.ts";
import { lettersOf } from "../../conformance/checks/judge.ts";
import { isJsonObject, type JsonObject, property } from "../../contract/json.ts";
import { rawCodecOf } from "../../contract/raw-media-types.ts";
import { type Endpoint, taskIdPattern } from "../../contract/routes.ts";
import { overhang, parseProgress, type TimesAsTold, timesAsTold } from "../../contract/timestamps.ts";
import type { SoundInspection } from "./inspect-sound.ts";
import type { RemarkCode } from "./remark-codes.ts";

/** A remark, and what gave rise to it, as it came or counted. */
export interface Remark {
  readonly code: RemarkCode;
  readonly was?: string;
}

/** Everything that came for one request, as far as remarks are about it. What isn't known is absent. */
export interface Came {
  readonly endpoint: Endpoint;
  /** Of the answer that brought the sound: the speech route's, or the one to a task's content. */
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly contentLanguage?: string | undefined;
  /** BCP 47 tag of the voice; absent where it has none or several. */
  readonly voiceLocale?: string | undefined;
  /** The codec that was asked for, and the one that came; a media type where nothing more is known of it. */
  readonly askedCodec?: string | undefined;
  readonly codec?: string | undefined;
  /** The rate of headerless samples in hertz, where nothing that came tells it. */
  readonly assumedRate?: number | undefined;
  /** What the service says of what it spoke otherwise than it was asked for. */
  readonly note?: string | undefined;
  readonly sound?: SoundInspection | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  /** What the service said of the words, as it came: `progress` frames, or a timestamps document. */
  readonly words: readonly unknown[];
  readonly timesProblem?: string | undefined;
  /** Undefined where the words are those of a part of it. */
  readonly script?: string | undefined;
  /**
   * Fields that were sent under several names with values that differ: the names, the one that is taken to win first.
   */
  readonly aliases: readonly (readonly string[])[];
  /** The answer to a task's request. */
  readonly taskAnswer?: unknown;
  readonly taskId?: string | undefined;
  /** How many remarks there are on the order of a WebSocket's frames. */
  readonly frameFindings: number;
}

/** What is to be remarked, in the order of {@link remarkCodes}. Nothing for an answer as documented. */
export function remarksOn(came: Came): readonly Remark[] {
  return [...answerRemarks(came), ...soundRemarks(came), ...timesRemarks(came), ...otherRemarks(came)];
}

type Found = readonly (Remark | false | undefined)[];

const present = (found: Found): readonly Remark[] => found.flatMap((each) => (each ? [each] : []));

function answerRemarks(came: Came): readonly Remark[] {
  const { codec, contentType, contentEncoding = "", contentLanguage, voiceLocale, status } = came;
  const named = codecOfType(contentType, codec);
  const isOther = codec !== undefined && named !== undefined && named !== codec;
  const spoken = contentLanguage?.split(",").map((tag) => primaryOf(tag));
  const isForeign = voiceLocale !== undefined && spoken !== undefined && !spoken.includes(primaryOf(voiceLocale));
  return present([
    codec !== undefined && status !== undefined && status !== 200 && { code: "status", was: String(status) },
    isOther && { code: "type", was: contentType ?? "" },
    !/^(?:identity)?$/i.test(contentEncoding) && { code: "encoding", was: contentEncoding },
    isForeign && { code: "language", was: contentLanguage ?? "" },
  ]);
}

/** As many characters of a note are shown. */
const longestNote = 300;

function soundRemarks({ askedCodec, codec, assumedRate, note, sound }: Came): readonly Remark[] {
  if (codec === undefined) return [];
  const count = (code: RemarkCode, bytes: number): Remark | false => bytes > 0 && { code, was: String(bytes) };
  return present([
    askedCodec !== undefined && askedCodec !== codec && { code: "other_codec", was: askedCodec },
    count("truncated", sound?.missing ?? 0),
    count("bytes_behind", sound?.behind ?? 0),
    count("stray_bytes", sound?.stray ?? 0),
    (sound?.parts ?? 1) > 1 && { code: "joined", was: String(sound?.parts) },
    count("odd_samples", sound?.half ?? 0),
    assumedRate !== undefined && { code: "assumed_rate", was: String(assumedRate) },
    note !== undefined && { code: "note", was: note.slice(0, longestNote) },
  ]);
}

function timesRemarks({ endpoint, words, duration, script, timesProblem }: Came): readonly Remark[] {
  const documents = words.map((document) =>
    timesAsTold(document).entries.filter(({ start, end }) => !Number.isNaN(start + end)),
  );
  const times = documents.flat();
  const { unit, timings } = parseProgress(words, duration);
  const perSecond = unit === "seconds" ? 1 : 1_000;
  const seconds = (time: number): string => String(Math.round((time / perSecond) * 1_000) / 1_000);
  const unread = endpoint === "tasks" && times.length === 0 && !isSilent(words, script) ? words.slice(0, 1) : [];
  // In their own order: what was sorted would read as something else.
  const isScript = script !== undefined && lettersOf(times.map(({ text }) => text).join(" ")) === lettersOf(script);
  // Each of several frames may say again what the ones before it said, unless each word came once.
  const [backwards = isScript ? undefined : earlierThanTold(documents)] = (isScript ? [times] : documents).flatMap(
    (list) => list.find(({ start, end }, at) => end < start || start < (list[at - 1]?.start ?? start)) ?? [],
  );
  const negative = times.find(({ start, end }) => start < 0 || end < 0);
  const last = Math.max(0, ...times.slice(-mostLooked).map(({ end }) => end));
  const isBeyond = duration !== undefined && last / perSecond > duration + overhang;
  const said = lettersOf(timings.map(({ text }) => text).join(" "));
  return present([
    timesProblem !== undefined && { code: "times_failed", was: timesProblem },
    ...unread.map((document): Remark => ({ code: "times_failed", was: beginningOf(document) })),
    backwards !== undefined && {
      code: "times_backwards",
      was: `${seconds(backwards.start)}–${seconds(backwards.end)}`,
    },
    negative !== undefined && { code: "times_negative", was: seconds(Math.min(negative.start, negative.end)) },
    isBeyond && { code: "times_beyond", was: seconds(last) },
    times.length > 0 && script !== undefined && !isScript && said !== lettersOf(script) && { code: "times_script" },
  ]);
}

/** Whether a document without any time is right: there is a list for them, and nothing is said. */
function isSilent(documents: readonly unknown[], script: string | undefined): boolean {
  return (
    lettersOf(script ?? "") === "" &&
    documents.every((document) =>
      [document, ...Object.values(Object(document))].some((list) => Array.isArray(list) && list.length === 0),
    )
  );
}

function beginningOf(document: unknown): string {
  const text = typeof document === "string" && document !== "" ? document : JSON.stringify(document);
  return text.slice(0, longestNote);
}

/**
 * What begins before something that an earlier frame told. A frame that says a word of those again is about the same
 * stretch of sound, and what lies in the time of one says it more exactly.
 */
function earlierThanTold(documents: readonly TimesAsTold["entries"][]): TimesAsTold["entries"][number] | undefined {
  const told = new Map<string, TimesAsTold["entries"][number]>();
  let latest = Number.NEGATIVE_INFINITY;
  for (const entries of documents) {
    const isNew = !entries.some(({ text }) => told.has(text));
    const earlier = entries.find((entry) => isNew && entry.start < latest && !liesIn([...told.values()], entry));
    if (earlier !== undefined) return earlier;
    for (const entry of entries) {
      told.set(entry.text, entry);
      latest = Math.max(latest, entry.start);
    }
  }
  return undefined;
}

function liesIn(times: TimesAsTold["entries"], { start, end }: TimesAsTold["entries"][number]): boolean {
  const middle = (start + end) / 2;
  return times.some((time) => time.start <= middle && middle <= time.end);
}

/** The last end is looked for among so many of the last times: no call takes all those of a long task as arguments. */
const mostLooked = 10_000;

function otherRemarks({ aliases, taskAnswer, taskId, frameFindings }: Came): readonly Remark[] {
  const object: JsonObject = isJsonObject(taskAnswer) ? taskAnswer : {};
  const isWrapped = taskId !== undefined && taskAnswer !== undefined && String(property(object, "id")) !== taskId;
  const isUnusual = taskId !== undefined && (!taskIdPattern.test(taskId) || typeof property(object, "id") === "number");
  return present([
    ...aliases.map((names): Remark => ({ code: "aliases", was: names.join(", ") })),
    isUnusual && { code: "task_id", was: taskId ?? "" },
    isWrapped && { code: "task_wrapped" },
    frameFindings > 0 && { code: "frames", was: String(frameFindings) },
  ]);
}

/**
 * The codec that a Content-Type names; undefined for one that names none, such as `application/octet-stream`. Some say
 * samples of either codec: then it is the one that came.
 */
function codecOfType(contentType = "", codec = ""): string | undefined {
  const type = essenceOf(contentType);
  if (type === "" || /\/octet-stream$/.test(type)) return undefined;
  const raw = rawCodecOf(type, codec === "pcm_mulaw" ? codec : undefined);
  return raw ?? containerOf(type) ?? type;
}

/** The language of a tag, Mandarin and Cantonese as Chinese. */
function primaryOf(tag: string): string {
  const primary = tag.trim().toLowerCase().split("-", 1)[0] ?? "";
  return /^(?:cmn|yue|wuu|nan)$/.test(primary) ? "zh" : primary === "nb" || primary === "nn" ? "no" : primary;
}
