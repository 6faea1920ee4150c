import type { AudioFormat, ContainerCodec } from "../audio/base/format.ts";
import { rawCodecOf } from "../contract/raw-media-types.ts";
import { isPlayableChannels, isPlayableRate } from "../contract/sample-bounds.ts";

/** The verdict on a reply from its Content-Type and first bytes. */
export type Verdict =
  | {
      readonly kind: "audio";
      readonly format: AudioFormat;
      /** Set where the header names something else than audio: it is kept, and played when a person asks for it. */
      readonly mislabelled?: true;
    }
  | { readonly kind: "not_audio" }
  /** More bytes are needed. */
  | { readonly kind: "undecided" };

/** What is known of a reply's body so far. */
export interface ReplyStart {
  /** The Content-Type header; undefined when there is none. */
  readonly contentType: string | undefined;
  readonly bytes: Uint8Array;
  /** Whether `bytes` is all there will be. */
  readonly whole: boolean;
  /** What the request asked for. */
  readonly expected: AudioFormat | undefined;
}

/** The usual rate of headerless samples of Model B's kind, in hertz; the document names none. */
const defaultRawSampleRate = 22_050;
/** The bytes in which a format shows itself. */
const sniffedBytes = 12;
/**
 * So many bytes that may all stand in a text are waited for before they are taken for one, and so many are looked at
 * where they are there: samples of 8 bits may stay on one side of zero for a while.
 */
const [leastText, mostText] = [64, 512];

/**
 * Whether a reply with a status of success is audio, and which. A type of audio is believed unless the bytes read as
 * text or as another format, because services label carelessly; under any other type only bytes that are no text and
 * show what they are count as audio, and as mislabelled. Without a telling type the bytes decide; headerless samples
 * show nothing, so they are taken for what the request asked for.
 */
export function judgeReply({ contentType, bytes, whole, expected }: ReplyStart): Verdict {
  const mediaType = essenceOf(contentType ?? "");
  const untold = /^(?:(?:application|binary)\/octet-stream)?$/.test(mediaType);
  const declared = untold ? undefined : formatOfMediaType(contentType ?? "", expected);
  if (bytes.length < sniffedBytes && !whole) return { kind: "undecided" };
  const raw = [declared, expected].find((format) => format !== undefined && "sampleRate" in format);
  // As Latin-1: a character for each byte.
  const start = String.fromCharCode(...bytes.subarray(0, mostText));
  const seen = signatures.find(([pattern]) => pattern.test(start))?.[1];
  const mayBeText = seen === undefined && bytesOfText.test(start);
  // Only where samples are likely do their bytes tell more than such a beginning.
  const likelySamples = untold || (declared !== undefined && "sampleRate" in declared);
  const isDocument = seen === undefined && beginOfDocument.test(start);
  if (isDocument && (!likelySamples || bytesOfText.test(start.slice(0, sniffedBytes)))) return { kind: "not_audio" };
  if (mayBeText && !whole && bytes.length < leastText && (raw ?? declared)) return { kind: "undecided" };
  if (!untold && declared === undefined) {
    // A picture's bytes are like samples, and some containers of sound are those of films as well.
    const isPicture = /^(?:image|video|font)\//.test(mediaType);
    const format = seen ?? (startsWithMp3Frame(bytes) ? mp3 : mayBeText || isPicture ? undefined : raw);
    if (format === undefined || (isPicture && ["other", "ogg"].includes(format.codec))) return { kind: "not_audio" };
    return { kind: "audio", format, mislabelled: true };
  }
  if (seen !== undefined) return { kind: "audio", format: seen };
  // Letters without a space or a mark are no text of any length: samples of 8 bits a little off zero read so.
  const isText = mayBeText && utf8.test(start) && (bytes.length < leastText || /[^0-~]/.test(start));
  if (isText) return { kind: "not_audio" };
  // Samples may look like an MP3 frame by chance, but hardly like any of the longer signatures above.
  if (raw !== undefined && (untold || declared === raw)) return { kind: "audio", format: raw };
  if (startsWithMp3Frame(bytes)) return { kind: "audio", format: mp3 };
  return declared === undefined ? { kind: "not_audio" } : { kind: "audio", format: declared };
}

const mp3: AudioFormat = { codec: "mp3" };

const signatures: readonly (readonly [pattern: RegExp, format: AudioFormat])[] = [
  [/^ID3[^ -~]/, mp3],
  [/^RIFF.{4}WAVE/s, { codec: "wav" }],
  [/^OggS/, { codec: "ogg" }],
  [/^fLaC/, { codec: "flac" }],
  [/^.{4}ftyp/s, { codec: "other", mediaType: "audio/mp4" }],
  [/^.Eß£/s, { codec: "other", mediaType: "audio/webm" }],
];

/** The bytes of text in few charsets are others: samples have such others in their silence. */
const bytesOfText = /^[\t-\r -~\x80-þ]*$/;
/** Text in UTF-8, be it cut within a character: hardly any samples are as close to it as this. */
const utf8 = /^(?:[\t-~]|[Â-ô][\x80-¿]{1,3})*[Â-ô]?$/;
/** What JSON and markup begin with, whatever the charset. Two bytes alone are common among samples of 8 bits. */
const beginOfDocument = /^(?:ï»¿)?\s*(?:(?:\[\s*)?[{[]\s*"[\t-~\x80-þ]{4}|<(?:!doctype|html|head|body|\?xml|!--))/i;

/** The head of an MPEG layer III frame: eleven set bits and no reserved version, layer, bitrate or sample rate. */
function startsWithMp3Frame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const [version, layer, bitrate, rate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  const known = version !== 1 && layer === 1 && bitrate !== 0 && bitrate !== 15 && rate !== 3;
  return first === 0xff && (second & 0xe0) === 0xe0 && known;
}

const containers: readonly (readonly [pattern: RegExp, codec: ContainerCodec])[] = [
  [/^audio\/(?:x-)?mp(?:3|eg)$/, "mp3"],
  [/^audio\/(?:x-|vnd\.)?wave?$/, "wav"],
  [/^(?:(?:audio|application)\/(?:x-)?ogg|audio\/opus)$/, "ogg"],
  [/^audio\/(?:x-)?flac$/, "flac"],
];

/** The codec of a media type that names its container. */
export function containerOf(mediaType: string): ContainerCodec | undefined {
  return containers.find(([pattern]) => pattern.test(mediaType))?.[1];
}

/**
 * The format that a Content-Type names, or undefined when it names no audio. `rate` and `channels` of headerless
 * samples come from the type's parameters, unless no browser plays those, else from `expected`.
 */
function formatOfMediaType(contentType: string, expected: AudioFormat | undefined): AudioFormat | undefined {
  const mediaType = essenceOf(contentType);
  const container = containerOf(mediaType);
  if (container !== undefined) return { codec: container };
  const known = expected !== undefined && "sampleRate" in expected ? expected : undefined;
  const codec = rawCodecOf(mediaType, known?.codec);
  if (codec === undefined) return mediaType.startsWith("audio/") ? { codec: "other", mediaType } : undefined;
  const rate = parameterOf(contentType, "rate", isPlayableRate);
  return {
    codec,
    sampleRate: rate ?? known?.sampleRate ?? defaultRawSampleRate,
    channels: parameterOf(contentType, "channels", isPlayableChannels) ?? known?.channels ?? 1,
    ...(rate === undefined ? { rateAssumed: true } : {}),
  };
}

/** A Content-Type without its parameters, in lower case. */
export function essenceOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

function parameterOf(contentType: string, name: string, isUsable: (value: number) => boolean): number | undefined {
  const [, ...parameters] = contentType.toLowerCase().split(";");
  for (const parameter of parameters) {
    const [key = "", value = ""] = parameter.split("=");
    const number = Number(value.trim().replaceAll('"', ""));
    if (key.trim() === name && isUsable(number)) return number;
  }
  return undefined;
}
