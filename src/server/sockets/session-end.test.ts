import { once } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type FakeService, startFakeService } from "../../http/fake-service.fixture.ts";
import type { RunningProxy } from "../proxy.fixture.ts";
import { password, secret, signIn, signOut } from "../session/guarded.fixture.ts";
import { sessionSeconds } from "../session/sessions.ts";
import { echo, serviceEnds, startOther } from "./setup.fixture.ts";
import { hear, offer, openSocket, refusal } from "./socket.fixture.ts";

/** A WebSocket lasts no longer than the session that opened it. */
const sessionEnded = {
  messages: [],
  code: 1008,
  reason: "speech-playground session_ended: The session has ended. Sign in again.",
};
let service: FakeService;
let proxy: RunningProxy;
beforeAll(async () => {
  service = await startFakeService();
});
beforeEach(async () => {
  service.seen.length = 0;
  service.serve = () => {};
  service.refuse = () => false;
  proxy = await startOther(service.url, { environment: { PLAYGROUND_PASSWORD: password, SESSION_SECRET: secret } });
});
afterEach(() => vi.useRealTimers());
afterAll(() => service.close());

/** An open WebSocket of a session, and what comes of it. */
async function begin(cookie: string) {
  const socket = openSocket(proxy, { headers: { cookie } });
  const heard = hear(socket);
  await once(socket, "open");
  return { socket, heard };
}

test("signing out ends the visitor's open WebSockets, and nobody else's", async () => {
  const [cookie, other] = [await signIn(proxy, { password }), await signIn(proxy, { password })];
  const serviceSide = serviceEnds(service);
  const [first, second] = [await begin(cookie), await begin(cookie)];
  service.serve = echo;
  const others = await begin(other);
  await signOut(proxy, cookie);
  expect([await first.heard, await second.heard]).toEqual([sessionEnded, sessionEnded]);
  expect(await serviceSide).toEqual({ code: 1001, reason: sessionEnded.reason });
  others.socket.send("still here");
  const [data] = await once(others.socket, "message");
  expect(String(data)).toBe("still here");
  others.socket.close(1000);
  expect((await others.heard).code).toBe(1000);
});

test("a WebSocket ends when its session's twelve hours are over", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: 1_800_000_000_000 });
  const cookie = await signIn(proxy, { password });
  vi.setSystemTime(Date.now() + sessionSeconds * 1_000 - 200);
  const { heard } = await begin(cookie);
  vi.advanceTimersByTime(200);
  expect(await heard).toEqual(sessionEnded);
});

test("an offer that still waits for the service when its visitor signs out is 401", async () => {
  const cookie = await signIn(proxy, { password });
  service.refuse = () => true;
  const refused = refusal(proxy, offer(proxy, { Cookie: cookie }));
  await expect.poll(() => service.seen).toHaveLength(1);
  await signOut(proxy, cookie);
  expect(await refused).toEqual([401, "session_required"]);
});

test("what a client that doesn't listen owes is cut, too", async () => {
  const cookie = await signIn(proxy, { password });
  const serviceSide = serviceEnds(service);
  const { socket, heard } = await begin(cookie);
  socket.pause();
  await signOut(proxy, cookie);
  expect((await serviceSide).code).toBe(1001);
  socket.resume();
  expect((await heard).messages).toEqual([]);
});
