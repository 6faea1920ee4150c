/** What the scheduler knows of a job. */
interface Schedulable {
  /** Samples made so far. */
  readonly samples: number;
  readonly isRunnable: boolean;
}

/** A newcomer may be ahead of the others by this much speech: a minute, about 1,000 characters. */
const headStart = 60 * 22_050;

/**
 * Chooses which job speaks its next piece. The one that was served least goes first, so that a short text is never
 * behind a long one. A job enters at most a minute behind those that are there, so that a long text isn't held up by
 * every newcomer until each has caught up with it.
 */
export class Schedule<Item extends Schedulable> {
  /** Jobs, with what each counts as served before its first sample. */
  readonly #jobs = new Map<Item, number>();

  /** @param mayGoAhead false for what goes on with something longer: it takes its turns from the start. */
  add(job: Item, mayGoAhead = true): void {
    const least = Math.min(...Array.from(this.#jobs, ([other, before]) => before + other.samples));
    const ahead = mayGoAhead ? headStart : 0;
    this.#jobs.set(job, Number.isFinite(least) ? Math.max(0, least - ahead) : 0);
  }

  remove(job: Item): void {
    this.#jobs.delete(job);
  }

  /** The job whose turn it is; undefined when all wait. */
  next(): Item | undefined {
    let chosen: Item | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const [job, before] of this.#jobs) {
      const served = before + job.samples;
      if (job.isRunnable && served < least) {
        chosen = job;
        least = served;
      }
    }
    return chosen;
  }

  [Symbol.iterator](): IterableIterator<Item> {
    return this.#jobs.keys();
  }
}
