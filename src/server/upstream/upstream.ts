import { type Dispatcher, Pool } from "undici";
import { connectorOf } from "../../http/connector.ts";
import type { Limits } from "../limits.ts";
import type { ServiceConfiguration } from "../services-file.ts";
import type { KeyOwner } from "./refusal.ts";

export interface UpstreamRequest {
  readonly method: Dispatcher.HttpMethod;
  /**
   * Path and query as the service's interface names them, from constants; the base address's own path is put before.
   */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The key that pays, chosen by the session; empty for none. It must not appear in an answer or a log. */
  readonly apiKey: string;
  readonly keyOwner: KeyOwner;
  readonly body: Buffer | undefined;
  /** How long the service may stay silent before the head of its answer, in milliseconds; 0 for no limit. */
  readonly answerTime: number;
}

/** The only way to the speech service. */
export interface Upstream {
  /** Starts a request; it is never sent twice. `handler` hears of everything that follows. */
  dispatch(request: UpstreamRequest, handler: Dispatcher.DispatchHandler): void;
  close(reason?: Error): Promise<void>;
}

/** Opens a pool of connections to a configured service, and to nothing else. */
export function createUpstream(configuration: Pick<ServiceConfiguration, "baseUrl">, limits: Limits): Upstream {
  const base = new URL(configuration.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const pool = new Pool(base.origin, {
    bodyTimeout: limits.bodySilence,
    // Said outright, so that no environment variable can switch certificates off.
    connect: connectorOf({ rejectUnauthorized: true, timeout: limits.connectTime }),
    pipelining: 1,
  });
  return {
    dispatch(request, handler) {
      pool.dispatch(
        {
          method: request.method,
          path: prefix + request.target,
          headers: {
            ...request.headers,
            ...(request.apiKey === "" ? {} : { authorization: `Bearer ${request.apiKey}` }),
            // Audio is compressed already, and an error must be readable so that the key can be masked in it.
            "accept-encoding": "identity",
          },
          body: request.body ?? null,
          headersTimeout: request.answerTime,
        },
        handler,
      );
    },
    close: (reason) => pool.destroy(reason ?? null),
  };
}
