import { type AudioFormat, fileEndingOf, isRateAssumed, isRaw } from "../../audio/base/format.ts";
import { type KeptSound, playableFileOf } from "../../audio/formats/playable-file.ts";
import { fileNameOf } from "../page/file-name.ts";
import { emotionInName } from "./emotion-values.ts";
import { type TakeRow, voicesOf } from "./take.ts";

/**
 * How a sound is saved: as a file that any player opens, or byte for byte as it came. What most sounds are needs no
 * change for the first.
 */
export type SavedAs = "playable" | "raw";

/** How the name of a saved sound of `format` ends, such as `.mp3` or `-22050Hz.pcm`. */
function savedEndingOf(format: AudioFormat, as: SavedAs): string {
  return as === "playable" && isRaw(format) ? ".wav" : fileEndingOf(format);
}

/** The name under which a take's sound is saved: the voice, and the name that a person gave it or its first words. */
export function takeFileName(
  take: Pick<TakeRow, "emotion" | "name" | "excerpt"> & Parameters<typeof voicesOf>[0],
  format: AudioFormat,
  as: SavedAs,
): string {
  const { emotion, name, excerpt } = take;
  return fileNameOf(voicesOf(take), name || excerpt, savedEndingOf(format, as), emotionInName(emotion));
}

/** The file of a kept sound. */
export function takeFileOf(sound: KeptSound, as: SavedAs): Blob {
  return as === "playable" ? playableFileOf(sound) : sound.blob;
}

/** Whether the sample rate that is shown of a take is a guess. */
export function hasAssumedRate({ format }: Pick<TakeRow, "format">): boolean {
  return isRateAssumed(format);
}

/** Whether a take's sound is samples without a header, which no ordinary player opens as they came. */
export function isHeaderless({ format }: Pick<TakeRow, "format">): boolean {
  return format !== undefined && isRaw(format);
}
