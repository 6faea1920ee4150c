import { setTimeout } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { type Engines, engineRoutes, enginesSchema } from "../../contract/engines.ts";
import { parseJson } from "../../contract/json.ts";
import type { Upstream, UpstreamRequest } from "./upstream.ts";

/** The most that is read of an answer, in bytes: a hundred times what a service with every voice says. */
const largestAnswer = 2 ** 20;
/** How much longer than anybody waits an answer may take, so that the next one has it: a busy service is slow. */
const lateness = 10;

/**
 * What asks the embedded service which engine speaks which voice, beyond the document. It never rejects and never takes
 * longer than `patience` milliseconds: a service that is slow, or dead, or doesn't know the route keeps nobody waiting.
 * Then what it said last holds, and nothing where it never said anything. Who asks meanwhile gets the same answer, and
 * who asks later what came too late.
 */
export function createEngineQuestion(
  upstream: Upstream,
  apiKey: string,
  patience: number,
): () => Promise<Engines | undefined> {
  let last: Engines | undefined;
  let asking: Promise<Engines | undefined> | undefined;
  return () => {
    asking ??= ask(upstream, apiKey, lateness * patience)
      .then((engines) => {
        if (engines !== undefined) last = engines;
        return last;
      })
      .finally(() => {
        asking = undefined;
      });
    return Promise.race([asking, setTimeout(patience, undefined, { ref: false }).then(() => last)]);
  };
}

function ask(upstream: Upstream, apiKey: string, answerTime: number): Promise<Engines | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let started: Dispatcher.DispatchController | undefined;
    const end = (engines?: Engines) => {
      clearTimeout(timer);
      resolve(engines);
    };
    const giveUp = (reason: string) => {
      end();
      started?.abort(new Error(reason));
    };
    const timer = globalThis.setTimeout(() => giveUp("The service takes too long to say what speaks."), answerTime);
    const request: UpstreamRequest = {
      method: engineRoutes.engines.method,
      target: engineRoutes.engines.path,
      headers: { accept: "application/json" },
      apiKey,
      keyOwner: "server",
      body: undefined,
      answerTime,
    };
    upstream.dispatch(request, {
      onRequestStart(controller) {
        started = controller;
      },
      onResponseStart(_controller, status) {
        if (status >= 300) giveUp("The service doesn't say what speaks.");
      },
      onResponseData(_controller, chunk) {
        length += chunk.length;
        if (length > largestAnswer) giveUp("The service says more than it should.");
        else chunks.push(chunk);
      },
      onResponseEnd() {
        const read = enginesSchema.safeParse(parseJson(Buffer.concat(chunks).toString()));
        end(read.success ? read.data : undefined);
      },
      onResponseError: () => end(),
    });
  });
}
