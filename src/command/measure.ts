import { createSoundMeter } from "../audio/analysis/measures/sound-meter.ts";
import { createSpeechSamples, type SpeechSamples } from "../audio/analysis/measures/speech-samples.ts";
import { createVoiceMeter } from "../audio/analysis/measures/voice-meter.ts";
import { createSampleReader } from "../audio/analysis/peaks/samples.ts";
import type { DecodedAudio } from "../audio/decoders/decoder.ts";
import { monoWav } from "../audio/formats/wav.ts";
import type { MeasureSound, Measures } from "../conformance/run/measure.ts";
import { hearing } from "../contract/hearing.ts";

/** A sound as a recogniser of speech is sent it. Rejects where it can't be decoded, or lasts too long. */
export async function speechOf(sound: Blob, format: Parameters<MeasureSound>[1], signal: AbortSignal): Promise<Blob> {
  let collected: SpeechSamples | undefined;
  await read(sound, format, ({ sampleRate, channels }) => {
    collected ??= createSpeechSamples(sampleRate);
    collected.append(channels);
  });
  signal.throwIfAborted();
  const samples = collected?.samples();
  if (samples === undefined) throw new Error("There is no sound in this, or it is too long.");
  return monoWav(samples, hearing.sampleRate);
}

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
  await read(sound, format, ({ sampleRate, channels }) => {
    meters ??= [createSoundMeter(sampleRate, channels.length), createVoiceMeter(sampleRate)];
    for (const meter of meters) meter.append(channels);
  });
  signal.throwIfAborted();
  if (meters === undefined) throw new Error("There is no sound in this.");
  const [whole, voice] = meters;
  return { ...whole.measures(), voice: voice.traits() };
}

async function read(
  sound: Blob,
  format: Parameters<MeasureSound>[1],
  onAudio: (audio: DecodedAudio) => void,
): Promise<void> {
  const reader = await createSampleReader(format, onAudio);
  await reader?.read(new Uint8Array(await sound.arrayBuffer()));
  await reader?.flush();
}
