import { decodeRecording } from "../../reference/decode.ts";
import { ReferenceUnusableError } from "../../reference/unusable.ts";
import { measureRecording } from "./measure.ts";
import type { MeasuringAnswer } from "./messages.ts";

/** Decodes and measures a recording, given as the bytes of an MP3 or WAV file; runs in a thread of its own. */
export default async function measureFile(bytes: Uint8Array): Promise<MeasuringAnswer> {
  try {
    return { measurement: await measureRecording(await decodeRecording(bytes)) };
  } catch (error) {
    if (error instanceof ReferenceUnusableError) return { unusable: error.reason };
    throw error;
  }
}
