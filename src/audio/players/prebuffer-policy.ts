/** What is known when somebody asks whether the sound may begin. Times are seconds. */
interface Arrived {
  /** Sound that is there to be played now. */
  readonly available: number;
  /** Whether nothing more comes. */
  readonly ended: boolean;
}

/** Decides when to begin, so that a sound that has begun goes on. */
interface PrebufferPolicy {
  /**
   * Tells that sound came; `now` is in milliseconds. `since` is when the answer began to come, where that is known: the
   * first piece is read later than it comes, since a page has much to do at that moment.
   */
  came(total: number, now: number, since?: number): void;
  mayStart(arrived: Arrived): boolean;
  /** The sound ran dry: what was seen of the pace before says nothing any more. */
  ranDry(): void;
}

/** With this much sound it may begin at any pace: late pieces are bridged. Seconds. */
export const patientStart = 0.6;
/** With this much it begins when the pace is known to be good. */
export const quickStart = 0.1;
/** So much of it is sound that can be played: a codec's delay and a breath in front are passed over. */
const playableStart = 0.075;
/** Pieces that come closer together than this came at one moment: they were held up together. Milliseconds. */
const oneMoment = 3;
/** A head that came longer before the first piece tells nothing about when that came. Milliseconds. */
const readLate = 12;

/**
 * What a pace is judged by. `pace` is sound per time, `span` the time between the first moment and the last in
 * milliseconds.
 */
interface Judgement {
  readonly pace: number;
  readonly span: number;
}
const byTwoMoments: Judgement = { pace: 2, span: 14 };
const byMore: Judgement = { pace: 2, span: 30 };
/**
 * By two moments a pace is judged only where they brought more than a service near real time gathers in two ticks of 50
 * ms, the usual ones: two of those that come close together look like a fast stream. Seconds.
 */
const twoMomentsStart = 0.11;
/** By two moments a pace is judged only where they brought about as much: at most so many times. */
const evenness = 1.6;
/** What was late once may be late again: by more moments it is judged where so many times the longest wait is there. */
const waitsCovered = 6;

/**
 * The rule: it begins with 100 ms of sound when that came at twice real time or faster, else with 600 ms. The pace is
 * what came behind the first moment divided by the time that it took, since how long the first piece was on its way is
 * unknown. One moment shows no pace: pieces that were held up come together and look like a fast stream. Few
 * moments can never tell for sure: a stream at 1.05 times real time in ticks of 50 ms, each late by up to 300 ms, is
 * taken for a fast one in about one of a hundred cases. To wait for more of them would cost everybody else a tick
 * before the first word.
 */
export function createPrebufferPolicy(): PrebufferPolicy {
  let firstAt: number | undefined;
  let firstReadAt = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let firstTotal = 0;
  let moments = 0;
  let longestWait = 0;
  let total = 0;
  let dry = false;

  function paceIsGood(): boolean {
    if (firstAt === undefined || moments < 2) return false;
    const { pace, span } = moments === 2 ? byTwoMoments : byMore;
    const time = lastAt - firstAt;
    const behind = total - firstTotal;
    if (time < span || behind * 1_000 < pace * time) return false;
    return moments === 2
      ? total >= twoMomentsStart && Math.max(behind, firstTotal) <= evenness * Math.min(behind, firstTotal)
      : total * 1_000 >= waitsCovered * longestWait;
  }

  return {
    came(sum, now, since = now) {
      if (firstAt === undefined) {
        firstAt = now - since <= readLate ? Math.min(since, now) : now;
        firstReadAt = now;
      }
      total = sum;
      if (now - firstReadAt < oneMoment) firstTotal = sum;
      if (now - lastAt >= oneMoment) {
        if (moments > 0) longestWait = Math.max(longestWait, now - lastAt);
        moments += 1;
      }
      lastAt = Math.max(now, lastAt);
    },
    mayStart({ available, ended }) {
      if (ended || available >= patientStart) return true;
      return !dry && total >= quickStart && available >= playableStart && paceIsGood();
    },
    ranDry() {
      dry = true;
    },
  };
}
