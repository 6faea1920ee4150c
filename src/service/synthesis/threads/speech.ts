import { joinSamples } from "../../../contract/bytes.ts";
import {
  type Engine,
  type MaybePromise,
  type PieceSpoken,
  type PieceToSpeak,
  type SpanTime,
  whenThere,
} from "../../engines/engine.ts";
import { engineSampleRate } from "../formats.ts";
import { isNatural, isNearNatural, TimeStretch } from "../signal/time-stretch.ts";

/** What is needed to speak one piece. */
export interface PieceRequest {
  readonly piece: Omit<PieceToSpeak<unknown>, "pace" | "voice">;
  readonly speed: number;
  /** Factor on the width of its intonation, for an engine that doesn't shape its voice. */
  readonly intonation?: number | undefined;
  /** Takes samples at the engine's rate while they are made. */
  readonly take: (samples: Float32Array) => void;
  readonly isCancelled: () => boolean;
}

/** How many samples are handed on at once where they are all there: 100 ms. */
export const portion = engineSampleRate / 10;

/**
 * Speaks one piece, by an engine that shapes its voice and tells times, so that it lasts its natural duration divided
 * by `speed`, exactly to the sample. Gives undefined when it was cancelled.
 *
 * Near the natural speed the engine speaks naturally and its sound is stretched while it comes. Farther off the engine
 * changes its rate, which sounds better, but how much that changes the duration differs by text: so the piece is
 * spoken once without being heard, to learn its natural duration, then at the rate, and stretched by what is missing.
 */
export function speakPiece<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  request: PieceRequest,
): MaybePromise<PieceSpoken | undefined> {
  return isNearNatural(request.speed)
    ? speakWhileStretching(engine, voice, request)
    : speakAtRate(engine, voice, request);
}

function speakWhileStretching<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  { piece, speed, take, isCancelled }: PieceRequest,
): MaybePromise<PieceSpoken | undefined> {
  const stretch = isNatural(speed) ? undefined : new TimeStretch(speed);
  let made = 0;
  const give = (samples: Float32Array) => {
    if (samples.length === 0) return;
    made += samples.length;
    take(samples);
  };
  const speaking = engine.speak({ ...piece, voice, pace: 1 }, (samples) => {
    if (isCancelled()) return true;
    give(stretch?.push(samples) ?? samples);
    return false;
  });
  return whenThere(speaking, (spoken) => {
    if (spoken === undefined) return undefined;
    if (stretch !== undefined) give(stretch.finish());
    return { samples: made, words: scaled(spoken.words, spoken.samples === 0 ? 1 : made / spoken.samples) };
  });
}

function speakAtRate<Voice>(
  engine: Engine<Voice>,
  voice: Voice,
  { piece, speed, take, isCancelled }: PieceRequest,
): MaybePromise<PieceSpoken | undefined> {
  const natural = engine.speak({ ...piece, voice, pace: 1 }, isCancelled);
  return whenThere(natural, (first) => {
    if (first === undefined || first.samples === 0) return first;
    const parts: Float32Array[] = [];
    const atRate = engine.speak({ ...piece, voice, pace: speed }, (samples) => {
      parts.push(samples);
      return isCancelled();
    });
    const target = Math.round(first.samples / speed);
    return whenThere(atRate, (spoken) => spoken && stretchTo(target, spoken, joinSamples(parts), take, isCancelled));
  });
}

/** Hands on a piece that is all there so that it lasts `target` samples. */
function stretchTo(
  target: number,
  spoken: PieceSpoken,
  samples: Float32Array,
  take: (samples: Float32Array) => void,
  isCancelled: () => boolean,
): PieceSpoken | undefined {
  if (spoken.samples === 0 || target === 0) return { samples: 0, words: [] };
  const tempo = spoken.samples / target;
  const stretch = new TimeStretch(tempo);
  let made = 0;
  const give = (part: Float32Array) => {
    const wanted = part.subarray(0, target - made);
    made += wanted.length;
    if (wanted.length > 0) take(wanted);
  };
  for (let offset = 0; offset < samples.length; offset += portion) {
    if (isCancelled()) return undefined;
    give(stretch.push(samples.subarray(offset, offset + portion)));
  }
  give(stretch.finish(target));
  return { samples: made, words: scaled(spoken.words, 1 / tempo) };
}

function scaled(words: readonly SpanTime[], factor: number): SpanTime[] {
  return words.map((word) => ({ ...word, from: word.from * factor, to: word.to * factor }));
}
