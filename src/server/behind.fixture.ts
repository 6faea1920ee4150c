import { onTestFinished } from "vitest";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { type ProxyOptions, startProxy } from "./proxy.fixture.ts";

/** A service that answers so, the proxy in front of it, and the header fields of its page. Both end with the test. */
export async function startBehind(answer: FakeService["answer"], options: ProxyOptions = {}) {
  const service = await startFakeService();
  service.answer = answer;
  const proxy = await startProxy(service.url, options);
  onTestFinished(async () => {
    await proxy.close();
    await service.close();
  });
  return { service, proxy, page: { origin: `http://${proxy.host}`, "sec-fetch-site": "same-origin" } };
}
