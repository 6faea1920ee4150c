import { joinSamples } from "../../../contract/bytes.ts";
import { measurePitch, pitchSampleRate } from "../../adaptation/measuring/pitch.ts";
import { resample } from "../../adaptation/measuring/resample.ts";
import { clamp } from "../../adaptation/measuring/statistics.ts";
import type { Engine, PieceSpoken, PieceToSpeak, SpanTime } from "../../engines/engine.ts";
import type { EspeakEngine, EspeakVoice } from "../../engines/espeak/espeak-engine.ts";
import { reachablePitch } from "../../engines/espeak/variant.ts";
import { engineSampleRate } from "../formats.ts";
import { withIntonation } from "../signal/intonation.ts";
import { reshaped } from "../signal/reshape.ts";
import { SilenceTrim } from "../signal/silence-trim.ts";
import { soundingStretches } from "../signal/sounding.ts";
import { isNatural } from "../signal/time-stretch.ts";
import { evenSyllables } from "../text/even-syllables.ts";
import { fitTimes, type Stretch } from "../text/fitted-times.ts";
import { type PieceRequest, portion } from "./speech.ts";

/** How far a finished sound's pitch can be moved and is still a voice, as a factor. */
const furthest = 4;

type Timekeeper = { readonly engine: EspeakEngine; readonly voice: EspeakVoice };

/**
 * Speaks one piece by an engine that neither shapes its voice nor tells times: speed and pitch are made of the finished
 * sound, and the words' times are those of eSpeak NG, fitted to it. Where speed and pitch are the voice's own, its
 * sound is handed on while it comes. The silence around the piece is left out: how long a pause is, is known above, and
 * the same for all engines. Gives undefined when it was cancelled.
 */
export async function speakElsewhere<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  request: PieceRequest,
  timekeeper: Timekeeper,
): Promise<PieceSpoken | undefined> {
  const { piece, speed, intonation = 1 } = request;
  const { multiplier, offset } = piece.pitch;
  const isAsItIs = isNatural(speed) && multiplier === 1 && offset === 0 && intonation === 1;
  const spoken = await (isAsItIs ? handOn(engine, voice, request) : reshape(engine, voice, request));
  if (spoken === undefined) return undefined;
  const { samples, sounding } = spoken;
  if (samples === 0) return { samples, words: [] };
  // Fitted before the speed is, so that the same pauses are found at any.
  const words = fitTimes(timesBy(timekeeper, piece), sounding);
  const tempo = isAsItIs ? 1 : speed;
  return { samples, words: words.map((word) => ({ ...word, from: word.from / tempo, to: word.to / tempo })) };
}

interface Shaped {
  readonly samples: number;
  /** The stretches that aren't silent, in seconds of the engine's own speed. */
  readonly sounding: readonly Stretch[];
}

async function handOn<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  { piece, take, isCancelled }: PieceRequest,
): Promise<Shaped | undefined> {
  const trim = new SilenceTrim();
  const parts: Float32Array[] = [];
  const give = (samples: Float32Array): void => {
    if (samples.length > 0) parts.push(samples);
    inPortions(samples, take, isCancelled);
  };
  const spoken = await engine.speak({ ...piece, voice, pace: 1 }, (samples) => {
    give(trim.push(samples));
    return isCancelled();
  });
  if (spoken === undefined || isCancelled()) return undefined;
  give(trim.finish());
  const whole = joinSamples(parts);
  return { samples: whole.length, sounding: soundingStretches(whole, engineSampleRate) };
}

async function reshape<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  { piece, speed, intonation = 1, take, isCancelled }: PieceRequest,
): Promise<Shaped | undefined> {
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
  if (natural.length === 0) return { samples: 0, sounding: [] };
  const moved = intonation === 1 ? natural : await withIntonation(natural, intonation);
  const shaped = await reshaped(moved, speed, await pitchFactor(natural, piece.pitch));
  inPortions(shaped, take, isCancelled);
  if (isCancelled()) return undefined;
  const sounding = around.map(({ from, to }) => ({ from: from - begin, to: to - begin }));
  return { samples: shaped.length, sounding };
}

function inPortions(samples: Float32Array, take: PieceRequest["take"], isCancelled: () => boolean): void {
  for (let offset = 0; offset < samples.length && !isCancelled(); offset += portion) {
    take(samples.subarray(offset, offset + portion));
  }
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

/** When another voice says each word: as eSpeak NG would. */
function timesBy(
  { engine, voice }: Timekeeper,
  { text, start, said, variation }: PieceRequest["piece"],
): readonly SpanTime[] {
  const pitch = { multiplier: 1, offset: 0 };
  const piece = { text, start, voice, pitch, variation, pace: 1, ...(said === undefined ? {} : { said }) };
  return evenSyllables(engine.speak(piece, () => false)?.words ?? [], voice.language, text, start);
}
