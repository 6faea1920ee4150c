/** What is known when somebody asks whether the sound may begin. Times are seconds. */
export interface Arrived {
  /** Sound that is there to be played now. */
  readonly available: number;
  /** Whether nothing more comes. */
  readonly ended: boolean;
}

/** Decides when to begin, so that a sound that has begun goes on. */
export interface StartRule {
  /** Tells that sound came; `now` is in milliseconds. */
  came(total: number, now: number): void;
  mayStart(arrived: Arrived): boolean;
  /** The sound ran dry: what was seen of the pace before says nothing any more. */
  ranDry(): void;
}

/** With this much sound it may begin at any pace: late pieces are bridged. Seconds. */
export const patientStart = 0.6;
/** With this much it begins when the pace is known to be good. */
export const quickStart = 0.1;
/** With this much sound in all the pace may be judged by two moments, with this much by three. Seconds. */
const judgedByTwo = 0.3;
const judgedByThree = 0.15;
/** Sound per time, from which on a pace is good. */
const goodPace = 2;
/** Pieces that come closer together than this came at one moment: they were held up together. Milliseconds. */
const oneMoment = 3;

/**
 * The rule: it begins with 100 ms of sound when that came at twice real time or faster, else with 600 ms. The pace is what
 * came behind the first moment divided by the time that it took, since how long the first piece was on its way is
 * unknown; and one moment shows no pace: pieces that were held up come together and look like a fast stream. So it is
 * judged by three moments, or by two when much came. A stream at 1.05 times real time in ticks of 50 ms, each late by up
 * to 300 ms, is then taken for a fast one about once in a hundred times; by fewer moments it would be once in eight.
 */
export function createStartRule(): StartRule {
  let firstAt: number | undefined;
  let lastAt = Number.NEGATIVE_INFINITY;
  let firstTotal = 0;
  let moments = 0;
  let total = 0;
  let dry = false;

  function paceIsGood(): boolean {
    if (firstAt === undefined || lastAt <= firstAt) return false;
    return total - firstTotal >= (goodPace * (lastAt - firstAt)) / 1_000;
  }

  return {
    came(sum, now) {
      firstAt ??= now;
      total = sum;
      if (now - firstAt < oneMoment) firstTotal = sum;
      if (now - lastAt >= oneMoment) moments += 1;
      lastAt = Math.max(now, lastAt);
    },
    mayStart({ available, ended }) {
      if (ended || available >= patientStart) return true;
      if (dry || available < quickStart || !paceIsGood()) return false;
      return total >= judgedByTwo ? moments >= 2 : total >= judgedByThree && moments >= 3;
    },
    ranDry() {
      dry = true;
    },
  };
}
