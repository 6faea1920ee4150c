import type { FastifyReply, FastifyRequest } from "fastify";

/** The service's stop, as its answers see it. */
export interface Cut {
  /** Aborted when the stop cuts what still runs, with the refusal that a waiting request is given. */
  readonly cut: AbortSignal;
  /** What the stop waits for before it closes the storage: what becomes of answers that it may cut. */
  readonly ends: Set<Promise<unknown>>;
}

/**
 * Does `act` once an answer has ended.
 *
 * @param signal the answer's {@link clientSignal}.
 * @param act is told whether the service's stop cut it before all of it was on its way; a client may have left before.
 */
export function onceEnded(
  { raw: { socket } }: FastifyRequest,
  { raw }: FastifyReply,
  signal: AbortSignal,
  stop: Cut,
  act: (wasCut: boolean) => Promise<unknown>,
): void {
  const closed = new Promise<void>((resolve) => {
    const end = (): void => {
      socket.off("close", end);
      resolve();
    };
    if (raw.closed || socket.destroyed) return resolve();
    raw.once("close", end);
    // A response that waits behind another one doesn't hear of the connection's end.
    socket.once("close", end);
  });
  atStop(
    stop,
    closed.then(() => {
      const wasCut = stop.cut.aborted && signal.reason === stop.cut.reason;
      return act(wasCut && !raw.writableFinished);
    }),
  );
}

/** Has the service's stop wait for `work`, which never rejects. */
export function atStop({ ends }: Pick<Cut, "ends">, work: Promise<unknown>): void {
  ends.add(work);
  void work.then(() => ends.delete(work));
}

/**
 * Aborted once nobody waits for the answer any more: it has ended, or its connection has, or the service's stop has cut
 * it, whose reason it then has. A response that waits behind another on its connection (pipelining) doesn't hear of the
 * connection's end, so the connection itself is watched.
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
