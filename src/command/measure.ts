import { createSoundMeter } from "../audio/analysis/measures/sound-meter.ts";
import { createVoiceMeter } from "../audio/analysis/measures/voice-meter.ts";
import { createSampleReader } from "../audio/analysis/peaks/samples.ts";
import type { MeasureSound, Measures } from "../conformance/run/measure.ts";

const known = new WeakMap<Blob, Promise<Measures>>();

/** Measures a sound by the meters of the page's worker. A blob is listened to once, however often it is judged. */
export const measure: MeasureSound = (sound, format, signal) => {
  const before = known.get(sound);
  if (before !== undefined) return before;
  const measures = hear(sound, format, signal);
  known.set(sound, measures);
  return measures;
};

async function hear(sound: Blob, format: Parameters<MeasureSound>[1], signal: AbortSignal): Promise<Measures> {
  let meters: readonly [ReturnType<typeof createSoundMeter>, ReturnType<typeof createVoiceMeter>] | undefined;
  const reader = await createSampleReader(format, ({ sampleRate, channels }) => {
    meters ??= [createSoundMeter(sampleRate, channels.length), createVoiceMeter(sampleRate)];
    for (const meter of meters) meter.append(channels);
  });
  await reader?.read(new Uint8Array(await sound.arrayBuffer()));
  await reader?.flush();
  signal.throwIfAborted();
  if (meters === undefined) throw new Error("There is no sound in this.");
  const [whole, voice] = meters;
  return { ...whole.measures(), voice: voice.traits() };
}
