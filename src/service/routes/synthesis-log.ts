import type { FastifyBaseLogger } from "fastify";
import { Refusal } from "../refusal.ts";
import type { Synthesis } from "../synthesis/synthesizer.ts";

/**
 * Writes one line when a synthesis ends; neither the text nor anything else that a person wrote is in it.
 *
 * @param onFailure called when the service itself failed, not when the client left or the service stops.
 */
export function logSynthesis(
  log: FastifyBaseLogger,
  synthesis: Synthesis,
  facts: Readonly<Record<string, unknown>>,
  onFailure: () => Promise<void>,
): void {
  synthesis.result
    .then(
      ({ durationSeconds, language, words }) => {
        log.info({ ...facts, language, durationSeconds, words: words.length }, "spoken");
      },
      async (error: unknown) => {
        if (isEnd(error)) {
          logEnd(log, facts, error);
          return;
        }
        log.error({ ...facts, err: error }, "synthesis failed");
        await onFailure();
      },
    )
    .catch((error: unknown) => log.error({ ...facts, err: error }, "a failure could not be recorded"));
}

/** Whether somebody ended the work on purpose: the client, by leaving, or the service's stop. */
function isEnd(error: unknown): boolean {
  return error instanceof Refusal || (error instanceof Error && error.name === "AbortError");
}

/** Says who ended the work. */
export function logEnd(log: FastifyBaseLogger, facts: Readonly<Record<string, unknown>>, reason: unknown): void {
  log.info(facts, reason instanceof Refusal ? "cut by the service's stop" : "the client left");
}
