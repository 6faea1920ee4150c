import { describe, expect, test } from "vitest";
import type { RunningProxy } from "../proxy.fixture.ts";
import { open, password, setUpGuarded, signIn, visitorKey } from "./guarded.fixture.ts";

const guarded = setUpGuarded();
const { withPassword, withKeys } = guarded;

describe("wrong passwords", () => {
  test("are said, logged without the password, and slowed down", async () => {
    const proxy = await withPassword({}, { limits: { wrongPasswordDelay: 100, longestPasswordDelay: 100 } });
    const guess = "correct horse batterz";
    const first = await open(proxy, { password: guess });
    expect([first.status, first.code]).toEqual([401, "wrong_password"]);
    const begun = performance.now();
    await open(proxy, { password: guess });
    expect(performance.now() - begun).toBeGreaterThan(95);
    await signIn(proxy, { password });
    expect(proxy.log().match(/"msg":"wrong password"/g)).toHaveLength(2);
    expect(proxy.log()).toContain('"address":"127.0.0.1"');
    expect(proxy.log()).not.toContain("horse");
  });

  test("are 429 beyond so many in a minute, and then even the right one", async () => {
    const proxy = await withPassword({}, { limits: { sessionAttempts: 3 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) statuses.push((await open(proxy, { password: "no" })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const reply = await open(proxy, { password });
    expect([reply.status, reply.code, reply.headers["set-cookie"]]).toEqual([429, "too_many_attempts", undefined]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    expect((await proxy.send("GET", "/playground/config")).status).toBe(200);
  });

  const from = (proxy: RunningProxy, visitor: string, given: string) =>
    open(proxy, { password: given }, { "x-forwarded-for": visitor });

  test("of one visitor behind a trusted proxy don't lock out the others, whatever the visitor claims", async () => {
    const proxy = await withPassword({ TRUSTED_PROXIES: "127.0.0.0/8" }, { limits: { sessionAttempts: 2 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await from(proxy, `198.51.100.${attempt}, 203.0.113.7`, "no")).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
    expect((await from(proxy, "203.0.113.8", password)).status).toBe(204);
    expect(proxy.log()).toContain('"address":"203.0.113.7"');
  });

  test.each([
    ["203.0.113.6:40000", "203.0.113.6:40001", "203.0.113.7:40000"],
    ["[2001:db8:1:1::1]:40000", "[2001:db8:1:1::2]", "[2001:db8:1:2::1]:40000"],
    ["unknown", "_hidden", "203.0.113.7"],
  ])("of %s and %s count together, of %s apart: a balancer may tell ports, or no address", async (one, same, other) => {
    const proxy = await withPassword({ TRUSTED_PROXIES: "127.0.0.1" }, { limits: { sessionAttempts: 1 } });
    expect((await from(proxy, one, "no")).status).toBe(401);
    expect((await from(proxy, same, "no")).status).toBe(429);
    expect((await from(proxy, other, "no")).status).toBe(401);
  });

  test("count together behind a reverse proxy that isn't trusted, since anyone can claim an address", async () => {
    const proxy = await withPassword({ TRUSTED_PROXIES: "192.0.2.1" }, { limits: { sessionAttempts: 2 } });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await from(proxy, `203.0.113.${attempt}`, "no")).status);
    }
    expect(statuses).toEqual([401, 401, 429, 429]);
  });

  test("many at once are slowed down and bounded as those after one another", async () => {
    const proxy = await withPassword({}, { limits: { sessionAttempts: 8 } });
    const guesses = await Promise.all(Array.from({ length: 40 }, () => open(proxy, { password: "no" })));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(8);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(32);
  });

  test("of another site's page don't use up the visitor's attempts", async () => {
    const proxy = await withPassword({}, { limits: { sessionAttempts: 1 } });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await open(proxy, { password: "no" }, { origin: "https://evil.example" })).status).toBe(403);
    }
    await signIn(proxy, { password });
  });
});

describe("who has many addresses guesses no faster:", () => {
  const proxied = { TRUSTED_PROXIES: "127.0.0.0/8" };
  const from = (proxy: RunningProxy, visitor: string, given = "no") =>
    open(proxy, { password: given }, { "x-forwarded-for": visitor });
  const statuses = async (proxy: RunningProxy, visitors: readonly string[]) => {
    const all: number[] = [];
    for (const visitor of visitors) all.push((await from(proxy, visitor)).status);
    return all;
  };

  test("one customer's network of IPv6 meets a limit, whichever address asks, and its neighbour doesn't", async () => {
    const proxy = await withPassword(proxied, { limits: { sessionAttempts: 2, networkSessionAttempts: 3 } });
    const one = ["2001:db8:1:1::1", "2001:db8:1:1::2", "2001:db8:1:1::3"];
    expect(await statuses(proxy, one)).toEqual([401, 401, 429]);
    const others = ["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1:ffff::1"];
    expect(await statuses(proxy, others)).toEqual([401, 429, 429]);
    expect((await from(proxy, "2001:db8:2:1::1", password)).status).toBe(204);
  });

  test("all together meet a limit, and say how long to wait", async () => {
    const proxy = await withPassword(proxied, { limits: { allSessionAttempts: 5 } });
    const guesses = Array.from({ length: 8 }, (_, at) => `198.51.100.${at}`);
    expect(await statuses(proxy, guesses)).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const reply = await from(proxy, "2001:db8::1", password);
    expect([reply.status, reply.code]).toEqual([429, "too_many_attempts"]);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("a flood of strangers leaves those in who have signed in before, and they have a limit, too", async () => {
    const proxy = await withPassword(proxied, { limits: { allSessionAttempts: 4 } });
    expect((await from(proxy, "203.0.113.7", password)).status).toBe(204);
    await statuses(
      proxy,
      Array.from({ length: 9 }, (_, at) => `198.51.100.${at}`),
    );
    expect((await from(proxy, "203.0.113.8", password)).status).toBe(429);
    expect((await from(proxy, "203.0.113.7", password)).status).toBe(204);
    const guesses = Array.from({ length: 5 }, () => "203.0.113.7");
    expect(await statuses(proxy, guesses)).toEqual([401, 401, 401, 429, 429]);
  });

  test("what one bound refuses doesn't use up the next", async () => {
    const proxy = await withPassword(proxied, { limits: { sessionAttempts: 1, allSessionAttempts: 3 } });
    await statuses(
      proxy,
      Array.from({ length: 9 }, () => "198.51.100.1"),
    );
    expect((await from(proxy, "198.51.100.2", password)).status).toBe(204);
  });
});

test("wrong keys are said, logged without the key, and slowed down and bounded as wrong passwords are", async () => {
  const proxy = await withKeys(
    {},
    { limits: { wrongPasswordDelay: 100, longestPasswordDelay: 100, sessionAttempts: 3 } },
  );
  guarded.upstream.answer = (_request, response) => response.writeHead(401).end();
  const begun = performance.now();
  for (let attempt = 0; attempt < 3; attempt++) {
    const reply = await open(proxy, { apiKey: visitorKey });
    expect([reply.status, reply.code]).toEqual([401, "wrong_key"]);
  }
  expect(performance.now() - begun).toBeGreaterThan(195);
  expect((await open(proxy, { apiKey: visitorKey })).status).toBe(429);
  expect(guarded.upstream.seen).toHaveLength(3);
  expect(proxy.log().match(/"msg":"wrong key"/g)).toHaveLength(3);
  expect(proxy.log()).not.toContain(visitorKey.slice(3, 11));
});

test("a clock that is set back locks nobody out", async () => {
  let clock = 1_795_477_200_000;
  const proxy = await withPassword({}, { wallClock: () => clock, limits: { sessionAttempts: 1 } });
  const attempt = async () => (await open(proxy, { password })).status;
  expect([await attempt(), await attempt()]).toEqual([204, 429]);
  clock -= 86_400_000;
  expect([await attempt(), await attempt()]).toEqual([204, 429]);
  clock += 60_000;
  expect(await attempt()).toBe(204);
});
