import { cutSpeech } from "../../cloning/cut-speech.ts";
import { giveWay } from "../../engines/background.ts";
import { referenceSampleRate } from "../../engines/neural/model.ts";
import { decodeRecording } from "../../reference/decode.ts";
import { ReferenceUnusableError } from "../../reference/unusable.ts";
import { measureRecording } from "./measure.ts";
import type { MeasuringAnswer, MeasuringRequest } from "./messages.ts";
import { resample } from "./resample.ts";

giveWay();

/** Decodes a recording and measures it, or cuts the speech out of it; runs in a thread of its own. */
export default async function measureFile({ bytes, cutTo }: MeasuringRequest): Promise<MeasuringAnswer> {
  try {
    const recording = await decodeRecording(bytes);
    if (cutTo === undefined) return { measurement: await measureRecording(recording) };
    const { isWhole, ...speech } = cutSpeech(recording, cutTo);
    return { speech: { samples: (await resample(speech, referenceSampleRate)).samples, isWhole } };
  } catch (error) {
    if (error instanceof ReferenceUnusableError) return { unusable: error.reason };
    throw error;
  }
}
