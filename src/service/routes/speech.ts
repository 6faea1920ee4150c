import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { countCharacters } from "../../contract/characters.ts";
import { type AcceptedRequest, acceptRequest } from "../accept.ts";
import type { Ledger } from "../billing/ledger.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import type { Synthesizer } from "../synthesis/synthesizer.ts";
import { synthesisRefusal } from "../synthesis-refusal.ts";
import { runsAsJob } from "../tasks/job-models.ts";
import { clientSignal } from "./client-signal.ts";
import { answerWithJob, type JobTools } from "./speech-job.ts";
import { logEnd, logSynthesis } from "./synthesis-log.ts";

export interface SpeechTools extends JobTools {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly ledger: Ledger;
}

/** `POST /v1/audio/speech` (section 4): audio, or an error before its first byte. */
export async function speak(request: FastifyRequest, reply: FastifyReply, tools: SpeechTools): Promise<FastifyReply> {
  const accepted = acceptRequest(request.body, "speech", request.caller, tools.planners.speaks);
  return runsAsJob(accepted.model)
    ? answerWithJob(request, reply, accepted, tools)
    : answerWhileMade(request, reply, accepted, tools);
}

/**
 * Sends audio while it is made. What goes wrong before the first byte becomes an error answer; what goes wrong after it
 * cuts the connection, so that no client takes a part for the whole.
 *
 * The request is charged when its first audio is there: each character of its text (section 8), however much of the
 * audio the client then takes. A request that no audio answers costs nothing, and one that the engine or the service's
 * stop breaks off is given back.
 */
async function answerWhileMade(
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: AcceptedRequest,
  { planners, synthesizer, ledger, cut }: SpeechTools,
): Promise<FastifyReply> {
  const started = performance.now();
  const signal = clientSignal(request, reply, cut);
  const { utterance, spokenLanguage, textParam } = await planners.plan(accepted, signal);
  const synthesis = synthesizer.speak(utterance, signal);
  const iterator = synthesis[Symbol.asyncIterator]();
  const first = await iterator.next().catch((error: unknown) => {
    if (signal.aborted) {
      logEnd(request.log, { model: accepted.model.id }, error);
      throw error;
    }
    const refusal = synthesisRefusal(error, textParam);
    if (refusal.status >= 500) request.log.error({ model: accepted.model.id, err: error }, "synthesis failed");
    throw refusal;
  });
  const reference = `request_${randomUUID()}`;
  const { mode } = accepted.resolution;
  ledger.charge({ reference, caller: request.caller.id, model: accepted.model, route: mode, text: utterance.text });
  const facts = {
    model: accepted.model.id,
    mode,
    reference,
    characters: countCharacters(utterance.text),
    ignored: accepted.ignored,
    firstByteAfter: performance.now() - started,
  };
  logSynthesis(request.log, synthesis, facts, () => ledger.refund(reference));
  reply.raw.once("close", () => {
    if (cut.aborted && !reply.raw.writableFinished) ledger.refund(reference);
  });
  return reply
    .header("content-type", mediaTypeOf(utterance.format))
    .header("content-language", spokenLanguage)
    .header("cache-control", "no-store")
    .send(Readable.from(chunks(first, iterator), { objectMode: false, highWaterMark: 64 * 1024 }));
}

async function* chunks(first: IteratorResult<Uint8Array>, iterator: AsyncIterator<Uint8Array>) {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
