import type { SpeechClient } from "../../api/client.ts";
import { NotSentError } from "../../api/errors.ts";
import type { RequestObserver } from "../../api/request-events.ts";
import type { AudioFormat } from "../../audio/base/format.ts";
import type { AudioSource } from "../../audio/base/source.ts";
import { type Circumstances, readFailure } from "./failure.ts";
import type { TakeLibrary } from "./library.ts";
import type { TakeDraft } from "./take-draft.ts";

export interface AnswerOptions {
  readonly client: Pick<SpeechClient, "speechSource">;
  readonly library: TakeLibrary;
  readonly circumstances: () => Circumstances;
  readonly expected: AudioFormat;
  readonly observe: RequestObserver;
}

/** What brings the answer: to one request, or to one after the other where the script is sent in parts. */
export function answerSource({ row, details, model, request }: TakeDraft, options: AnswerOptions): AudioSource {
  const { client, library, circumstances, expected, observe } = options;
  // Read when it is sent: which service it goes to may be learnt while it is written down.
  const send = (body: string, told = observe): AudioSource =>
    async function* (signal) {
      const { serviceName: service } = library.row(row.id) ?? row;
      yield* client.speechSource({ ...request, service, body, expected, observe: told })(signal);
    };
  if (details.parts === undefined) return send(request.body);
  const wasRefused = (error: unknown) => readFailure(error, model, circumstances()).cost === "none";
  return async function* (signal) {
    const { partsSource } = await import("./parts-source.ts").catch((cause: unknown) => {
      throw new NotSentError(cause);
    });
    yield* partsSource({ row, details, library, send, observe, wasRefused })(signal);
  };
}

/** `source`, sent once `written` is settled. Given up before that, it was never sent. */
export function sentAfter(written: Promise<void>, source: AudioSource): AudioSource {
  return async function* (signal) {
    await written;
    signal.throwIfAborted();
    yield* source(signal);
  };
}
