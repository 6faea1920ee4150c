import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Aborted once nobody waits for the answer any more: it has ended, or its connection has, or the service's stop has cut
 * it, whose reason it then has. A response that waits behind
 * another on its connection (pipelining) doesn't hear of the connection's end, so the connection itself is watched.
 */
export function clientSignal(request: FastifyRequest, reply: FastifyReply, cut: AbortSignal): AbortSignal {
  const controller = new AbortController();
  const { socket } = request.raw;
  const abort = () => {
    socket.off("close", abort);
    cut.removeEventListener("abort", abort);
    controller.abort(cut.aborted ? cut.reason : undefined);
  };
  // A client may send any number of requests ahead.
  socket.setMaxListeners(0);
  socket.once("close", abort);
  reply.raw.once("close", abort);
  cut.addEventListener("abort", abort, { once: true });
  if (socket.destroyed || cut.aborted) abort();
  return controller.signal;
}
