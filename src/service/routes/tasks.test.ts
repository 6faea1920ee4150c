import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { wordSamples } from "../tone.fixture.ts";
import { keys, startToneService, type ToneService } from "../tone-service.fixture.ts";

let service: ToneService;
beforeAll(async () => {
  service = await startToneService();
});
afterEach(() => service.tones.release());
afterAll(() => service.close());

const path = "/v1/audio/speech/tasks";
const modelB = { model: "streamspeech-v8", input: "One two three. Four five.", voice: "Autumn" };
const modelC = { model: "refvoice-2", input: "One two three.", voice: "https://example.com/a.wav" };

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, param: error["param"], code: error["code"] };
}

describe("a task (sections 2.6, 3 and 4)", () => {
  test("is queued, runs with growing progress, and is completed", async () => {
    service.tones.hold();
    const before = Math.floor(Date.now() / 1_000);
    const created = await service.createTask({ ...modelB, Text: "ignored" });
    expect(created["created_at"]).toBeGreaterThanOrEqual(before);
    expect(created["created_at"]).toBeLessThanOrEqual(Date.now() / 1_000);
    expect(created).toEqual({
      id: expect.stringMatching(/^task_[\w-]{20,}$/),
      object: "audio.speech",
      created_at: expect.any(Number),
      status: "queued",
      model: "streamspeech-v8",
      progress: 0,
    });
    await expect.poll(async () => (await service.readTask(created.id)).progress).toBeGreaterThan(0);
    const running = await service.readTask(created.id);
    expect(running).toMatchObject({ status: "in_progress", progress: Math.floor((100 * 3) / 25) });
    expect(running).not.toHaveProperty("content_url");
    service.tones.release();
    const seconds = (5 * wordSamples) / 22_050;
    expect(await service.ended(created.id)).toEqual({
      ...created,
      status: "completed",
      progress: 100,
      duration_seconds: expect.closeTo(seconds, 3),
      content_url: `${service.address}${path}/${created.id}/content`,
      timestamps_url: `${service.address}${path}/${created.id}/timestamps`,
    });
  });

  test("has its addresses under the host that the client asked for", async () => {
    const { id } = await service.createTask(modelB);
    await service.ended(id);
    const { hostname, port } = new URL(service.address);
    const { request } = await import("node:http");
    const body = await new Promise<string>((resolve, reject) => {
      const headers = { host: "speech.example:8443", authorization: `Bearer ${keys.all}` };
      request({ hostname, port, path: `${path}/${id}`, headers }, (response) => {
        response.setEncoding("utf8").once("data", resolve);
      })
        .once("error", reject)
        .end();
    });
    expect(JSON.parse(body)).toMatchObject({ content_url: `http://speech.example:8443${path}/${id}/content` });
  });

  test("fails with a code and a message, and has no content", async () => {
    const { id } = await service.createTask({ ...modelB, input: "One poison three." });
    const failed = await service.ended(id);
    expect(failed).toMatchObject({ status: "failed", error: { code: "synthesis_failed" } });
    expect(failed.error?.message).toMatch(/\w/);
    expect(failed).not.toHaveProperty("content_url");
    expect(await errorOf(await service.request(`${path}/${id}/content`))).toMatchObject({ status: 409 });
  });

  test("of Model C reads its reference when it runs, and fails when it is gone", async () => {
    const { id, status } = await service.createTask({ ...modelC, voice: "https://example.com/gone.wav" });
    expect(status).toBe("queued");
    expect(await service.ended(id)).toMatchObject({ status: "failed", error: { code: "reference_unusable" } });
  });

  test("takes 500,000 emoji, each escaped", async () => {
    service.tones.hold();
    const escaped = "\\ud83d\\ude00".repeat(500_000);
    const response = await service.post(path, `{"model":"streamspeech-v8","voice":"Autumn","input":"${escaped}"}`);
    expect(response.status).toBe(200);
    const tooLong = await service.post(path, `{"model":"streamspeech-v8","voice":"Autumn","input":"${escaped}x"}`);
    expect(await errorOf(tooLong)).toEqual({ status: 400, param: "input", code: "text_too_long" });
  });

  test("that is short starts although long ones fill the other lanes", async () => {
    service.tones.hold();
    const long = { ...modelB, input: `${"x".repeat(1_000)} `.repeat(6) };
    const tasks = [];
    for (let count = 0; count < 6; count++) tasks.push(await service.createTask(long));
    const short = await service.createTask(modelB);
    await expect.poll(async () => (await service.readTask(short.id)).status).toBe("in_progress");
    expect(await service.query("select count(*) as n from tasks where status = 'in_progress'")).toEqual([{ n: 4 }]);
    service.tones.release();
    for (const { id } of [...tasks, short]) expect(await service.ended(id)).toMatchObject({ status: "completed" });
  });
});

describe("what is refused", () => {
  test.each([
    ["Model A", { model: "cloud-tts", input: "a", voice: "en-US-AriaNeural" }, "model", "not_applicable"],
    ["stream: true", { ...modelB, stream: true }, "stream", "not_applicable"],
    ["speech: true", { ...modelB, speech: true }, "speech", "not_applicable"],
    ["a codec", { ...modelB, Codec: "pcm_s16le" }, "Codec", "not_applicable"],
    ["pcm", { ...modelB, response_format: "pcm" }, "response_format", "value_not_allowed"],
    ["nothing to speak", { ...modelB, input: undefined, Text: " \n." }, "Text", "nothing_to_speak"],
    ["an unknown voice", { ...modelB, voice: "Nobody" }, "voice", "voice_not_found"],
    ["a speed out of range", { ...modelB, speed: -1.1 }, "speed", "out_of_range"],
    ["an emotion above 1", { ...modelC, emo_happy: 1.01 }, "emo_happy", "out_of_range"],
    ["instructions as a string", { ...modelC, instructions: "be glad" }, "instructions", "wrong_type"],
    ["Model C with a speed", { ...modelC, speed: 1.5 }, "speed", "out_of_range"],
    ["Model C in MP3", { ...modelC, response_format: "mp3" }, "response_format", "value_not_allowed"],
    ["Model C beyond 2,048 characters", { ...modelC, input: "😀".repeat(2_049) }, "input", "text_too_long"],
    ["Model C without a reference", { ...modelC, voice: undefined }, "voice", "missing"],
  ])("%s", async (_what, body, param, code) => {
    expect(await errorOf(await service.post(path, body))).toEqual({ status: 400, param, code });
  });

  test("a key without the model, and no key", async () => {
    expect(await errorOf(await service.post(path, modelB, keys.none))).toMatchObject({ status: 403 });
    expect(await errorOf(await service.post(path, modelB, "wrong"))).toMatchObject({ status: 401 });
  });

  test("another key's task, with the very bytes for a task that doesn't exist", async () => {
    const { id } = await service.createTask(modelB);
    await service.ended(id);
    for (const rest of ["", "/content", "/timestamps"]) {
      const unknown = await service.request(`${path}/task_unknown${rest}`, { key: keys.other });
      const foreign = await service.request(`${path}/${id}${rest}`, { key: keys.other });
      expect([foreign.status, await foreign.text()]).toEqual([unknown.status, await unknown.text()]);
      expect(unknown.status).toBe(404);
    }
  });

  test.each(["task_", "nothing", `task_${"x".repeat(201)}`, "task_%2e%2e%2fx", "task_a%00b"])(
    "the id %s",
    async (id) => {
      expect(await errorOf(await service.request(`${path}/${id}`))).toMatchObject({ status: 404 });
    },
  );

  test("an address that can't be decoded", async () => {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    socket.write(`GET ${path}/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const [answer] = await once(socket.setEncoding("utf8"), "data");
    expect(answer).toContain("HTTP/1.1 404");
    expect(answer).toContain('"code":"not_found"');
    expect(answer.toLowerCase()).toContain("x-request-id: ");
  });

  test("the route for language models", async () => {
    const response = await service.post("/v1/systemone", { model: "any", messages: [] });
    expect(await errorOf(response)).toEqual({ status: 404, param: "model", code: "model_not_found" });
  });
});

describe("a restart", () => {
  test("puts running tasks back, and they end with one charge", async () => {
    service.tones.hold();
    const running = await service.createTask(modelB);
    await expect.poll(async () => (await service.readTask(running.id)).status).toBe("in_progress");
    const before = await service.createTask({ ...modelC, input: "Done." });
    await service.restart();
    for (const { id } of [running, before]) expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect(await service.query("select kind from ledger where reference = ?", running.id)).toEqual([
      { kind: "charge" },
    ]);
    expect(await service.query("select kind from ledger where reference = ?", before.id)).toEqual([
      { kind: "precharge" },
      { kind: "settlement" },
    ]);
  });

  test("keeps finished tasks and their content", async () => {
    const { id } = await service.createTask(modelB);
    const completed = await service.ended(id);
    const content = await (await service.request(`${path}/${id}/content`)).arrayBuffer();
    await service.restart();
    expect(await service.readTask(id)).toEqual({
      ...completed,
      content_url: `${service.address}${path}/${id}/content`,
      timestamps_url: `${service.address}${path}/${id}/timestamps`,
    });
    expect(await (await service.request(`${path}/${id}/content`)).arrayBuffer()).toEqual(content);
  });
});
