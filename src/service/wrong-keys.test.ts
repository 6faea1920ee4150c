import { once } from "node:events";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { WebSocket } from "ws";
import { createDatabase, hasPostgres } from "./storage/postgres.fixture.ts";
import { keys, services, startToneService, type ToneService } from "./tone-service.fixture.ts";
import { networkOf, WrongKeys } from "./wrong-keys.ts";

describe.each(services)("fifty wrong keys in a row from one address, $name", ({ start }) => {
  let service: ToneService;
  beforeEach(async () => {
    service = await start();
    // The seconds that remain are exact.
    vi.useFakeTimers({ toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    return service.close();
  });

  const ask = async (key: string | null) => {
    const response = await service.request("/v1/models", { key });
    const body: unknown = await response.json();
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
  };
  const guess = async (times: number) => {
    for (let count = 0; count < times; count++) expect(await ask(`wrong-${count}`)).toMatchObject({ status: 401 });
  };

  test("are answered; the next one is 429 and says when to try again, and a minute forgives them", async () => {
    await guess(50);
    const refused = await ask("wrong");
    expect(refused).toEqual({
      status: 429,
      retryAfter: "60",
      body: {
        error: {
          message: expect.stringMatching(/Too many wrong keys.*60 s/),
          type: "rate_limit_error",
          param: null,
          code: "too_many_wrong_keys",
        },
      },
    });
    service.advance(59_000);
    // Those that come too early don't make the wait longer.
    expect(await ask("wrong")).toMatchObject({ status: 429, retryAfter: "1" });
    service.advance(1_000);
    await guess(50);
    expect(await ask("wrong")).toMatchObject({ status: 429 });
  });

  test("are forgiven where the clock is set back", async () => {
    await guess(50);
    expect(await ask("wrong")).toMatchObject({ status: 429 });
    service.advance(-3_600_000);
    await guess(50);
    expect(await ask("wrong")).toMatchObject({ status: 429 });
  });

  test("lock nobody out who has a right key, who ends the row", async () => {
    await guess(50);
    expect(await ask("wrong")).toMatchObject({ status: 429 });
    expect(await ask(keys.other)).toMatchObject({ status: 200 });
    await guess(50);
    expect(await ask("wrong")).toMatchObject({ status: 429 });
  });

  test("count on handshakes, too; what sends no key isn't counted", async () => {
    const shake = async () => {
      const address = `${service.address.replace("http", "ws")}/v1/audio/speech/websocket?model=streamspeech-v8`;
      const socket = new WebSocket(address, { headers: { authorization: "Bearer wrong" } });
      socket.on("error", () => undefined);
      const [, response] = await once(socket, "unexpected-response");
      response.resume();
      return [response.statusCode, response.headers["retry-after"]];
    };
    for (let count = 0; count < 60; count++) expect(await ask(null)).toMatchObject({ status: 401 });
    for (let count = 0; count < 50; count++) expect(await shake()).toEqual([401, undefined]);
    expect(await shake()).toEqual([429, "60"]);
    expect(await ask(null)).toMatchObject({ status: 401 });
  });
});

test.skipIf(!hasPostgres)(
  "services of one database count them together, and by themselves while it is gone",
  async () => {
    const database = await createDatabase();
    const [one, other] = await Promise.all([startToneService({}, database), startToneService({}, database)]);
    const statusOf = async (service: ToneService, key = "wrong") =>
      (await service.request("/v1/models", { key })).status;
    try {
      for (let count = 0; count < 25; count++) expect([await statusOf(one), await statusOf(other)]).toEqual([401, 401]);
      expect([await statusOf(one), await statusOf(other)]).toEqual([429, 429]);
      // A right key at one ends the row at the other.
      expect(await statusOf(one, keys.all)).toBe(200);
      await expect.poll(() => statusOf(other)).toBe(401);
      await one.query("drop table wrong_keys");
      for (let count = 0; count < 50; count++) expect(await statusOf(one)).toBe(401);
      expect([await statusOf(one), await statusOf(other), await statusOf(one, keys.all)]).toEqual([429, 401, 200]);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  },
);

describe("one address", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
    ["fe80::1%eth0", "fe80::"],
    ["::1", "::"],
    [undefined, ""],
    ["not an address", ""],
  ])("%s is %s", (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });

  it("of IPv6 is a /64", () => {
    const part = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const half = fc.tuple(fc.constant("2001"), part, part, part);
    const end = fc.tuple(part, part, part, part);
    fc.assert(
      fc.property(half, end, half, end, (one, first, other, second) => {
        const address = (...parts: readonly (readonly string[])[]) => networkOf(parts.flat().join(":"));
        expect(address(one, first)).toBe(address(one, second));
        expect(address(one, first) === address(other, second)).toBe(one.join() === other.join());
      }),
    );
  });

  it("counts for itself, and the oldest of very many is forgotten", () => {
    const wrongKeys = new WrongKeys();
    const statusOf = (address: string) => wrongKeys.refuse(address, 0).status;
    for (let count = 0; count < 50; count++) statusOf("2001:db8::1");
    expect(statusOf("2001:db8::ffff:2")).toBe(429);
    expect(statusOf("2001:db8:0:1::1")).toBe(401);
    for (let count = 0; count < 10_000; count++) statusOf(`10.0.${count >> 8}.${count & 255}`);
    expect(statusOf("2001:db8::1")).toBe(401);
  });
});
