import { isRaw } from "../../audio/base/format.ts";
import type { TakeSound } from "../takes/take.ts";
import { playable } from "./export-takes.ts";

/** What MP3 has at most that isn't compressed once more, in kilobits per second. */
const lightRate = 96;

/**
 * A sound as a file that any browser plays and that travels lightly: samples, and MP3 of many bits, become MP3 of few;
 * all else stays as it came. So do they where they can't be encoded, or the encoder doesn't come.
 */
export async function smallSound(sound: TakeSound): Promise<Blob> {
  const { format, facts } = sound;
  const file = playable(sound);
  const isHeavy = isRaw(format) || format.codec === "wav" || (facts.bitrate ?? 0) > lightRate;
  if (!isHeavy) return file;
  try {
    const { encodeMp3 } = await import("../../audio/encoders/encode-mp3.ts");
    const encoded = await encodeMp3(sound.blob, format);
    return encoded !== undefined && encoded.size < file.size ? encoded : file;
  } catch {
    return file;
  }
}
