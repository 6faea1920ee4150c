/** What is known when somebody asks whether the sound may begin. Times are seconds. */
interface Arrived {
  /** Sound that is there to be played now. */
  readonly available: number;
  /** Whether nothing more comes. */
  readonly ended: boolean;
}

/** How an answer came so far. */
export interface Arrivals {
  /** Moments at which something came. */
  moments: number;
  /** Sound per time behind the first moment; 1 is real time. */
  pace: number;
  /** The most sound that had to be there at any moment so that it would have lasted until more came. Milliseconds. */
  shortage: number;
}

/** How the last answers of one service came. Their policies write it. */
export interface ArrivalHistory {
  readonly answers: Arrivals[];
  /** What an earlier visit to the page has kept. */
  readonly earlier: readonly Arrivals[];
}

export const createArrivalHistory = (earlier: readonly Arrivals[] = []): ArrivalHistory => ({ answers: [], earlier });

/** With this much sound it begins at any pace, where nothing worse was seen. Seconds. */
export const patientStart = 0.6;
/** Where more was missing at once, so many times that is waited for, but no more than so many seconds. */
const coveredPatiently = 1.1;
const longestPatience = 1.5;
/** With this much it begins at the earliest. */
export const quickStart = 0.1;
/** Pieces that come closer together than this came at one moment: they were held up together. Milliseconds. */
const oneMoment = 3;
/** What brought less than the most so far divided by this isn't whole: some browsers read a piece in two. */
const wholeMoment = 4;
/** A head that came longer before the first piece tells nothing about when that came. Milliseconds. */
const readLate = 12;

/** Below this pace nothing is gained by beginning early: the sound would run dry. */
const slowestPace = 1.02;
/**
 * A network that loses something holds everything up for a quarter of a second and more, and nothing foretells it. A
 * stream near real time has nothing else to bridge that with than what was there at the start, in seconds; a fast one
 * soon has more.
 */
const slowReserve = 0.34;
const slow = 1.4;
const fast = 2;
function reserveAt(pace: number): number {
  return Math.max(quickStart, slowReserve * Math.min(1, (fast - pace) / (fast - slow)));
}

/** Two moments say so little that this much must be there, and three this much. Seconds. */
const twoMomentsReserve = 0.3;
const threeMomentsReserve = 0.13;
/**
 * What is there must be so many times the longest shortage: by two moments, by more, and where earlier answers tell.
 */
const coveredByTwo = 5.4;
const covered = 6;
const coveredByHistory = 1.6;
/** By so few moments a pace is judged only where none brought more than so many times what another did. */
const fewMoments = 5;
const evenness = 1.4;
/** So many answers are remembered, of those that came at so many moments. */
const remembered = 4;
const tellingMoments = 6;
/** So soon behind the beginning the page draws what a press has changed, and reads nothing meanwhile. Milliseconds. */
const drawnWithin = 100;
/** Where nothing came for so long it was rather the page that stood still, as in a tab that was put to sleep. */
const asleep = 10_000;
const tells = ({ moments, shortage }: Arrivals): boolean => moments >= tellingMoments && shortage < asleep;

/** The answers that later ones may go by. The first of a visit isn't among them: the page reads it late. */
export function tellingOf({ earlier, answers: [, ...later] }: ArrivalHistory): readonly Arrivals[] {
  return [...earlier, ...later].filter(tells).slice(-remembered);
}

/**
 * Decides when to begin, so that a sound that has begun goes on.
 *
 * The rule: it begins when what is there outlasts what could be late.
 *
 * What could be late is estimated by the longest shortage so far. Few moments see little of it, and pieces that were
 * held up come together and look like a fast stream: so what is there must be six times the shortage, and few moments
 * must have brought about as much each. Where the last answers of the same service are known, the longest of their
 * shortages tells more, and 1.6 times that is enough. The first answer of all is read late, since the page does much
 * for the first time then: it never forbids what this answer's own arrivals allow, and is forgotten first.
 *
 * Judged on the traces of `arrivals.fixture.ts`.
 */
export function createPrebufferPolicy(history = createArrivalHistory()) {
  const [first] = history.answers;
  const telling = tellingOf(history);
  const firstAlone = telling.length === 0 && first !== undefined && tells(first) ? [first] : [];
  const known = telling.length > 0 ? telling : firstAlone;
  const knownShortage = Math.max(0, ...known.map(({ shortage }) => shortage));
  const knownPace = Math.min(...known.map(({ pace }) => pace));
  const mostLate = Math.max(0, ...telling.map(({ shortage }) => shortage)) / 1_000;
  const patience = Math.max(patientStart, Math.min(longestPatience, coveredPatiently * mostLate));
  const arrivals: Arrivals = { moments: 0, pace: Number.POSITIVE_INFINITY, shortage: 0 };
  let firstAt = 0;
  let firstReadAt = 0;
  let firstTotal = 0;
  let lastAt = 0;
  let total = 0;
  /** What had come before the last moment. */
  let before = 0;
  /** The most and the least that any moment brought but the last. */
  let most = 0;
  let least = Number.POSITIVE_INFINITY;
  /** The smallest difference so far between a moment and the sound that had come by then, in milliseconds. */
  let earliest = Number.POSITIVE_INFINITY;
  let dry = false;
  /** When it first began, and how much had come by then. */
  let begun: { readonly at: number; readonly total: number } | undefined;

  /** The sound that had to be there so that it would have lasted from the last moment until `now`, in milliseconds. */
  function shortageAt(now: number): number {
    const anywhere = now - total * 1_000 - earliest;
    if (begun === undefined || lastAt - begun.at > drawnWithin) return anywhere;
    // The page's drawing holds up what comes now, at every answer. What it needs is what is missing here, behind the
    // beginning, and not what would be missing anywhere.
    return Math.min(anywhere, now - begun.at - (total - begun.total) * 1_000);
  }

  function isEven(): boolean {
    const brought = total - before;
    return Math.max(most, brought) <= evenness * Math.min(least, brought);
  }

  function outlastsKnown(available: number): boolean {
    if (known.length === 0) return false;
    const expected = Math.max(arrivals.shortage, knownShortage);
    return (
      available >= reserveAt(Math.min(arrivals.pace, knownPace)) && available * 1_000 >= coveredByHistory * expected
    );
  }

  function outlastsSeen(available: number): boolean {
    const { moments, pace, shortage } = arrivals;
    if (moments < 2 || pace < slowestPace) return false;
    if (moments === 2) return available >= twoMomentsReserve && available * 1_000 >= coveredByTwo * shortage;
    if (moments === 3 && available < threeMomentsReserve) return false;
    if (moments <= fewMoments && available < twoMomentsReserve && !isEven()) return false;
    return available >= reserveAt(pace) && available * 1_000 >= covered * shortage;
  }

  return {
    /**
     * Tells that sound came; `now` is in milliseconds. `since` is when the answer began to come, where that is known:
     * the first piece is read later than it comes, since a page has much to do at that moment.
     */
    came(sum: number, now: number, since = now): void {
      if (arrivals.moments === 0) {
        history.answers.push(arrivals);
        if (history.answers.length > 2 * remembered) history.answers.shift();
        arrivals.moments = 1;
        firstAt = now - since <= readLate ? Math.min(since, now) : now;
        firstReadAt = now;
        lastAt = now;
      } else if (now - lastAt >= oneMoment && total - before >= most / wholeMoment) {
        most = Math.max(most, total - before);
        least = Math.min(least, total - before);
        before = total;
        arrivals.shortage = Math.max(arrivals.shortage, shortageAt(now));
        arrivals.moments += 1;
      }
      total = sum;
      lastAt = Math.max(now, lastAt);
      earliest = Math.min(earliest, lastAt - total * 1_000);
      if (now - firstReadAt < oneMoment) firstTotal = sum;
      else arrivals.pace = ((total - firstTotal) * 1_000) / (lastAt - firstAt);
    },
    mayStart({ available, ended }: Arrived): boolean {
      if (ended || available >= patience) return true;
      if (dry) return false;
      return outlastsKnown(available) || (telling.length === 0 && outlastsSeen(available));
    },
    /** The sound began, or goes on: only the first time counts. */
    began(): void {
      begun ??= { at: lastAt, total };
    },
    /** The sound ran dry: what was seen of the pace before says nothing any more. */
    ranDry(): void {
      dry = true;
    },
  };
}
