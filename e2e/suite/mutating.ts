import { type FakeService, startFakeService } from "../../src/http/fake-service.fixture.ts";
import type { Mutation } from "./mutations/mutation.ts";
import { type Asked, askedOf, type Recorded } from "./recording.ts";

/** A service in between that passes a real one's answers on over HTTP, wrong in one way. */
export interface MutatingService extends FakeService {
  /** In which way it is wrong from now on. */
  mutation: Mutation | undefined;
}

export async function startMutatingService(inside: string): Promise<MutatingService> {
  const fake = await startFakeService({
    async answer({ method, url, headers, body }, response) {
      const { authorization = "", range } = headers;
      const reply = await fetch(inside + url, {
        method,
        headers: {
          authorization,
          ...(body.length === 0 ? {} : { "content-type": headers["content-type"] ?? "" }),
          ...(range === undefined ? {} : { range }),
        },
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
      });
      const text = body.length === 0 ? {} : { body: body.toString("utf8") };
      const asked = askedOf({ method, path: url, ...text, ...(range === undefined ? {} : { range }) });
      const recorded = await recordedOf(reply);
      const { answer, bytes } = mutated(service.mutation, asked, recorded);
      response.writeHead(answer.status, [...answer.headers].flat());
      response.end(bytes);
    },
  });
  const service: MutatingService = Object.assign(fake, { mutation: undefined });
  return service;
}

type Http = Extract<Recorded, { kind: "http" }>;

function mutated(mutation: Mutation | undefined, asked: Asked, recorded: Http): Http {
  if (mutation === undefined || !mutation.place(asked, recorded)) return recorded;
  const [changed] = mutation.distort({ asked, answers: [recorded] }, nothingElse);
  if (changed?.kind !== "http") throw new Error(`${mutation.name} isn't one of answers over HTTP.`);
  return changed;
}

const none = new Uint8Array();
const nothingElse = {
  other: () => undefined,
  sounds: { mp3: none, silentMp3: none, silentWav: none, noiseMp3: none, wav: none },
};

async function recordedOf(reply: Response): Promise<Http> {
  const bytes = new Uint8Array(await reply.arrayBuffer());
  // The length is another where the bytes are.
  const headers = [...reply.headers].filter(([name]) => !/^(?:content-length|connection|keep-alive|date)$/.test(name));
  const body = new Blob([bytes], { type: reply.headers.get("content-type") ?? "" });
  const times = { headers: 0, end: 0 };
  return {
    kind: "http",
    bytes,
    answer: { status: reply.status, headers, body, truncated: false, broken: false, times },
  };
}
