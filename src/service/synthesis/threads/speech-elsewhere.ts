import { measurePitch, pitchSampleRate } from "../../adaptation/measuring/pitch.ts";
import { resample } from "../../adaptation/measuring/resample.ts";
import { clamp } from "../../adaptation/measuring/statistics.ts";
import type { Engine, PieceSpoken, PieceToSpeak, SpanTime } from "../../engines/engine.ts";
import type { EspeakEngine, EspeakVoice } from "../../engines/espeak/espeak-engine.ts";
import { reachablePitch } from "../../engines/espeak/variant.ts";
import { engineSampleRate } from "../formats.ts";
import { reshaped } from "../signal/reshape.ts";
import { soundingStretches } from "../signal/sounding.ts";
import { joinSamples } from "../signal/time-stretch.ts";
import { fitTimes } from "../text/fitted-times.ts";
import { type PieceRequest, portion } from "./speech.ts";

/** How far a finished sound's pitch can be moved and is still a voice, as a factor. */
const furthest = 4;

/**
 * Speaks one piece by an engine that neither shapes its voice nor tells times: speed and pitch are made of the finished
 * sound, and the words' times are those of eSpeak NG, fitted to it. The silence around the piece is left out: how long
 * a pause is, is known above, and the same for all engines. Gives undefined when it was cancelled.
 */
export async function speakElsewhere<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  { piece, speed, take, isCancelled }: PieceRequest,
  timekeeper: { readonly engine: EspeakEngine; readonly voice: EspeakVoice },
): Promise<PieceSpoken | undefined> {
  const parts: Float32Array[] = [];
  const spoken = await engine.speak({ ...piece, voice, pace: 1 }, (samples) => {
    parts.push(samples);
    return isCancelled();
  });
  if (spoken === undefined || isCancelled()) return undefined;
  const whole = joinSamples(parts);
  const around = soundingStretches(whole, engineSampleRate);
  const [begin, end] = [around[0]?.from ?? 0, around.at(-1)?.to ?? 0];
  const natural = whole.subarray(Math.round(begin * engineSampleRate), Math.round(end * engineSampleRate));
  if (natural.length === 0) return { samples: 0, words: [] };
  const shaped = await reshaped(natural, speed, await pitchFactor(natural, piece.pitch));
  for (let offset = 0; offset < shaped.length; offset += portion) {
    if (isCancelled()) return undefined;
    take(shaped.subarray(offset, offset + portion));
  }
  const sounding = around.map(({ from, to }) => ({ from: (from - begin) / speed, to: (to - begin) / speed }));
  return { samples: shaped.length, words: fitTimes(timesBy(timekeeper, piece), sounding) };
}

/** By how much a voice's pitch must be multiplied, so that it is what was asked for. */
async function pitchFactor(
  samples: Float32Array,
  { multiplier, offset }: PieceToSpeak<unknown>["pitch"],
): Promise<number> {
  if (multiplier === 1 && offset === 0) return 1;
  const at = await resample({ samples, sampleRate: engineSampleRate }, pitchSampleRate);
  const { median } = measurePitch(at.samples);
  if (!(median > 0)) return clamp(multiplier, 1 / furthest, furthest);
  return clamp(reachablePitch(median * multiplier + offset) / median, 1 / furthest, furthest);
}

/** When eSpeak NG would say each word. */
function timesBy(
  { engine, voice }: { readonly engine: EspeakEngine; readonly voice: EspeakVoice },
  { text, start, said, variation }: PieceRequest["piece"],
): readonly SpanTime[] {
  const pitch = { multiplier: 1, offset: 0 };
  const piece = { text, start, voice, pitch, variation, pace: 1, ...(said === undefined ? {} : { said }) };
  return engine.speak(piece, () => false)?.words ?? [];
}
