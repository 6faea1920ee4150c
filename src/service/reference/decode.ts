import { decodeMp3, isMp3 } from "./decode-mp3.ts";
import { decodeWav, isWav } from "./decode-wav.ts";
import { measuredSeconds, type Recording } from "./recording.ts";
import { ReferenceUnusableError } from "./unusable.ts";

/**
 * Decodes the first minute of a recording. Its kind is told by its bytes: what a server calls it says nothing.
 *
 * @throws ReferenceUnusableError when it is neither MP3 nor WAV, or holds no sound.
 */
export async function decodeRecording(bytes: Uint8Array): Promise<Recording> {
  if (isWav(bytes)) return decodeWav(bytes, measuredSeconds);
  if (isMp3(bytes)) return await decodeMp3(bytes, measuredSeconds);
  throw new ReferenceUnusableError("not_audio");
}
