import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  faultOfOwnRecording,
  type OwnRecordingFault,
  ownRecording,
  ownRecordingMostBytes,
  referencesPath,
} from "../../contract/own-recordings.ts";
import { type KeptRecording, playgroundRoutes } from "../../contract/playground.ts";
import { ProxyError } from "../errors.ts";
import { enter, holdersOf } from "../holders.ts";
import { createRecordings } from "../recordings/recordings.ts";
import { checkMediaType } from "../security/gate.ts";
import { answerPolicy } from "../security/headers.ts";
import { checkProvenOrigin } from "../security/origin.ts";
import type { Parts } from "./parts.ts";

interface Named {
  readonly Params: { readonly name: string };
}

/**
 * Puts the routes of visitors' own recordings into `app`. The page gives one (201 with its address; 400 where it isn't
 * of the one form that is kept, 404 where none are taken, 429 and 503 where there are too many) and removes it (204).
 * Whoever has the address fetches it, as the service does, but no page of another site and no browser that would show
 * it.
 */
export function addRecordingRoutes(
  app: FastifyInstance,
  { configuration: { publicUrl }, services, sessions, limits, wallClock }: Parts,
): void {
  const recordings = createRecordings(limits, wallClock);
  app.server.once("close", () => recordings.clear());
  const headers = { "cache-control": "no-store", "content-security-policy": answerPolicy };

  /** Who asks: the page of somebody who may use the playground. */
  async function admit(request: FastifyRequest): Promise<void> {
    checkProvenOrigin(request.raw.headers, publicUrl);
    enter(request, await sessions.accessFor(request.raw.headers, services.of(request.raw)));
  }

  app.route({
    ...{ method: playgroundRoutes.keepRecording.method, url: playgroundRoutes.keepRecording.path },
    bodyLimit: ownRecordingMostBytes,
    // Before the body is read, so that nobody makes this program hold one in vain.
    async onRequest(request) {
      await admit(request);
      // The address is made for the service that will fetch it.
      if (services.of(request.raw).recordings === undefined) throw notOffered();
      checkMediaType(request, ownRecording.mediaType);
      recordings.checkRoom(holdersOf(request));
    },
    async handler(request, reply): Promise<KeptRecording> {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const fault = faultOfOwnRecording(bytes);
      if (fault !== undefined) throw new ProxyError(400, "recording_unusable", faults[fault]);
      const service = services.of(request.raw);
      const { onEnd } = await sessions.accessFor(request.raw.headers, service);
      const { name, end } = recordings.keep(bytes, holdersOf(request), onEnd);
      reply.code(201).headers(headers);
      return { address: `${service.recordings}${name}`, end };
    },
  });
  app.route<Named>({
    method: ["GET", "HEAD"],
    url: `${referencesPath}:name`,
    handler: (request, reply) => send(recordings.find(request.params.name), reply),
  });
  app.route<Named>({
    method: "DELETE",
    url: `${referencesPath}:name`,
    bodyLimit: 1_024,
    onRequest: admit,
    handler: (request, reply) => {
      if (!recordings.remove(request.params.name, holdersOf(request))) throw notThere();
      return reply.code(204).headers(headers).send();
    },
  });

  function send(bytes: Buffer | undefined, reply: FastifyReply): FastifyReply {
    if (bytes === undefined) throw notThere();
    return reply
      .headers({ ...headers, "content-disposition": 'attachment; filename="reference.wav"' })
      .type(ownRecording.mediaType)
      .send(bytes);
  }
}

const { shortest, longest } = ownRecording;
const faults: Readonly<Record<OwnRecordingFault, string>> = {
  not_this_form: "The recording must be a WAV file as the page makes it: one channel of 16 bits at 24,000 Hz.",
  too_short: `The recording must have at least ${shortest} seconds.`,
  too_long: `The recording must have at most ${longest} seconds.`,
};

function notOffered(): ProxyError {
  return new ProxyError(
    404,
    "recordings_not_offered",
    "It isn't known where the service could fetch a recording from. Whoever runs this playground can set " +
      "PLAYGROUND_PUBLIC_URL.",
  );
}

/** The same for one that never was, so that nobody can tell a guess from a memory. */
function notThere(): ProxyError {
  return new ProxyError(404, "not_found", "There is no such recording here. Each is removed after an hour.");
}
