import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import type { WebSocket } from "ws";
import { type FakeService, startFakeService } from "../../http/fake-service.fixture.ts";
import { canary, type ProxyOptions, type RunningProxy, startProxy } from "../proxy.fixture.ts";
import { hear, openSocket } from "./socket.fixture.ts";

/** A service and the proxy in front of it. */
export interface ServiceAndProxy {
  readonly service: FakeService;
  readonly proxy: RunningProxy;
}

/**
 * Starts both for all tests of a file. Before each test the service forgets what it has seen and does `serve`; after
 * each, whatever it did, the process must live and serve, and the key be in no line of the log.
 */
export function setUpSocketService(
  options: { readonly limits?: ProxyOptions["limits"]; readonly serve: FakeService["serve"] },
  receive: (started: ServiceAndProxy) => void,
): void {
  let service: FakeService;
  let proxy: RunningProxy;
  beforeAll(async () => {
    service = await startFakeService();
    proxy = await startProxy(service.url, { limits: options.limits ?? {} });
    receive({ service, proxy });
  });
  beforeEach(() => {
    service.seen.length = 0;
    service.serve = options.serve;
    service.refuse = () => false;
  });
  afterEach(async () => {
    // A side that was paused by a test never hears that the other one has gone.
    for (const side of service.sockets) side.terminate();
    service.serve = (socket) => socket.close(1000);
    service.refuse = () => false;
    expect((await hear(openSocket(proxy))).code).toBe(1000);
    expect(proxy.log()).not.toContain(canary);
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });
}

/** What most tests of messages want of the service: everything comes back. */
export function echo(socket: WebSocket): void {
  socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
}

/** A further proxy for one test. */
export async function startOther(baseUrl: string, options: ProxyOptions = {}): Promise<RunningProxy> {
  const other = await startProxy(baseUrl, { limits: { connectTime: 1_000, answerTime: 500 }, ...options });
  onTestFinished(() => other.close());
  return other;
}

/** Resolves with what happened to the service's side of the next connection. */
export function serviceEnds(service: FakeService): Promise<{ code: number; reason: string }> {
  return new Promise((resolve) => {
    service.serve = (socket) => {
      socket.once("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    };
  });
}
