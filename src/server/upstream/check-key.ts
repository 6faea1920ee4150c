import type { Dispatcher } from "undici";
import { routes } from "../../contract/routes.ts";
import { ProxyError } from "../errors.ts";
import { upstreamFailure } from "./failure.ts";
import { refuseAnswer } from "./refusal.ts";
import type { Upstream } from "./upstream.ts";

interface KeyCheck {
  /** The visitor's key. */
  readonly apiKey: string;
  readonly requestId: string;
  /** How long the service may take to begin its answer, in milliseconds. */
  readonly answerTime: number;
}

/**
 * Asks the service once for its models with a visitor's key, which costs nothing (section 2.7). A key without
 * permission for the list (403; section 5, rule 4) is a key all the same; of the answer nothing but its status is
 * read.
 *
 * Resolves with why the key can't be taken: 401 `wrong_key` when the service refuses it, and 502 or 504 when it
 * doesn't say, since nothing else tells a key from any made-up word.
 */
export function checkKey(
  upstream: Upstream,
  { apiKey, requestId, answerTime }: KeyCheck,
): Promise<ProxyError | undefined> {
  return new Promise((resolve) => {
    let started: Dispatcher.DispatchController | undefined;
    const request = {
      method: routes.models.method,
      target: routes.models.path,
      headers: { accept: "application/json", "x-request-id": requestId },
      apiKey,
      keyOwner: "visitor",
      body: undefined,
      answerTime,
    } as const;
    upstream.dispatch(request, {
      onRequestStart(controller) {
        started = controller;
      },
      onResponseStart(controller, status, headers) {
        if (status < 200) return;
        if (status < 300 || status === 403) resolve(undefined);
        else resolve(status === 401 ? wrongKey() : (refuseAnswer(status, headers, "visitor") ?? notChecked(status)));
        controller.abort(new Error("The status was all that was asked for."));
      },
      onResponseError: (_controller, error) => resolve(upstreamFailure(error, started !== undefined)),
    });
  });
}

function wrongKey(): ProxyError {
  return new ProxyError(401, "wrong_key", "The speech service doesn't accept this key.", { receivedStatus: 401 });
}

function notChecked(status: number): ProxyError {
  const message = `The speech service answered ${status}, which doesn't say whether it accepts this key. Try again.`;
  return new ProxyError(502, "key_not_checked", message, { receivedStatus: status });
}
