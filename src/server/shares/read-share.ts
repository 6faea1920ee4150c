import { parseJson } from "../../contract/json.ts";
import { type SentShare, type SoundKind, sentShareSchema, shareLengthBytes } from "../../contract/shares.ts";
import { createJsonMeter, largestBody } from "../../http/body-bounds.ts";

/** What somebody sent to be shared; undefined where it isn't sound with its details. */
export function readShare(
  bytes: Buffer,
): { readonly details: SentShare; readonly sound: Buffer; readonly kind: SoundKind } | undefined {
  if (bytes.length < shareLengthBytes) return undefined;
  const soundAt = shareLengthBytes + bytes.readUInt32BE(0);
  const sound = bytes.subarray(soundAt);
  const kind = soundKindOf(sound);
  const json = bytes.subarray(shareLengthBytes, soundAt);
  // What costs much to parse isn't parsed.
  if (kind === undefined || json.length > largestBody || !createJsonMeter().read(json)) return undefined;
  const details = sentShareSchema.safeParse(parseJson(json.toString()));
  return details.success ? { details: details.data, sound, kind } : undefined;
}

/** What sound a file is by its first bytes; undefined for any other file. */
function soundKindOf(bytes: Buffer): SoundKind | undefined {
  const begins = (text: string, at = 0) => bytes.toString("latin1", at, at + text.length) === text;
  if (begins("RIFF") && begins("WAVE", 8)) return "wav";
  if (begins("OggS")) return "ogg";
  if (begins("fLaC")) return "flac";
  const [first = 0, second = 0] = bytes;
  // A frame of MPEG, layer III.
  return begins("ID3") || (first === 0xff && (second & 0xe6) === 0xe2) ? "mp3" : undefined;
}
