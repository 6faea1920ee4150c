import type { SpanTime } from "../../engines/engine.ts";

/** A stretch of time in seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What it costs, in seconds of misfit, to take a pause for one inside of a word, and for each second of it. */
const skipping = 0.04;
const skippingPerSecond = 3;

/**
 * Fits word times that another voice told to a sound: its pauses are taken for the gaps between those words whose
 * distances they fit best, and what lies between two pauses is stretched to its real length.
 *
 * @param told when another voice says each word, in order.
 * @param sounding the stretches of the sound that aren't silent, in order.
 */
export function fitTimes(told: readonly SpanTime[], sounding: readonly Stretch[]): SpanTime[] {
  const begin = sounding[0]?.from;
  const end = sounding.at(-1)?.to;
  if (told.length === 0 || begin === undefined || end === undefined) return [];
  const fitted: SpanTime[] = [];
  let [word, stretch] = [0, 0];
  for (const [nextWord, nextStretch] of [...match(told, sounding), [told.length, sounding.length] as const]) {
    const words = told.slice(word, nextWord);
    const [first, last] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0];
    const from = sounding[stretch]?.from ?? begin;
    const to = sounding[nextStretch - 1]?.to ?? end;
    const factor = last > first ? (to - from) / (last - first) : 0;
    const at = (time: number) => from + (time - first) * factor;
    fitted.push(...words.map((each) => ({ ...each, from: at(each.from), to: at(each.to) })));
    [word, stretch] = [nextWord, nextStretch];
  }
  return fitted;
}

/** Which words and stretches begin behind the same pause, by their numbers: the way of the least misfit. */
function match(told: readonly SpanTime[], sounding: readonly Stretch[]): (readonly [number, number])[] {
  const factor = lengthOf(sounding) / Math.max(lengthOf(told), Number.EPSILON);
  // Slow speech lengthens sounds, and with them how far words differ from what was told; it hardly lengthens the
  // silence of closed lips.
  const slowness = Math.max(1, factor);
  /** How well words and stretches up to here fit, and where the part before began. */
  const best = new Map<string, { readonly cost: number; readonly before: readonly [number, number] | undefined }>();
  best.set("0 0", { cost: 0, before: undefined });
  const spoken = (from: number, to: number) => ((told[to - 1]?.to ?? 0) - (told[from]?.from ?? 0)) * factor;
  const heard = (from: number, to: number) => (sounding[to - 1]?.to ?? 0) - (sounding[from]?.from ?? 0);
  const costOf = (words: readonly [number, number], stretches: readonly [number, number]): number => {
    let cost = Math.abs(spoken(...words) - heard(...stretches)) / slowness;
    for (let pause = stretches[0] + 1; pause < stretches[1]; pause++) {
      const seconds = (sounding[pause]?.from ?? 0) - (sounding[pause - 1]?.to ?? 0);
      cost += skipping + skippingPerSecond * seconds;
    }
    return cost;
  };
  for (let stretch = 1; stretch <= sounding.length; stretch++) {
    for (let word = 1; word <= told.length; word++) {
      if ((stretch === sounding.length) !== (word === told.length)) continue;
      let found: { cost: number; before: readonly [number, number] } | undefined;
      for (let stretchBefore = Math.max(0, stretch - mostStretches); stretchBefore < stretch; stretchBefore++) {
        for (let wordBefore = Math.max(0, word - mostWords); wordBefore < word; wordBefore++) {
          const before = best.get(`${wordBefore} ${stretchBefore}`);
          if (before === undefined) continue;
          const cost = before.cost + costOf([wordBefore, word], [stretchBefore, stretch]);
          if (found === undefined || cost < found.cost) found = { cost, before: [wordBefore, stretchBefore] };
        }
      }
      if (found !== undefined) best.set(`${word} ${stretch}`, found);
    }
  }
  const path: (readonly [number, number])[] = [];
  let at = best.get(`${told.length} ${sounding.length}`)?.before;
  while (at !== undefined && (at[0] > 0 || at[1] > 0)) {
    path.unshift(at);
    at = best.get(`${at[0]} ${at[1]}`)?.before;
  }
  return path;
}

/** Between two pauses lie no more words, and no more pauses that are taken for none: it bounds the work. */
const mostWords = 60;
const mostStretches = 12;

function lengthOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0);
}
