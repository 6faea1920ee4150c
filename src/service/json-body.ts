import type { IncomingMessage } from "node:http";
import { StringDecoder } from "node:string_decoder";
import type { FastifyInstance } from "fastify";
import { createJsonMeter, jsonBoundsRefusal } from "../http/body-bounds.ts";
import { Refusal } from "./refusal.ts";

/**
 * Makes `app` read JSON bodies and no others, and measure them while they arrive: what is too large or costs too much
 * to parse is refused before it is put together. What a large body costs all the same is split, so that other requests
 * have their turn between decoding, parsing and answering it.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", (request, payload: IncomingMessage, done) => {
    readText(payload, request.routeOptions.bodyLimit).then(
      (text) => parse(request, text, (error, body) => setImmediate(done, error, body)),
      done,
    );
  });
}

/** @throws Refusal 400 `json_too_complex`, 413 `body_too_large`, 400 `bad_request` when the connection breaks. */
function readText(payload: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const meter = createJsonMeter();
    const decoder = new StringDecoder("utf8");
    let text = "";
    let length = 0;
    const stop = (error: Error) => {
      payload.off("data", take);
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) stop(tooLarge());
      else if (!meter.read(chunk)) stop(jsonTooComplex());
      else text += decoder.write(chunk);
    };
    if (Number(payload.headers["content-length"] ?? 0) > limit) {
      stop(tooLarge());
      return;
    }
    payload.on("data", take);
    payload.once("end", () => resolve(text + decoder.end()));
    payload.once("error", () => stop(endedEarly()));
  });
}

function tooLarge(): Refusal {
  return new Refusal(413, "body_too_large", "The body is larger than the service accepts.");
}

function endedEarly(): Refusal {
  return new Refusal(400, "bad_request", "The request ended before its announced length.");
}

/** What is said to JSON that would cost too much to parse. */
export function jsonTooComplex(): Refusal {
  return new Refusal(400, jsonBoundsRefusal.code, jsonBoundsRefusal.message);
}
