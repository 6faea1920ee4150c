import { isRaw } from "../../audio/base/format.ts";
import type { TakeSound } from "../takes/take.ts";
import { playable } from "./export-takes.ts";

/**
 * A sound as a file that any browser plays and that travels lightly: plain samples become MP3, all else stays as it
 * came. So do they where they can't be encoded, or the encoder doesn't come.
 */
export async function smallSound(sound: TakeSound): Promise<Blob> {
  const file = playable(sound);
  if (!isRaw(sound.format) && sound.format.codec !== "wav") return file;
  try {
    const { encodeMp3 } = await import("../../audio/encoders/encode-mp3.ts");
    const encoded = await encodeMp3(sound.blob, sound.format);
    return encoded !== undefined && encoded.size < file.size ? encoded : file;
  } catch {
    return file;
  }
}
