import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { ProxyError } from "../errors.ts";
import type { Limits } from "../limits.ts";
import type { Side } from "../sockets/socket-bridge.ts";
import { connectTimeout, upstreamFailure } from "./failure.ts";
import { forwardedAnswerHeaders, noteOfAddedFields, noteOfWithheldFields } from "./headers.ts";
import { type KeyOwner, maskFor, refuseAnswer } from "./refusal.ts";

export interface SocketRequest {
  /** The base address, and what follows it, from constants and checked values. */
  readonly address: string;
  readonly key: string;
  readonly keyOwner: KeyOwner;
  readonly requestId: string;
  /** Gives up. */
  readonly signal: AbortSignal;
}

/** The service's own refusal of a WebSocket, to be passed on as an ordinary HTTP answer. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Opens a WebSocket to the service with the key in its handshake (section 5, rule 2): no redirect is followed, nothing
 * is compressed, and certificates are verified. An open one is paused.
 *
 * @throws {ProxyError} 401, 502 or 504, or the signal's reason.
 */
export function connectSocket(request: SocketRequest, limits: Limits): Promise<Side | Refusal> {
  const { key, keyOwner, requestId, signal } = request;
  return new Promise((resolve, reject) => {
    let answered = false;
    let connection: Socket | undefined;
    const options = {
      headers: { authorization: `Bearer ${key}`, "accept-encoding": "identity", "x-request-id": requestId },
      perMessageDeflate: false,
      followRedirects: false,
      // Said outright, so that no environment variable can switch certificates off.
      rejectUnauthorized: true,
      maxPayload: limits.serviceMessageBytes,
      // Newer than the types of ws: how long the other side may take to answer a close frame.
      closeTimeout: limits.closeTime,
      finishRequest(outgoing: ClientRequest) {
        outgoing.once("socket", (used) => used.once("connect", awaitAnswer));
        outgoing.end();
      },
    };
    const socket = new WebSocket(request.address, options);
    const giveUp = (reason: unknown) => {
      settle();
      reject(reason);
      socket.terminate();
    };
    let timer = setTimeout(() => giveUp(connectTimeout()), limits.connectTime);
    const awaitAnswer = () => {
      clearTimeout(timer);
      const late = () => giveUp(new ProxyError(504, "upstream_timeout", "The speech service didn't answer in time."));
      if (!settled) timer = setTimeout(late, limits.answerTime);
    };
    const leave = () => giveUp(signal.reason);
    let settled = false;
    const settle = () => {
      settled = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    };

    signal.addEventListener("abort", leave, { once: true });
    // Stays to the end: giving up is an error of the handshake, too. A handshake asks for nothing that could be
    // charged.
    socket.on("error", (error) => {
      if (settled) return;
      settle();
      reject(answered ? invalid("The speech service's handshake isn't valid.", error) : upstreamFailure(error, false));
    });
    socket.once("upgrade", (incoming) => {
      answered = true;
      connection = incoming.socket;
    });
    socket.once("open", () => {
      settle();
      socket.pause();
      if (connection === undefined) reject(invalid("The speech service's handshake isn't valid."));
      else resolve({ socket, connection });
    });
    socket.once("unexpected-response", (_outgoing, incoming) => {
      readRefusal(incoming, { key, keyOwner }, limits).then((refusal) => {
        settle();
        resolve(refusal);
        socket.terminate();
      }, giveUp);
    });
    if (signal.aborted) leave();
  });
}

/** @throws {ProxyError} for what is never passed on */
async function readRefusal(
  incoming: IncomingMessage,
  { key, keyOwner }: Pick<SocketRequest, "key" | "keyOwner">,
  limits: Limits,
): Promise<Refusal> {
  const status = incoming.statusCode ?? 0;
  const refused = refuseAnswer(status, incoming.headers, keyOwner);
  if (refused !== undefined) throw refused;
  if (status < 400) throw invalid("The speech service answered, but opened no WebSocket.");
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= limits.refusalBytes) break;
    }
  } catch {
    // The status says the most; what came of the body goes with it.
  }
  const { "content-length": _length, ...headers } = forwardedAnswerHeaders(incoming.headers, key);
  // The mask holds back what may be the beginning of the key, so that no cut leaves a part of it.
  const mask = maskFor(status, incoming.headers, key);
  const came = Buffer.concat(chunks);
  const masked = mask.push(came);
  const body = incoming.complete ? Buffer.concat([masked, mask.end()]) : masked;
  return {
    status,
    headers: { ...headers, ...noteOfAddedFields(headers), ...noteOfWithheldFields(incoming.headers, headers, key) },
    body: body.subarray(0, limits.refusalBytes),
  };
}

function invalid(message: string, cause?: unknown): ProxyError {
  return new ProxyError(502, "upstream_invalid", message, { cause });
}
