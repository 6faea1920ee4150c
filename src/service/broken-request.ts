import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { dueAnswers, linger } from "./connections.ts";
import { errorBody, Refusal } from "./refusal.ts";

/**
 * Answers what is so broken that no request came of it, in the shape of all errors. It isn't logged: its bytes may hold
 * a key.
 */
export function refuseBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  const due = dueAnswers(socket);
  // Behind the beginning of another answer, a refusal would be read as a part of it.
  if (error.code === "ECONNRESET" || !socket.writable || due.some(({ headersSent }) => headersSent)) {
    socket.destroy();
    return;
  }
  const last = due.at(-1);
  if (last !== undefined) {
    // What is broken stands behind whole requests: they are answered, and then the connection ends.
    last.shouldKeepAlive = false;
    return;
  }
  const refusal = refusalOf(error.code);
  const body = JSON.stringify(errorBody(refusal));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? "Error"}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    "connection: close",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  linger(socket);
}

function refusalOf(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return new Refusal(431, "headers_too_large", "The request's head is too large.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new Refusal(408, "request_timeout", "The request didn't arrive in time.");
  }
  return new Refusal(400, "bad_request", "The request isn't valid HTTP.");
}
