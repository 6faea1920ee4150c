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
 * Whether a reply with a status of success is audio, and which. A type of audio is believed unless the bytes read as a
 * document or as another format, because services label carelessly; under any other type only bytes that are no text
 * and show what they are count as audio, and as mislabelled. Without a telling type the bytes decide; headerless
 * samples show nothing, so they are taken for what the request asked for.
 */
export function judgeReply({ contentType, bytes, whole, expected }: ReplyStart): Verdict {
  const mediaType = essenceOf(contentType ?? "");
  const untold = mediaType === "" || mediaType === "application/octet-stream" || mediaType === "binary/octet-stream";
  const declared = untold ? undefined : formatOfMediaType(contentType ?? "", expected);
  if (bytes.length < sniffedBytes && !whole) return { kind: "undecided" };
  if (readsAsDocument(bytes)) return { kind: "not_audio" };
  const raw = [declared, expected].find((format) => format !== undefined && "sampleRate" in format);
  const seen = sniffSignature(bytes);
  if (!untold && declared === undefined) {
    if (/^(?:image|video|font)\//.test(mediaType)) return { kind: "not_audio" };
    const format = seen ?? (startsWithMp3Frame(bytes) ? mp3 : holdsNoText(bytes) ? raw : undefined);
    return format === undefined ? { kind: "not_audio" } : { kind: "audio", format, mislabelled: true };
  }
  if (seen !== undefined) return { kind: "audio", format: seen };
  // Samples may look like an MP3 frame by chance, but hardly like any of the longer signatures above.
  if (raw !== undefined && (untold || declared === raw)) return { kind: "audio", format: raw };
  if (startsWithMp3Frame(bytes)) return { kind: "audio", format: mp3 };
  return declared === undefined ? { kind: "not_audio" } : { kind: "audio", format: declared };
}

const mp3: AudioFormat = { codec: "mp3" };

const signatures: readonly (readonly [pattern: RegExp, format: AudioFormat])[] = [
  [/^ID3/, mp3],
  [/^RIFF.{4}WAVE/s, { codec: "wav" }],
  [/^OggS/, { codec: "ogg" }],
  [/^fLaC/, { codec: "flac" }],
  [/^.{4}ftyp/s, { codec: "other", mediaType: "audio/mp4" }],
  [/^.Eß£/s, { codec: "other", mediaType: "audio/webm" }],
];

/**
 * Whether among the first bytes are some that stand in no text, whatever its charset: samples have them in their
 * silence.
 */
function holdsNoText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, sniffedBytes).some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127);
}

function sniffSignature(bytes: Uint8Array): AudioFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, sniffedBytes));
  return signatures.find(([pattern]) => pattern.test(start))?.[1];
}

/** The head of an MPEG layer III frame: eleven set bits and no reserved version, layer, bitrate or sample rate. */
function startsWithMp3Frame(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  const [version, layer, bitrate, rate] = [(second >> 3) & 3, (second >> 1) & 3, third >> 4, (third >> 2) & 3];
  const known = version !== 1 && layer === 1 && bitrate !== 0 && bitrate !== 15 && rate !== 3;
  return first === 0xff && (second & 0xe0) === 0xe0 && known;
}

/** Whether the bytes begin as JSON or markup does, whatever the type says. */
function readsAsDocument(bytes: Uint8Array): boolean {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, sniffedBytes)).replace(/^ï»¿/, "").trimStart();
  return /^(?:\{\s*["}]|\[\s*[{"\]]|<(?:!doctype|html|head|body|\?xml|!--))/i.test(start);
}

const mediaTypeCodecs: Readonly<Record<string, ContainerCodec>> = {
  "audio/mpeg": "mp3",
  "audio/mp3": "mp3",
  "audio/x-mp3": "mp3",
  "audio/x-mpeg": "mp3",
  "audio/wav": "wav",
  "audio/wave": "wav",
  "audio/x-wav": "wav",
  "audio/vnd.wave": "wav",
  "audio/ogg": "ogg",
  "application/ogg": "ogg",
  "audio/opus": "ogg",
  "audio/flac": "flac",
  "audio/x-flac": "flac",
};

/**
 * The format that a Content-Type names, or undefined when it names no audio. `rate` and `channels` of headerless
 * samples come from the type's parameters, unless no browser plays those, else from `expected`.
 */
function formatOfMediaType(contentType: string, expected: AudioFormat | undefined): AudioFormat | undefined {
  const mediaType = essenceOf(contentType);
  const container = Object.hasOwn(mediaTypeCodecs, mediaType) ? mediaTypeCodecs[mediaType] : undefined;
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

function essenceOf(contentType: string): string {
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
