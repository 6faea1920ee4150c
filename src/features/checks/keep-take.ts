import { type RefusedReply, SpeechRequestError } from "../../api/errors.ts";
import { speechOf } from "../../conformance/checks/case.ts";
import type { Check } from "../../conformance/checks/check.ts";
import type { CheckRun } from "../../conformance/run/run-check.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import { firstModel } from "../../contract/models/index.ts";
import { submissionByHand } from "../../core/exchanges/by-hand.ts";
import type { Submit } from "../../core/submit/submit.ts";
import { failureRecord } from "../../core/takes/failure.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import type { TakeId } from "../../core/takes/take.ts";

/**
 * Writes a case's request down as a take before it is sent, as every request that speaks is. Undefined where it doesn't
 * speak. `to` is the service that it goes to, by its name. The built-in suite's requests aren't: some hundred of them
 * would bury a person's own takes.
 */
export function beginTake(write: Submit["write"], check: Check, to: string | undefined): TakeId | undefined {
  const request = check.steps[0] === undefined ? undefined : speechOf(check.steps[0].request);
  if (request === undefined) return undefined;
  const submission = submissionByHand(request, firstModel);
  const { draft } = write({ ...submission, to, row: { ...submission.row, byHand: undefined, name: check.rule.en } });
  return draft.row.id;
}

/** Writes down what came of it. */
export async function endTake(library: TakeLibrary, id: TakeId, { result, sound }: CheckRun): Promise<void> {
  // Of requests that follow each other, that which brought the sound.
  const step = result.steps.findLast(({ codec }) => codec !== undefined) ?? result.steps[0];
  const headers = step?.headers.map(([name, value]): [string, string] => [name, value]) ?? [];
  const status = step?.status;
  const refused = status !== undefined && status >= 400;
  const reply: RefusedReply | undefined = refused
    ? {
        refusal: "status",
        status,
        headers,
        error: parseErrorBody(step?.text ?? ""),
        truncated: false,
      }
    : undefined;
  const failed =
    reply === undefined
      ? undefined
      : failureRecord(new SpeechRequestError(reply), firstModel, { onLine: true, time: result.at });
  // What follows a task may look at a part of its sound, or at none of it: there is nothing wrong with that.
  const isFine = sound !== undefined || (failed === undefined && result.outcome === "passed");
  // How long a sound of another format lasts is known where it was listened to.
  const duration = step?.figures["duration"];
  const facts = sound === undefined ? undefined : { bytes: sound.blob.size, duration, ...sound.facts };
  library.update(
    id,
    {
      owner: undefined,
      status: isFine ? "complete" : "failed",
      httpStatus: status,
      times: { firstAudio: sound && step?.figures["first_byte"], ended: step?.figures["end"] },
      failure:
        failed?.failure ?? (isFine ? undefined : { kind: "unknown", message: step?.failure ?? "", cost: "possible" }),
      sound: sound === undefined ? "none" : "whole",
      format: sound?.format,
      facts,
    },
    { headers, error: failed?.stored },
  );
  if (sound !== undefined && facts !== undefined) {
    library.keepSound({ id, format: sound.format, facts, blob: sound.blob });
  }
}
