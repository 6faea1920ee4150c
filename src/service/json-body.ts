import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { createJsonMeter, jsonBoundsRefusal } from "../http/body-bounds.ts";
import { Refusal } from "./refusal.ts";

/** Names that an object must not have, since they could change what others are. */
export const refusedNames = { protoAction: "error", constructorAction: "error" } as const;

/**
 * Makes `app` read JSON bodies and no others, and measure them while they arrive: what is too large or costs too much
 * to parse is refused before it is put together. What a large body costs all the same is split, so that other requests
 * have their turn between decoding, parsing and answering it.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser(refusedNames.protoAction, refusedNames.constructorAction);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (request, payload: IncomingMessage, done) => {
    readText(payload, request.routeOptions.bodyLimit).then(
      (text) => parse(request, text, (error, body) => setImmediate(done, error, body)),
      done,
    );
  });
}

/**
 * @throws Refusal 400 `body_not_json` where it isn't UTF-8, 400 `json_too_complex`, 413 `body_too_large`, 400
 *   `bad_request` when the connection breaks.
 */
function readText(payload: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const meter = createJsonMeter();
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    let length = 0;
    const decode = (chunk?: Buffer): boolean => {
      try {
        text += decoder.decode(chunk, { stream: chunk !== undefined });
        return true;
      } catch {
        stop(notUtf8());
        return false;
      }
    };
    const stop = (error: Error) => {
      payload.off("data", take);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) stop(tooLarge());
      else if (!meter.read(chunk)) stop(jsonTooComplex());
      else decode(chunk);
    };
    if (Number(payload.headers["content-length"] ?? 0) > limit) {
      stop(tooLarge());
      return;
    }
    payload.on("data", take);
    payload.once("end", () => decode() && resolve(text));
    payload.once("error", () => stop(endedEarly()));
  });
}

function tooLarge(): Refusal {
  return new Refusal(413, "body_too_large", "The body is larger than the service accepts.");
}

function notUtf8(): Refusal {
  return new Refusal(400, "body_not_json", "The body is not JSON in UTF-8: save or send it in that encoding.");
}

function endedEarly(): Refusal {
  return new Refusal(400, "bad_request", "The request ended before its announced length.");
}

/** What is said to JSON that would cost too much to parse. */
export function jsonTooComplex(): Refusal {
  return new Refusal(400, jsonBoundsRefusal.code, jsonBoundsRefusal.message);
}
