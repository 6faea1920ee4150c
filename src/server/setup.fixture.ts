import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished } from "vitest";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { type RunningProxy, startProxy } from "./proxy.fixture.ts";

/**
 * Starts a service and, with short times, the proxy in front of it for all tests of a file. After each test, whatever
 * it did, the process must live and serve.
 */
export function setUpService(
  receive: (started: { readonly upstream: FakeService; readonly proxy: RunningProxy }) => void,
) {
  let upstream: FakeService;
  let proxy: RunningProxy;
  beforeAll(async () => {
    upstream = await startFakeService();
    proxy = await startProxy(upstream.url, { limits: { answerTime: 1_000, bodySilence: 1_000, connectTime: 1_000 } });
    receive({ upstream, proxy });
  });
  beforeEach(() => {
    upstream.seen.length = 0;
  });
  afterEach(async () => {
    upstream.answer = (_request, response) => response.end("alive");
    expect((await proxy.send("GET", "/v1/models")).text).toBe("alive");
  });
  afterAll(async () => {
    await proxy.close();
    await upstream.close();
  });
}

/** Counts the hundredths of a second in which this process had its turn: a clock goes on while others have theirs. */
export function countTurns(): () => number {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  onTestFinished(() => clearInterval(timer));
  return () => turns;
}
