import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { keys, services, startToneService, type ToneService } from "./tone-service.fixture.ts";

let service: ToneService;
beforeAll(async () => {
  service = await startToneService({ requestsPerMinute: 3 });
});
afterAll(() => service.close());

test("a key that sends too much waits; another does not; WebSocket counts too", async () => {
  for (let count = 0; count < 3; count++) expect((await service.request("/v1/models")).status).toBe(200);
  const refused = await service.request("/v1/models");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(await refused.json()).toEqual({
    error: { message: expect.stringMatching(/\d+ s/), type: "rate_limit_error", param: null, code: "rate_limited" },
  });
  const status = await new Promise<number | undefined>((resolve) => {
    const address = `${service.address.replace("http", "ws")}/v1/audio/speech/websocket?model=streamspeech-v8`;
    new WebSocket(address, { headers: { authorization: `Bearer ${keys.all}` } })
      .on("unexpected-response", (_request, response) => resolve(response.statusCode))
      .on("error", () => undefined);
  });
  expect(status).toBe(429);
  expect((await service.request("/v1/models", { key: keys.other })).status).toBe(200);
});

test.each(services)("a clock that is set back locks no key out, $name", async ({ start }) => {
  const limited = await start({ requestsPerMinute: 1 });
  onTestFinished(() => limited.close());
  const ask = async () => (await limited.request("/v1/models")).status;
  expect([await ask(), await ask()]).toEqual([200, 429]);
  limited.advance(-3_600_000);
  expect([await ask(), await ask()]).toEqual([200, 429]);
});
