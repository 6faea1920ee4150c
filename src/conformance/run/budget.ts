import type { CheckRequest } from "../checks/check.ts";
import { wasAccepted } from "../checks/judge.ts";
import { type ChecksPrice, noPrice, priceOf, sumOfPrices } from "../checks/price.ts";
import type { Seen } from "./observe.ts";
import { overBudget, StoppedError } from "./result.ts";

/** Lets requests be sent as long as all that may have been spent stays within what was allowed. */
export interface Budget {
  /** What may have been spent so far, at most. */
  spent(): ChecksPrice;
  /**
   * Sends a request if its price is there even where the service speaks what it should refuse; else rejects with
   * {@link overBudget} as its message. What is under way may be refused and so cost nothing: it is waited for first.
   *
   * @throws StoppedError where `stop` is raised while it waits for that.
   */
  spend(request: CheckRequest, send: () => Promise<Seen>, stop: AbortSignal): Promise<Seen>;
}

/**
 * A budget of at most `limit`, by the document's prices. Only what the service itself refused is given back (section
 * 7): nobody knows what a request has cost that was never answered.
 */
export function createBudget(limit: ChecksPrice): Budget {
  let spent = noPrice;
  const underWay = new Set<ChecksPrice>();
  let waiting: (() => void)[] = [];

  async function reserve(price: ChecksPrice, stop: AbortSignal): Promise<void> {
    while (!isWithin(sumOfPrices([spent, ...underWay, price]), limit)) {
      if (underWay.size === 0 || !isWithin(sumOfPrices([spent, price]), limit)) throw new Error(overBudget);
      if (!stop.aborted) await nextEnd(stop);
      if (stop.aborted) throw new StoppedError();
    }
    underWay.add(price);
  }
  /** Settles when something under way has ended, or with the stop. */
  const nextEnd = (stop: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        stop.removeEventListener("abort", wake);
        resolve();
      };
      waiting.push(wake);
      stop.addEventListener("abort", wake);
    });

  return {
    spent: () => spent,
    async spend(request, send, stop) {
      const price = priceOf([request]);
      if (isWithin(price, noPrice)) return send();
      await reserve(price, stop);
      let isFree = false;
      try {
        const seen = await send();
        const { status, broken } = seen.observation;
        const isRefused = broken !== true && status !== undefined && status >= 400;
        // Over a WebSocket a refusal is an error frame without any sound.
        const isRefusedFrame = status === undefined && broken !== true && seen.observation.error !== undefined;
        isFree = (isRefused || isRefusedFrame) && !wasAccepted(seen.observation);
        return seen;
      } finally {
        underWay.delete(price);
        if (!isFree) spent = sumOfPrices([spent, price]);
        const woken = waiting;
        waiting = [];
        for (const wake of woken) wake();
      }
    },
  };
}

function isWithin(price: ChecksPrice, limit: ChecksPrice): boolean {
  // Sums of money in binary fractions miss by less than a millionth of a millionth.
  return (
    price.tokens <= limit.tokens && price.amount <= limit.amount + 1e-9 && price.undocumented <= limit.undocumented
  );
}
