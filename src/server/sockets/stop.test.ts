import { once } from "node:events";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FakeService, startFakeService } from "../../http/fake-service.fixture.ts";
import { stopGracefully } from "../../http/stop.ts";
import { type RunningProxy, startProxy } from "../proxy.fixture.ts";
import { hear, offer, openSocket, refusal } from "./socket.fixture.ts";

let service: FakeService;
let proxy: RunningProxy;

beforeEach(async () => {
  service = await startFakeService();
  proxy = await startProxy(service.url);
});
afterEach(async () => {
  await proxy.close();
  await service.close();
});

test("a WebSocket may finish while the server stops, which waits no longer than that", async () => {
  service.serve = (socket) => socket.on("message", () => socket.close(1000, "done"));
  const socket = openSocket(proxy);
  const heard = hear(socket);
  await once(socket, "open");
  // Longer than a test may last: it ends because the WebSocket did.
  const stopped = stopGracefully(proxy.app, 60_000);
  await expect(proxy.send("GET", "/healthz")).rejects.toThrow("ECONNREFUSED");
  socket.send("{}");
  expect(await heard).toEqual({ messages: [], code: 1000, reason: "done" });
  await stopped;
});

test("one that goes on is told 1001 on both sides when the time is over, even if nobody answers", async () => {
  const serviceHeard = new Promise((resolve) => {
    service.serve = (socket) => socket.once("close", resolve);
  });
  const socket = openSocket(proxy);
  const deaf = openSocket(proxy);
  const heard = hear(socket);
  await Promise.all([once(socket, "open"), once(deaf, "open")]);
  deaf.pause();
  await stopGracefully(proxy.app, 100);
  expect(await heard).toEqual({
    messages: [],
    code: 1001,
    reason: "speech-playground shutting_down: The playground is stopping.",
  });
  expect(await serviceHeard).toBe(1001);
  deaf.terminate();
});

test("an offer that still waits for the service is refused with 503", async () => {
  service.refuse = () => true;
  const refused = refusal(proxy, offer(proxy));
  await expect.poll(() => service.seen).toHaveLength(1);
  await stopGracefully(proxy.app, 100);
  expect(await refused).toEqual([503, "shutting_down"]);
});
