import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { poison } from "./tone.fixture.ts";
import { keys, services, type ToneService } from "./tone-service.fixture.ts";

/**
 * What the document doesn't have, and clients of other services know. What no storage is asked for is tried with one
 * kind of service.
 */
describe.each(services)("a service $name", ({ start, hasWorkers }) => {
  let service: ToneService;
  beforeEach(async () => {
    service = await start({
      publicUrl: "https://speech.example.com/base",
      allowedOrigins: ["https://app.example.com"],
    });
  });
  afterEach(async () => {
    service.tones.release();
    await service.close();
  });

  const [speech, tasks, models] = ["/v1/audio/speech", "/v1/audio/speech/tasks", "/v1/models"] as const;
  const modelB = { model: "streamspeech-v8", voice: "Autumn", input: "One two three." };
  const modelC = { model: "refvoice-2", voice: "https://example.com/voice.mp3", input: "One two three." };
  const kindsInLedger = async () =>
    (await service.query("select kind from ledger order by number")).map(({ kind }) => kind);
  const codeOf = async (response: Response): Promise<unknown[]> => {
    const { error } = z.object({ error: z.object({ code: z.string() }) }).parse(await response.json());
    return [response.status, error.code];
  };

  function post(path: string, body: object, idempotencyKey: string, key: string = keys.all): Promise<Response> {
    return service.request(path, {
      method: "POST",
      key,
      headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
      body: JSON.stringify(body),
    });
  }

  describe("Idempotency-Key", () => {
    test("gives the first task again, with one charge, also after a restart", async () => {
      const first = await (await post(tasks, modelB, "a")).text();
      expect(await (await post(tasks, modelB, "a")).text()).toBe(first);
      await service.restart();
      expect(await (await post(tasks, modelB, "a")).text()).toBe(first);
      expect(await kindsInLedger()).toEqual(["charge"]);
      await (await post(tasks, modelB, "b")).text();
      await (await post(tasks, modelB, "a", keys.other)).text();
      expect(await kindsInLedger()).toEqual(["charge", "charge", "charge"]);
    });

    test.each([modelB, modelC])("gives the same sound again, with one charge: $model", async (body) => {
      const first = Buffer.from(await (await post(speech, body, "a")).arrayBuffer());
      const charged = await kindsInLedger();
      const again = Buffer.from(await (await post(speech, body, "a")).arrayBuffer());
      expect(first.length).toBeGreaterThan(1_000);
      expect(again.equals(first)).toBe(true);
      expect(await kindsInLedger()).toEqual(charged);
    });

    test("never charges twice a client that left in the middle of its sound", async () => {
      service.tones.hold();
      const left = new AbortController();
      const headers = { "content-type": "application/json", "idempotency-key": "a" };
      const init = { method: "POST", headers, body: JSON.stringify(modelB), signal: left.signal };
      const first = await service.request(speech, init);
      left.abort();
      await expect(first.arrayBuffer()).rejects.toThrow();
      await expect.poll(() => service.tones.active).toBe(0);
      service.tones.release();
      expect((await (await post(speech, modelB, "a")).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
      expect(await kindsInLedger()).toEqual(["charge"]);
    });

    test("keeps the charge of a RefVoice 2 request whose client left, since its job was done", async () => {
      service.tones.hold();
      const left = new AbortController();
      const headers = { "content-type": "application/json", "idempotency-key": "a" };
      const first = service.request(speech, {
        method: "POST",
        headers,
        body: JSON.stringify(modelC),
        signal: left.signal,
      });
      await expect.poll(() => service.tones.active).toBe(1);
      left.abort();
      await expect(first).rejects.toThrow();
      // The key is settled by what completes the job: nobody is left who would do it afterwards.
      service.tones.release();
      await expect.poll(kindsInLedger).toEqual(["precharge", "settlement"]);
      expect(await service.query("select owner from first_answers")).toEqual([{ owner: null }]);
      expect((await (await post(speech, modelC, "a")).arrayBuffer()).byteLength).toBeGreaterThan(1_000);
      expect(await kindsInLedger()).toEqual(["precharge", "settlement"]);
    });

    test("isn't good for another request, and not while the first is under way", async () => {
      await (await post(speech, modelB, "a")).arrayBuffer();
      expect(await codeOf(await post(speech, { ...modelB, input: "Four." }, "a"))).toEqual([
        422,
        "idempotency_key_reused",
      ]);
      expect(await codeOf(await post(tasks, modelB, "a"))).toEqual([422, "idempotency_key_reused"]);
      service.tones.hold();
      const first = post(speech, modelC, "b");
      await expect.poll(() => service.tones.active).toBe(1);
      const early = await post(speech, modelC, "b");
      expect(early.headers.get("retry-after")).toBe("1");
      expect(await codeOf(early)).toEqual([409, "idempotency_key_in_use"]);
      service.tones.release();
      await (await first).arrayBuffer();
      expect((await post(speech, modelC, "b")).status).toBe(200);
    });

    test("is forgotten with what cost nothing, and after a day", async () => {
      for (const _ of [1, 2]) {
        expect(await codeOf(await post(speech, { ...modelC, input: "…" }, "a"))).toEqual([400, "nothing_to_speak"]);
      }
      const fails = { ...modelC, input: `One ${poison}.` };
      expect((await post(speech, fails, "a")).status).toBe(500);
      expect((await post(speech, { ...modelB, voice: "nobody" }, "a")).status).toBe(400);
      expect((await post(speech, modelB, "a")).status).toBe(200);
      service.advance(24 * 3_600_000 + 1);
      expect((await post(tasks, modelB, "a")).status).toBe(200);
      expect(await kindsInLedger()).toEqual(["precharge", "refund", "charge", "charge"]);
    });

    if (hasWorkers) return;
    test.each(["", "a b", "x".repeat(256)])("must be one: %j", async (key) => {
      expect(await codeOf(await post(tasks, modelB, key))).toEqual([400, "value_not_allowed"]);
    });
  });

  describe("the list of tasks", () => {
    const listSchema = z.object({
      object: z.literal("list"),
      data: z.array(z.looseObject({ id: z.string() })),
      has_more: z.boolean(),
    });
    const list = async (query = "", key: string = keys.all) =>
      listSchema.parse(await (await service.request(tasks + query, { key })).json());

    test("holds one's own, the newest first, page by page", async () => {
      const made: string[] = [];
      for (let index = 0; index < 5; index++) made.unshift((await service.createTask(modelB)).id);
      await service.createTask(modelB, keys.other);
      await (await service.post(speech, modelC)).arrayBuffer();
      const all = await list();
      expect(all.data.map(({ id }) => id)).toEqual(made);
      expect(all.has_more).toBe(false);
      const first = await list("?limit=2");
      expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 2), true]);
      const rest = await list(`?limit=3&after=${made[1]}`);
      expect([rest.data.map(({ id }) => id), rest.has_more]).toEqual([made.slice(2), false]);
      expect(await list("", keys.none)).toEqual({ object: "list", data: [], has_more: false });
    });

    test("shows each task as it is shown alone", async () => {
      const { id } = await service.createTask(modelC);
      const task = await service.ended(id);
      expect((await list()).data).toEqual([task]);
      expect(task.content_url).toMatch(/^https:\/\/speech\.example\.com\/base\/v1\/audio\/speech\/tasks\/task_/);
    });

    const wrongLimits = ["limit=0", "limit=101", "limit=x", "limit=1&limit=2"];
    const wrongPlaces = ["after=task_x", "after=", "after=%00"];
    test.each(hasWorkers ? wrongPlaces : [...wrongLimits, ...wrongPlaces])("refuses %s", async (query) => {
      expect((await service.request(`${tasks}?${query}`)).status).toBe(400);
    });

    test("refuses to go on behind another's task", async () => {
      const { id } = await service.createTask(modelB, keys.other);
      expect((await service.request(`${tasks}?after=${id}`)).status).toBe(400);
    });
  });

  if (hasWorkers) return;
  describe("models", () => {
    test("each is shown alone, as far as the key may use it", async () => {
      expect(await (await service.request(`${models}/refvoice-2`)).json()).toEqual({
        id: "refvoice-2",
        object: "model",
      });
      expect(await codeOf(await service.request(`${models}/gpt-5`))).toEqual([404, "model_not_found"]);
      expect(await codeOf(await service.request(`${models}/refvoice-2`, { key: keys.none }))).toEqual([
        403,
        "model_not_allowed",
      ]);
      expect((await service.request(`${models}/refvoice-2`, { key: null })).status).toBe(401);
    });

    test("HEAD says what GET says, without a body", async () => {
      for (const path of [models, `${models}/cloud-tts`]) {
        const response = await service.request(path, { method: "HEAD" });
        expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
          200,
          "application/json; charset=utf-8",
          "",
        ]);
      }
      expect((await service.request(`${models}/gpt-5`, { method: "HEAD" })).status).toBe(404);
      expect((await service.request(models, { method: "HEAD", key: "wrong" })).status).toBe(401);
    });

    test("other methods are named as impossible", async () => {
      const response = await service.request(`${models}/cloud-tts`, { method: "DELETE" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    });
  });

  describe("pages of other sites", () => {
    // The libraries of other services send fields of their own.
    const sent = "authorization, x-request-id, x-stainless-lang";
    const preflight = (origin: string) =>
      service.request(speech, {
        method: "OPTIONS",
        key: null,
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": sent },
      });

    test("may call from a named origin", async () => {
      const asked = await preflight("https://app.example.com");
      expect(asked.status).toBe(204);
      expect(asked.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
      expect(asked.headers.get("access-control-allow-headers")).toBe(sent);
      const response = await service.request(models, { headers: { origin: "https://app.example.com" } });
      expect(response.headers.get("access-control-allow-origin")).toBe("https://app.example.com");
      const exposed = response.headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(expect.arrayContaining(["x-should-retry", "accept-ranges", "x-ratelimit-remaining"]));
      const refused = await service.request(models, { key: "wrong", headers: { origin: "https://app.example.com" } });
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([
        401,
        "https://app.example.com",
      ]);
    });

    test("and from no other", async () => {
      for (const origin of ["https://evil.example", "https://app.example.com.evil.example", "null"]) {
        expect((await preflight(origin)).headers.get("access-control-allow-origin")).toBeNull();
      }
    });
  });
});
