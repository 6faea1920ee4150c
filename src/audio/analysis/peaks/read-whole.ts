import { createPeakMeter, type Peaks } from "./peak-meter.ts";

/** A rate that is enough for a picture, in hertz. */
const pictureRate = 8_000;

/**
 * The peaks of a short recording in a format that only the browser can read, such as Ogg. Undefined when it can't
 * either. Everything is in memory at once: not for long recordings.
 */
export async function readWhole(recording: Blob): Promise<Peaks | undefined> {
  try {
    const context = new OfflineAudioContext(1, 1, pictureRate);
    const buffer = await context.decodeAudioData(await recording.arrayBuffer());
    const meter = createPeakMeter(buffer.sampleRate);
    meter.append(Array.from({ length: buffer.numberOfChannels }, (_, channel) => buffer.getChannelData(channel)));
    return meter.peaks();
  } catch {
    return undefined;
  }
}
