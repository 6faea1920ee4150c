import type { ModelDescriptor } from "../../contract/model.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { type CodeRequest, codeRequestOf, sentText } from "../../contract/snippets/code-request.ts";
import { readByHand } from "../../core/exchanges/by-hand.ts";
import type { RouteRequest } from "../../core/exchanges/route-form.ts";

/** What code is made of for a speech request; `fallback` stands in for a model that isn't known. */
export function codeOfSpeech(request: SpeechRequest, fallback: ModelDescriptor): CodeRequest {
  const { model, values } = readByHand(request, fallback);
  return codeRequestOf(request, model.output(values));
}

/** What code is made of for a request by hand. */
export function codeOfRoute({ endpoint, ...request }: RouteRequest, fallback: ModelDescriptor): CodeRequest {
  const { method, path, body = "" } = request;
  if (endpoint !== undefined) return codeOfSpeech({ endpoint, path, body }, fallback);
  const isSound = /\/content(?:\?|$)/.test(path);
  const file = method === "HEAD" ? "head.txt" : isSound ? "speech.audio" : "answer.json";
  return { ...request, ...("body" in request ? { body: sentText(body) } : {}), kind: "file", file };
}
