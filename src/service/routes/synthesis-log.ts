import type { FastifyBaseLogger } from "fastify";
import type { Synthesis } from "../synthesis/synthesizer.ts";

/**
 * Writes one line when a synthesis ends; neither the text nor anything else that a person wrote is in it.
 *
 * @param onFailure called when the service itself failed, not when the client left.
 */
export function logSynthesis(
  log: FastifyBaseLogger,
  synthesis: Synthesis,
  facts: Readonly<Record<string, unknown>>,
  onFailure: () => void,
): void {
  synthesis.result
    .then(
      ({ durationSeconds, language, words }) => {
        log.info({ ...facts, language, durationSeconds, words: words.length }, "spoken");
      },
      (error: unknown) => {
        if (error instanceof Error && error.name === "AbortError") {
          log.info(facts, "the client left");
          return;
        }
        log.error({ ...facts, err: error }, "synthesis failed");
        onFailure();
      },
    )
    .catch((error: unknown) => log.error({ ...facts, err: error }, "a failure could not be recorded"));
}
