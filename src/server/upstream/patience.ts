import { isJsonObject, parseJson } from "../../contract/json.ts";
import { waitsForJob } from "../../contract/modes.ts";
import type { Limits } from "../limits.ts";

/**
 * How long the service may stay silent before it answers a body of the speech endpoint, in milliseconds; 0 for no
 * limit, which only a synchronous request has whose model waits for a job (section 4, rule 1). A model that the
 * contract doesn't know may have a job, too, and be paid for all the same when it is cut, so it is given the most time
 * of all: but a limit.
 */
export function speechPatience(body: Buffer | undefined, limits: Limits): number {
  const asked = readObject(body);
  // The service refuses it at once.
  if (asked === undefined) return limits.answerTime;
  const waits = waitsForJob(asked);
  if (waits === undefined) return limits.unknownAnswerTime;
  return waits ? 0 : limits.speechAnswerTime;
}

function readObject(body: Buffer | undefined) {
  // The names and values that are looked for are ASCII; so decoded, 8 MB take a tenth of the time.
  const value = parseJson(body?.toString("latin1"));
  return isJsonObject(value) ? value : undefined;
}
