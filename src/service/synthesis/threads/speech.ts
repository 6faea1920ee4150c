import { type Engine, type EngineEvent, naturalRate } from "../engine/engine.ts";
import { isNearNatural, rateForSpeed } from "../engine/rate.ts";
import { type SpanTime, WordTimes } from "../engine/word-times.ts";
import { engineSampleRate } from "../formats.ts";
import { toFloats } from "../signal/level.ts";
import { isNatural, joinSamples, TimeStretch } from "../signal/time-stretch.ts";
import type { EngineText } from "../text/engine-text.ts";

/** What is needed to speak one piece. */
interface PieceRequest {
  readonly text: EngineText;
  readonly speed: number;
  /** Takes samples at the engine's rate while they are made. */
  readonly take: (samples: Float32Array) => void;
  readonly isCancelled: () => boolean;
}

interface SpokenPiece {
  /** Number of samples made, at the engine's rate: none where the engine found no word in the piece. */
  readonly samples: number;
  /** Word times in seconds from the start of the piece, as heard. */
  readonly words: readonly SpanTime[];
}

/** How many samples are handed on at once where they are all there: 100 ms. */
const portion = engineSampleRate / 10;

/**
 * Speaks one piece so that it lasts its natural duration divided by `speed`, exactly to the sample. Returns undefined
 * when it was cancelled.
 *
 * Near the natural speed the engine speaks naturally and its sound is stretched while it comes. Farther off the engine
 * changes its rate, which sounds better, but how much that changes the duration differs by text: so the piece is
 * spoken once without being heard, to learn its natural duration, then at the rate, and stretched by what is missing.
 */
export function speakPiece(engine: Engine, request: PieceRequest): SpokenPiece | undefined {
  return isNearNatural(request.speed) ? speakWhileStretching(engine, request) : speakAtRate(engine, request);
}

function speakWhileStretching(engine: Engine, request: PieceRequest): SpokenPiece | undefined {
  const stretch = isNatural(request.speed) ? undefined : new TimeStretch(request.speed);
  const words = new WordTimes(request.text.spans);
  let spoken = 0;
  let made = 0;
  let silence: Float32Array[] = [];
  const give = (samples: Float32Array) => {
    if (samples.length === 0) return;
    // The engine makes some milliseconds of nothing of signs that it has no word for.
    if (!words.hasAny) {
      silence.push(samples);
      return;
    }
    for (const each of [...silence, samples]) {
      made += each.length;
      request.take(each);
    }
    silence = [];
  };
  const isWhole = engine.speak(request.text.text, naturalRate, (samples, events) => {
    if (request.isCancelled()) return true;
    for (const event of events) words.add(event);
    spoken += samples.length;
    const floats = toFloats(samples);
    give(stretch?.push(floats) ?? floats);
    return false;
  });
  if (!isWhole) return undefined;
  if (stretch !== undefined) give(stretch.finish());
  return { samples: made, words: scaled(words.finish(spoken / engineSampleRate), spoken === 0 ? 1 : made / spoken) };
}

function speakAtRate(engine: Engine, request: PieceRequest): SpokenPiece | undefined {
  let hasWords = false;
  const natural = collect(engine, request, naturalRate, ({ type }) => {
    hasWords ||= type === "word";
  });
  if (natural === undefined) return undefined;
  if (!hasWords) return { samples: 0, words: [] };
  const words = new WordTimes(request.text.spans);
  const atRate = collect(engine, request, rateForSpeed(request.speed), (event) => words.add(event));
  if (atRate === undefined) return undefined;
  const target = Math.round(natural.length / request.speed);
  if (atRate.length === 0 || target === 0) return { samples: 0, words: [] };
  const tempo = atRate.length / target;
  const stretch = new TimeStretch(tempo);
  let made = 0;
  const give = (samples: Float32Array) => {
    const wanted = samples.subarray(0, target - made);
    made += wanted.length;
    if (wanted.length > 0) request.take(wanted);
  };
  for (let offset = 0; offset < atRate.length; offset += portion) {
    if (request.isCancelled()) return undefined;
    give(stretch.push(atRate.subarray(offset, offset + portion)));
  }
  give(stretch.finish(target));
  return { samples: made, words: scaled(words.finish(atRate.length / engineSampleRate), 1 / tempo) };
}

/** All samples of the piece at a rate; undefined when it was cancelled. */
function collect(
  engine: Engine,
  request: PieceRequest,
  rate: number,
  onEvent: (event: EngineEvent) => void,
): Float32Array | undefined {
  const parts: Float32Array[] = [];
  const isWhole = engine.speak(request.text.text, rate, (samples, events) => {
    if (request.isCancelled()) return true;
    for (const event of events) onEvent(event);
    parts.push(toFloats(samples));
    return false;
  });
  return isWhole ? joinSamples(parts) : undefined;
}

function scaled(words: readonly SpanTime[], factor: number): SpanTime[] {
  return words.map((word) => ({ ...word, from: word.from * factor, to: word.to * factor }));
}
