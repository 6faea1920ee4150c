import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { byHandFields, byHandPath } from "../contract/by-hand.ts";
import { type FakeService, startFakeService } from "../http/fake-service.fixture.ts";
import { defaultLimits, type Limits } from "./limits.ts";
import { type Reply, type RunningProxy, startProxy } from "./proxy.fixture.ts";

/** How long the service may be silent before it answers a speech request: each has a limit, but for one. */
let upstream: FakeService;
const short = 100;
const speech = "/v1/audio/speech";

beforeAll(async () => {
  upstream = await startFakeService();
});
afterAll(() => upstream.close());

async function start(limits: Partial<Limits>) {
  const proxy = await startProxy(upstream.url, { limits });
  onTestFinished(() => proxy.close());
  return proxy;
}

test.each([
  ["Model A", "speechAnswerTime", { model: "cloud-tts", input: "a" }],
  ["Model B in speech mode", "speechAnswerTime", { model: "streamspeech-v8", input: "a" }],
  ["Model B in stream mode", "speechAnswerTime", { model: "streamspeech-v8", input: "a", stream: true }],
  ["a model that isn't known", "unknownAnswerTime", { model: "other-1", input: "a" }],
  ["no model", "unknownAnswerTime", { input: "a" }],
  ["no object", "answerTime", ["refvoice-2"]],
] as const)(
  "%s: silence before the answer ends in 504 after %s, and is never sent again",
  async (_name, limit, body) => {
    upstream.seen.length = 0;
    const ended = new Promise((resolve) => {
      upstream.answer = (_request, response) => response.once("close", resolve);
    });
    const proxy = await start({ [limit]: short });
    const reply = await proxy.post(speech, JSON.stringify(body));
    expect([reply.status, reply.code, reply.headers["x-should-retry"]]).toEqual([504, "upstream_timeout", "false"]);
    await ended;
    expect(upstream.seen).toHaveLength(1);
  },
);

test("a body that isn't JSON leaves as it is, and has the ordinary limit", async () => {
  upstream.seen.length = 0;
  upstream.answer = () => {};
  const proxy = await start({ answerTime: short });
  expect((await proxy.post(speech, '{"model":"refvoice-2"')).status).toBe(504);
  expect(String(upstream.seen[0]?.body)).toBe('{"model":"refvoice-2"');
});

type Send = (proxy: RunningProxy, body: string) => Promise<Reply>;
const byHand: Send = (proxy, body) =>
  proxy.post(byHandPath + speech, body, {
    ...{ "content-type": "application/octet-stream", [byHandFields.fields]: "[]" },
    origin: `http://${proxy.host}`,
  });

test.each<[string, Send]>([
  ["of Model C", (proxy, body) => proxy.post(speech, body)],
  ["of Model C by hand", byHand],
])("a synchronous request %s outlasts every limit: its job takes its time (section 4, rule 1)", async (_name, send) => {
  const proxy = await start({ answerTime: short, speechAnswerTime: short, unknownAnswerTime: short });
  const begun = new Promise<ServerResponse>((resolve) => {
    upstream.answer = (_request, response) => resolve(response);
  });
  const reply = send(proxy, JSON.stringify({ model: "refvoice-2", input: "a", voice: "https://example.com/a.wav" }));
  const job = await begun;
  // Each of these is sent later and waits as long as its limit.
  upstream.answer = () => {};
  for (const model of ["cloud-tts", "other-1", "streamspeech-v8"]) {
    expect((await send(proxy, JSON.stringify({ model }))).status).toBe(504);
  }
  expect((await proxy.send("GET", "/v1/models")).status).toBe(504);
  job.writeHead(200, { "content-type": "audio/wav" }).end("late");
  expect((await reply).text).toBe("late");
});

test("what would hold up all others by being read is sent by hand with the limit of what isn't known", async () => {
  upstream.answer = () => {};
  const proxy = await start({ unknownAnswerTime: short });
  const deep = `${"[".repeat(200)}${"]".repeat(200)}`;
  const body = `{"model":"refvoice-2","input":"a","voice":"https://example.com/a.wav","extra":${deep}}`;
  expect((await byHand(proxy, body)).status).toBe(504);
});

test("Model C's task has the ordinary limit, since it is answered before the job is done", async () => {
  upstream.answer = () => {};
  const proxy = await start({ answerTime: short });
  const body = JSON.stringify({ model: "refvoice-2", input: "a", voice: "https://example.com/a.wav" });
  expect((await proxy.post("/v1/audio/speech/tasks", body)).status).toBe(504);
});

test("the limits that are meant for people are minutes, and none is endless", () => {
  const { answerTime, speechAnswerTime, unknownAnswerTime } = defaultLimits;
  expect([answerTime, speechAnswerTime, unknownAnswerTime]).toEqual([60_000, 300_000, 600_000]);
});
