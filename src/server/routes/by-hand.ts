import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  byHandFields,
  byHandMethods,
  byHandPath,
  type Field,
  faultOfFields,
  isBelowBase,
  isDocumentedByHand,
  mostFields,
} from "../../contract/by-hand.ts";
import { parseJson } from "../../contract/json.ts";
import { keyPattern } from "../../contract/keys.ts";
import { routes } from "../../contract/routes.ts";
import { createJsonMeter } from "../../http/body-bounds.ts";
import { keyRule } from "../addresses.ts";
import { ProxyError } from "../errors.ts";
import { enter } from "../holders.ts";
import { checkProvenOrigin, foreignOrigin } from "../security/origin.ts";
import { speechPatience } from "../upstream/patience.ts";
import type { Parts } from "./parts.ts";
import { passOn } from "./pass-on.ts";

/** The decorator of a request that holds what it is sent with. */
const sentWith = "byHand";

interface SentWith {
  readonly target: string;
  readonly fields: readonly Field[];
  readonly key: string;
  readonly isOwnKey: boolean;
}

/**
 * Puts the route into `app` by which the page sends what a person wrote wholly by hand: to the service that was chosen,
 * below its `/v1/`, and nowhere else. A key that comes with a request is used for that one alone. The server's own key
 * pays for what isn't in the document only where nobody but its owner can be there.
 */
export function addByHandRoute(
  app: FastifyInstance,
  { configuration: { publicUrl, isAlone }, services, sessions, limits, bodies }: Parts,
): void {
  app.decorateRequest(sentWith);

  /** @throws {ProxyError} 400 for what can't be sent, 401 without a session, 403 where the server's key may not pay. */
  async function admit(request: FastifyRequest): Promise<void> {
    const { headers, url = "" } = request.raw;
    const told = headers[byHandFields.fields];
    // No form or image of another site has such a field, nor a page of one without asking first, which is refused.
    if (typeof told !== "string") throw foreignOrigin();
    // Over plain http from another machine browsers say nothing of who sends a GET or HEAD.
    if (request.method !== "GET" && request.method !== "HEAD") checkProvenOrigin(headers, publicUrl);
    const target = url.slice(byHandPath.length);
    if (!isBelowBase(target)) {
      const message = "The path must be a plain one below /v1/, without dot segments and percent-encoding.";
      throw new ProxyError(400, "bad_target", message);
    }
    const access = await sessions.accessFor(headers, services.of(request.raw));
    const own = headers[byHandFields.key];
    if (own !== undefined && !(typeof own === "string" && keyPattern.test(own))) {
      throw new ProxyError(400, "bad_request", `The key ${keyRule}`);
    }
    if (
      own === undefined &&
      sessions.keyOwner === "server" &&
      !isAlone &&
      !isDocumentedByHand(request.method, target)
    ) {
      const message =
        "With the playground's own key only the documented requests are sent here. " +
        "Give a key of your own for this one.";
      throw new ProxyError(403, "key_not_lent", message);
    }
    const sent: SentWith = { target, fields: fieldsIn(told), key: own ?? access.key, isOwnKey: own !== undefined };
    request.setDecorator(sentWith, sent);
    enter(request, access);
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/octet-stream", bodies.readBytes);
    scope.route({
      method: [...byHandMethods],
      url: `${byHandPath}/*`,
      // Before the body is read.
      onRequest: admit,
      handler(request, reply) {
        const { target, fields, key, isOwnKey } = request.getDecorator<SentWith>(sentWith);
        const body = Buffer.isBuffer(request.body) ? request.body : undefined;
        const { upstream } = services.of(request.raw);
        const method = byHandMethods.find((each) => each === request.method) ?? "GET";
        // A job takes its time, whoever wrote the request for it. What would hold up all others isn't looked into.
        const isSpeech =
          method === routes.speech.method &&
          target.split("?", 1)[0] === routes.speech.path &&
          (body === undefined || createJsonMeter().read(body));
        return passOn(request, reply, upstream, limits, {
          ...{ method, target, fields, apiKey: key, body },
          keyOwner: isOwnKey ? "visitor" : sessions.keyOwner,
          answerTime: isSpeech && speechPatience(body, limits) === 0 ? 0 : limits.unknownAnswerTime,
        });
      },
    });
  });
}

/** @throws {ProxyError} 400 that names the field and what is wrong with it. */
function fieldsIn(told: string): readonly Field[] {
  const list = parseJson(told);
  const isList =
    Array.isArray(list) &&
    list.length <= mostFields &&
    list.every((each) => Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === "string"));
  if (!isList) throw new ProxyError(400, "bad_request", `The header fields must be a list of at most ${mostFields}.`);
  const fields: readonly Field[] = list;
  const wrong = faultOfFields(fields);
  if (wrong === undefined) return fields;
  // What was written isn't repeated: somebody may have put a key there.
  throw new ProxyError(
    400,
    "bad_request",
    `Header field ${fields.findIndex(([name]) => name === wrong.name) + 1}: ${faults[wrong.fault]}`,
  );
}

const faults = {
  name: "this can't be the name of a header field.",
  forbidden: "a request by hand can't have this one. A key belongs into its own place.",
  value: "its value must be visible ASCII characters, 4,000 at most.",
  twice: "another one has the same name. Put their values into one.",
  long: "with it the fields are longer than 8,000 characters together. Shorten them, or leave some out.",
} as const;
