import type { OutputFormat } from "../../contract/model.ts";
import type { AudioFormat } from "../base/format.ts";

/**
 * The usual rate of headerless samples of Model B's kind, in hertz; the document names none, so that it is a setting.
 */
export const usualSampleRate = 22_050;

/**
 * The sound that an answer should be, from what the model says about its output. MP3 where the document leaves it open.
 * A rate that only stands in the settings is assumed.
 *
 * @param sampleRate the rate of headerless samples, in hertz.
 */
export function expectedFormat({ codec }: OutputFormat, sampleRate = usualSampleRate): AudioFormat {
  switch (codec) {
    case "pcm_s16le":
    case "pcm_mulaw":
      return { codec, sampleRate, channels: 1, rateAssumed: true };
    case "wav":
      return { codec };
    default:
      return { codec: "mp3" };
  }
}
