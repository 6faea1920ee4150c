import type { Socket } from "node:net";
import { WebSocket } from "ws";
import { type PlaygroundCloseCode, playgroundCloseReason } from "../../contract/playground.ts";
import { codeOf } from "../../http/errors.ts";
import { watchLiveness } from "../../http/liveness.ts";
import type { ProxyError } from "../errors.ts";
import type { Hold } from "../held-bytes.ts";
import type { Limits } from "../limits.ts";
import { secretMask } from "../upstream/mask.ts";
import { hideInFrame } from "../upstream/sound.ts";
import { watchUnfinished } from "./unfinished.ts";

/** A WebSocket with the connection below it. */
export interface Side {
  readonly socket: WebSocket;
  readonly connection: Socket;
}

interface SocketBridgeOptions {
  readonly limits: Limits;
  /** Opens what the bytes that are held for the client, in either direction, count against. */
  readonly openHold: () => Hold;
  /** What must not appear in a message to the client. */
  readonly secret: string;
  /** Called when one side broke the protocol or its connection. */
  readonly onBroken: (side: "client" | "service", error: Error) => void;
  /** Called once when the client's side has ended, with the code that it ended with. */
  readonly onEnd: (code: number) => void;
}

/** Two WebSockets that are joined until one of them ends. */
export interface SocketBridge {
  /**
   * Ends both at once: the client's with a code and with a reason that says that it is this program's, the service's
   * with 1001.
   */
  stop(cause: PlaygroundCloseCode, code: number, message: string): void;
}

/**
 * Passes messages unchanged and in order between a client and the service, at the pace of the slower one: text stays
 * text, binary binary, and the fragments of a message are joined. When one side ends, the other one ends with the same
 * code and reason, as far as a close frame may hold them. Where none came from the service, the client's holds 1011 and
 * says that it is this program's; `complete` is never invented, and neither is 1000.
 *
 * Both must be paused; they are resumed here, so that nothing is lost before anyone listens.
 */
export function bridgeSockets(client: Side, service: Side, options: SocketBridgeOptions): SocketBridge {
  const { limits, secret } = options;
  let serviceProblem = playgroundCloseReason(
    "upstream_broken_off",
    "The speech service's connection ended without a close frame.",
  );
  let ending: { readonly code: number; readonly reason: Buffer | string } | undefined;
  let left = false;

  const endClient = () => {
    // Only when it has taken all messages, so that a slow reader isn't cut short by the time that a close may take. A
    // pong may still wait: nobody would tell when it has left.
    if (ending === undefined || underWay() > 0) return;
    if (ending.code === noCode) client.socket.close();
    else client.socket.close(ending.code, ending.reason);
  };
  const leave = (code: number, reason: Buffer | string) => {
    if (left) return;
    left = true;
    if (isLegal(code)) service.socket.close(code, reason);
    else if (code === noCode) service.socket.close();
    else service.socket.close(1001, "The client has gone.");
    // What still comes is read away, so that the answer to the close is seen.
    service.socket.resume();
  };

  const mask = secretMask(secret);

  service.socket.on("error", (error) => {
    options.onBroken("service", error);
    const code = codeOf(error);
    if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") {
      serviceProblem = playgroundCloseReason(
        "upstream_message_too_large",
        "The speech service sent a message that is too large to pass on.",
      );
    } else if (code.startsWith("WS_ERR_")) {
      serviceProblem = playgroundCloseReason("upstream_invalid", "The speech service broke the WebSocket protocol.");
    }
  });
  service.socket.once("close", (code, reason) => {
    const passes = isLegal(code) || code === noCode;
    ending ??= passes ? { code, reason: mask.hide(reason) } : { code: 1011, reason: serviceProblem };
    client.socket.resume();
    endClient();
  });
  client.socket.on("error", (error) => options.onBroken("client", error));
  let farewell: NodeJS.Timeout | undefined;
  client.socket.once("close", (code, reason) => {
    clearTimeout(farewell);
    leave(code, reason);
    options.onEnd(ending?.code ?? code);
  });
  // The goodbye is answered. What the client does with its connection afterwards isn't waited for.
  client.connection.once("finish", () => {
    farewell = setTimeout(leave, limits.closeTime, 1001, "The client has gone.");
  });

  const { pingEvery, readerSilence } = limits;
  const leaveClient = () => client.socket.terminate();
  watchLiveness(client.socket, client.connection, { pingEvery, readerSilence, onSilent: leaveClient });
  const silence = () => {
    serviceProblem = playgroundCloseReason("upstream_silent", "The speech service went silent.");
    service.socket.terminate();
  };
  watchLiveness(service.socket, service.connection, { pingEvery, readerSilence, onSilent: silence });
  const end = (code: number, reason: string) => {
    ending = { code, reason };
    client.socket.close(code, reason);
    const cut = setTimeout(() => client.socket.terminate(), limits.closeTime);
    client.socket.once("close", () => clearTimeout(cut));
    leave(1001, reason);
  };
  const refuse =
    ({ connection }: Side) =>
    ({ code, message }: ProxyError) => {
      // What still comes is read away instead of held.
      connection.removeAllListeners("data");
      connection.resume();
      end(1013, playgroundCloseReason(code === "overloaded" ? "overloaded" : "too_much_at_once", message));
    };
  const { waitingBytes } = limits;
  const hide = (bytes: Buffer, isBinary: boolean) => (isBinary ? hideInFrame(bytes, mask) : mask.hide(bytes));
  pass(client.socket, service.socket, {
    waitingBytes,
    hold: options.openHold(),
    onTooMuch: refuse(client),
    change: (bytes) => bytes,
    onTaken: () => {},
  });
  const underWay = pass(service.socket, client.socket, {
    waitingBytes,
    hold: options.openHold(),
    onTooMuch: refuse(service),
    change: hide,
    onTaken: endClient,
  });
  const tooSlow = () => end(1008, playgroundCloseReason("message_too_slow", "The message came too slowly."));
  for (const [side, onSlow] of [[client, tooSlow] as const, [service, silence] as const]) {
    const hold = options.openHold();
    watchUnfinished(side.connection, { hold, pause: limits.bodyPause, onTooMuch: refuse(side), onSlow });
  }
  client.socket.resume();
  service.socket.resume();

  return {
    stop: (cause, code, message) => end(code, playgroundCloseReason(cause, message)),
  };
}

/** What a WebSocket ends with when the close frame held no code. */
const noCode = 1005;

/**
 * Whether a close frame may hold the code (RFC 6455, section 7.4): never 1005, 1006 or 1015, which mean that none came.
 */
function isLegal(code: number): boolean {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

interface PassOptions {
  /** The sender is paused while more bytes than these wait for the reader. */
  readonly waitingBytes: number;
  /** What counts the messages until whoever reads has taken them. */
  readonly hold: Hold;
  readonly onTooMuch: (refusal: ProxyError) => void;
  readonly change: (bytes: Buffer, isBinary: boolean) => Buffer;
  readonly onTaken: () => void;
}

/** Passes messages one way. Returns what tells how many of them whoever reads has yet to take. */
function pass(from: WebSocket, to: WebSocket, options: PassOptions): () => number {
  const { waitingBytes, hold, onTooMuch, change, onTaken } = options;
  let underWay = 0;
  from.on("message", (data, isBinary) => {
    if (to.readyState !== WebSocket.OPEN || !Buffer.isBuffer(data)) return;
    const refusal = hold.take(data.length);
    if (refusal !== undefined) {
      onTooMuch(refusal);
      return;
    }
    underWay++;
    to.send(change(data, isBinary), { binary: isBinary }, () => {
      underWay--;
      hold.giveBack(data.length);
      if (from.isPaused && to.bufferedAmount <= waitingBytes / 2) from.resume();
      onTaken();
    });
    if (to.bufferedAmount > waitingBytes) from.pause();
  });
  return () => underWay;
}
