import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { routes } from "../../../src/contract/routes.ts";
import { type SeenRequest, startFakeService } from "../../../src/http/fake-service.fixture.ts";
import { type Answer, json, refusal, write } from "../../spec-fake/answer.ts";
import { bareTimes, crowdedList, type Inner, objectOf, passedOn, refusedOtherwise, soundOtherwise } from "./answers.ts";
import { bridge } from "./socket.ts";
import { createTaskNames } from "./task-names.ts";

/** The key that this service wants; the one inside has another. */
export const differingKey = "key-of-another-service";
/** Below this path its routes stand. */
const prefix = "/api/tts";
const differs = () => true;

export interface DifferingService {
  /** Its base address. */
  readonly address: string;
  close(): Promise<void>;
}

/**
 * A service that judges requests and speaks as the embedded one does, which it has inside, and does otherwise what the
 * document leaves open: paths, keys, ids, addresses and their signatures, statuses and shapes of errors, types, lengths
 * and pieces of sound, rates of samples, times' unit and shape, further fields, entries and frames. What it does
 * against the document stands in `knownDifferences`.
 */
export async function startDifferingService(inside: {
  readonly address: string;
  readonly key: string;
}): Promise<DifferingService> {
  const inners = new WeakMap<SeenRequest, WebSocket>();
  const fake = await startFakeService({
    async answer(request, response) {
      const answered = await answer(request).catch((error: unknown) => refusal(500, String(error), differs));
      await write(request.method, response, answered, differs);
    },
    refuse: refuseOffer,
    serve(outer, request) {
      const inner = inners.get(request);
      if (inner !== undefined) bridge(outer, inner);
    },
  });
  const address = fake.url + prefix;
  const names = createTaskNames(() => address);
  const below = `${routes.tasks.path}/`;
  const authorization = `Bearer ${inside.key}`;

  const isKnown = ({ headers, url }: SeenRequest): boolean =>
    headers.authorization === `Bearer ${differingKey}` && url.startsWith(`${prefix}/`);

  async function answer(request: SeenRequest): Promise<Answer> {
    const { method, url, headers, body } = request;
    if (!isKnown(request)) return refusal(401, "Who are you?", differs);
    const [path = "", ...rest] = url.slice(prefix.length).split("?");
    const query = rest.length === 0 ? "" : `?${rest.join("?")}`;
    const send = (to: string): Promise<Inner> => ask(method, to, { ...passedOn(headers), authorization }, body);
    if (path.startsWith(below)) return taskAnswer(path.slice(below.length), query, method, send);
    const inner = await send(path);
    if (inner.status >= 400) return refusedOtherwise(inner);
    if (path === routes.models.path) return crowdedList(inner.bytes);
    if (path === routes.tasks.path) return json(202, names.tell(objectOf(inner.bytes)));
    return soundOtherwise(inner, objectOf(body));
  }

  async function taskAnswer(
    rest: string,
    query: string,
    method: string,
    send: (to: string) => Promise<Inner>,
  ): Promise<Answer> {
    const [name = "", route] = rest.split("/");
    const id = names.innerId(name);
    if (id === undefined) return refusal(404, "No such task.", differs);
    if (!names.isGiven(query)) return refusal(403, "The signature was changed.", differs);
    const inner = await send(below + [id, ...(route === undefined ? [] : [route])].join("/"));
    // An answer to HEAD has no body to be put otherwise.
    if (inner.status >= 400) return method === "HEAD" ? { status: inner.status } : refusedOtherwise(inner);
    if (route === "timestamps") return bareTimes(inner.bytes);
    return route === undefined ? json(200, names.tell(objectOf(inner.bytes))) : soundOtherwise(inner, {});
  }

  async function ask(method: string, path: string, headers: HeadersInit, body: Buffer): Promise<Inner> {
    const response = await fetch(inside.address + path, {
      method,
      headers,
      ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Asks the service inside first; what it refuses is refused otherwise. */
  function refuseOffer(request: SeenRequest, connection: Socket): boolean | Promise<boolean> {
    const end = (status: number): true => {
      const fields = "Content-Type: text/plain\r\nContent-Length: 3\r\nConnection: close";
      connection.end(`HTTP/1.1 ${status} No\r\n${fields}\r\n\r\nNo.`);
      return true;
    };
    if (!isKnown(request)) return end(401);
    const to = inside.address.replace(/^http/, "ws") + request.url.slice(prefix.length);
    const inner = new WebSocket(to, { headers: { authorization } });
    inners.set(request, inner);
    return new Promise((resolve) => {
      inner.on("unexpected-response", (_, { statusCode = 500 }) => resolve(end(statusCode === 400 ? 422 : statusCode)));
      inner.on("error", () => connection.destroy());
      inner.on("open", () => resolve(false));
    });
  }

  return { address, close: fake.close };
}
