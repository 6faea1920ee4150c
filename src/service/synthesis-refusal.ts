import type { BaseLogger } from "pino";
import { isSpeakable } from "../contract/scripts.ts";
import { type AcceptedRequest, sentAs } from "./accept.ts";
import { ModelFailedError } from "./engines/natural-voices.ts";
import { Refusal, storageRefusal } from "./refusal.ts";
import { NaturalVoiceFailedError, NothingToSpeakError, SynthesisFailedError } from "./synthesis/synthesizer.ts";

/**
 * What a client is told when planning or synthesis failed. What isn't known is a fault of the service; its details
 * belong into the log.
 *
 * @param textParam the name under which the text was sent.
 */
export function synthesisRefusal(error: unknown, textParam: string): Refusal {
  if (error instanceof Refusal) return error;
  const refusal = storageRefusal(error);
  if (refusal !== undefined) return refusal;
  if (error instanceof NothingToSpeakError) {
    return new Refusal(400, "nothing_to_speak", `${textParam} holds nothing that can be spoken.`, { param: textParam });
  }
  if (error instanceof NaturalVoiceFailedError || error instanceof ModelFailedError) {
    const { status = 503, retryAfter } = error.facts;
    const message = `${error.message} Nothing was charged; the request can be sent again.`;
    const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return new Refusal(status, "natural_voice_failed", message, { headers });
  }
  if (error instanceof SynthesisFailedError) {
    return new Refusal(
      500,
      "synthesis_failed",
      "The speech engine failed on this text; the request can be sent again.",
    );
  }
  return new Refusal(500, "internal_error", "The service failed. Nothing was spoken; the request can be sent again.");
}

/** Says why a task failed: of a fault all, of a refusal its code and cause, since its words may quote the text. */
export function logFailure(
  logger: Pick<BaseLogger, "info" | "error">,
  facts: object,
  error: unknown,
  { status, code, cause }: Refusal,
): void {
  if (status >= 500) logger.error({ ...facts, err: error }, "task failed");
  else logger.info({ ...facts, code, cause: cause instanceof Error ? cause.message : undefined }, "task failed");
}

/**
 * Refuses a text that no engine could speak before anything is kept or charged for it.
 *
 * @throws Refusal 400 `nothing_to_speak` naming the field as it was sent.
 */
export function checkSpeakable({ resolution, values }: AcceptedRequest): void {
  if (isSpeakable(String(values["text"]))) return;
  throw synthesisRefusal(new NothingToSpeakError(), sentAs(resolution, "text"));
}
