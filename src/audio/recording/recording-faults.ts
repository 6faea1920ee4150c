import { ownRecording, ownRecordingSeconds } from "../../contract/own-recordings.ts";
import { createSoundMeter } from "../analysis/measures/sound-meter.ts";
import type { Samples } from "../decoders/decoder.ts";

/**
 * What is wrong with a recording of a voice: it can't be used (`short`, `long`, `silent`), or it will sound like what
 * it is (`quiet`, `clipped`).
 */
export type RecordingFault = "short" | "long" | "silent" | "quiet" | "clipped";

/** Whether a recording with a fault can be used all the same. */
export function isUsable(fault: RecordingFault): boolean {
  return fault === "quiet" || fault === "clipped";
}

/** Below this peak nothing was said: the noise of a good room. */
const silentPeak = 10 ** (-50 / 20);
/** Below this loudness a voice drowns in the noise of most rooms, in LUFS; speech lies near −20. */
const quietLoudness = -38;
/** So many samples at full scale are heard as a crackle: a millisecond of them. */
const clippedSamples = ownRecording.sampleRate / 1_000;

/** What is wrong with samples at the rate of an own recording; what can't be used comes first. */
export function faultsOf(samples: Samples): readonly RecordingFault[] {
  const seconds = ownRecordingSeconds(samples.length);
  const meter = createSoundMeter(ownRecording.sampleRate, 1);
  meter.append([samples]);
  const { peak, loudness, clipped } = meter.measures();
  const isSilent = peak < silentPeak || loudness === undefined;
  return [
    ...(seconds < ownRecording.shortest ? (["short"] as const) : []),
    ...(seconds > ownRecording.longest ? (["long"] as const) : []),
    ...(isSilent ? (["silent"] as const) : []),
    ...(!isSilent && loudness < quietLoudness ? (["quiet"] as const) : []),
    ...(clipped >= clippedSamples ? (["clipped"] as const) : []),
  ];
}

/** Where speech begins in samples at the rate of an own recording, in seconds, with a moment before it. */
export function speechBegin(samples: Samples): number {
  const meter = createSoundMeter(ownRecording.sampleRate, 1);
  meter.append([samples]);
  return Math.max(0, meter.measures().leadingSilence - 0.2);
}
