import { SpeechRequestError } from "../../api/errors.ts";
import type { AudioPart } from "../../audio/base/source.ts";
import { parseErrorBody } from "../../contract/errors.ts";

/** A source that fails as a service or network would. */
export function failing(error: unknown) {
  // biome-ignore lint/correctness/useYield: it fails before anything could come
  return async function* (): AsyncGenerator<AudioPart> {
    throw error;
  };
}

/** An answer that refuses, with an error of the document's shape. */
export function refused(status: number, body: object): SpeechRequestError {
  const error = parseErrorBody(JSON.stringify({ error: body }));
  return new SpeechRequestError({
    refusal: "status",
    status,
    headers: [["x-request-id", "req_7"]],
    error,
    truncated: false,
  });
}
