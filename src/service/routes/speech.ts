import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { countCharacters } from "../../contract/characters.ts";
import { type AcceptedRequest, acceptRequest, sentAs } from "../accept.ts";
import { giveBack } from "../billing/give-back.ts";
import { type Claim, type FirstAnswers, forgetIfFailed } from "../first-answers.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { spokenAs, spokenFields } from "../spoken-as.ts";
import { isStorageUnreachable } from "../storage/unreachable.ts";
import { fillWavLengths } from "../synthesis/signal/encoder.ts";
import type { Synthesis, Synthesizer } from "../synthesis/synthesizer.ts";
import { checkSpeakable, synthesisRefusal } from "../synthesis-refusal.ts";
import { runsAsJob } from "../tasks/job-models.ts";
import { clientSignal, onceEnded } from "./client-signal.ts";
import { answerWithJob, type JobTools } from "./speech-job.ts";
import { logEnd, logSynthesis } from "./synthesis-log.ts";

/** The longest text whose WAV is made whole before it is sent, in characters: half a minute, made in a moment. */
const shortText = 500;

export interface SpeechTools extends JobTools {
  readonly planners: SpeechPlanners;
  readonly synthesizer: Synthesizer;
  readonly answers: FirstAnswers;
}

/** `POST /v1/audio/speech` (section 4): audio, or an error before its first byte. */
export async function speak(request: FastifyRequest, reply: FastifyReply, tools: SpeechTools): Promise<FastifyReply> {
  const accepted = acceptRequest(request.body, "speech", request.caller, tools.planners.speaks);
  const isJob = runsAsJob(accepted.model);
  if (isJob) {
    await tools.planners.check(accepted);
    checkSpeakable(accepted);
  }
  const claim = await tools.answers.claim(request);
  // What was charged as a job before needn't run as one.
  return isJob && claim?.first === undefined
    ? answerWithJob(request, reply, accepted, tools, claim)
    : answerWhileMade(request, reply, accepted, tools, claim);
}

/**
 * Sends audio while it is made. What goes wrong before the first byte becomes an error answer; what goes wrong after it
 * cuts the connection, so that no client takes a part for the whole.
 *
 * The request is charged when its first audio is there: each character of its text (section 8), however much of the
 * audio the client then takes; one that was charged before, by its `Idempotency-Key`, isn't charged again. A request
 * that no audio answers costs nothing, and one that the engine breaks off, or the end of the service, is given back.
 */
async function answerWhileMade(
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: AcceptedRequest,
  tools: SpeechTools,
  claim: Claim | undefined,
): Promise<FastifyReply> {
  const { planners, synthesizer, ledger, storage, cut } = tools;
  const started = performance.now();
  const signal = clientSignal(request, reply, cut);
  const refuse = (error: unknown): never => {
    if (signal.aborted) {
      logEnd(request.log, { model: accepted.model.id }, error);
      throw error;
    }
    const refusal = synthesisRefusal(error, sentAs(accepted.resolution, "text"));
    if (refusal.status >= 500) request.log.error({ model: accepted.model.id, err: error }, "synthesis failed");
    throw refusal;
  };
  const { utterance, synthesis, iterator, first, isWhole } = await forgetIfFailed(claim, async () => {
    const { utterance } = await planners.plan(accepted, signal, claim?.seed).catch(refuse);
    const synthesis = synthesizer.speak(utterance, signal, { isAwaited: true, seed: claim?.seed });
    const { text, format } = utterance;
    // Of a short WAV the lengths can be known, which its header should say: it is sent when it is whole.
    const isWhole = format.codec === "wav" && countCharacters(text) <= shortText;
    const iterator = (isWhole ? wholeWav(synthesis) : synthesis)[Symbol.asyncIterator]();
    const first = await iterator.next().catch(refuse);
    return { utterance, synthesis, iterator, first, isWhole };
  });
  const { text, format } = utterance;
  const reference = `request_${randomUUID()}`;
  const { mode } = accepted.resolution;
  const paid = claim?.first;
  const undo = async (): Promise<void> => {
    if (paid === undefined) await giveBack({ storage, ledger, log: request.log }, reference);
  };
  if (paid === undefined) {
    const billed = { reference, caller: request.caller.id, model: accepted.model, route: mode, text };
    await forgetIfFailed(claim, () =>
      storage.transaction(async (database) => {
        await ledger.charge(billed, database);
        await claim?.settle(reference, database);
      }),
    ).catch(async (error: unknown) => {
      // It may have been charged while the word of it got lost.
      if (isStorageUnreachable(error)) await undo();
      throw error;
    });
  } else {
    // Whoever broke off the first answer, this one is paid for by it.
    await ledger.close([paid]);
  }
  const facts = {
    model: accepted.model.id,
    mode,
    reference,
    characters: countCharacters(text),
    ignored: accepted.ignored,
    firstByteAfter: performance.now() - started,
  };
  logSynthesis(request.log, synthesis, facts, undo);
  onceEnded(request, reply, signal, tools, async (wasCut) => {
    if (wasCut) await undo();
    else ledger.answered(reference);
  });
  if (isWhole && first.done !== true) reply.header("content-length", first.value.length);
  return reply
    .header("content-type", mediaTypeOf(format))
    .headers(spokenFields(spokenAs(utterance)))
    .header("cache-control", "no-store")
    .send(Readable.from(chunks(first, iterator), { objectMode: false, highWaterMark: 64 * 1024 }));
}

async function* wholeWav(synthesis: Synthesis): AsyncGenerator<Uint8Array, void, undefined> {
  const parts: Uint8Array[] = [];
  for await (const part of synthesis) parts.push(part);
  const wav = Buffer.concat(parts);
  fillWavLengths(wav);
  yield wav;
}

async function* chunks(first: IteratorResult<Uint8Array>, iterator: AsyncIterator<Uint8Array>) {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
