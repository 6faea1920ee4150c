import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { routes } from "../contract/routes.ts";
import { createMetrics, serveMetrics } from "./metrics.ts";
import { keys, startToneService, type ToneService } from "./tone-service.fixture.ts";

const metrics = createMetrics();
let service: ToneService;
let served: Awaited<ReturnType<typeof serveMetrics>>;
beforeAll(async () => {
  service = await startToneService({ metrics });
  served = await serveMetrics(metrics, { host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  served.close();
  await service.close();
});

const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${served.port}${path}`, init);

/** The samples of a metric, by their labels. */
async function samples(name: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await get("/metrics")).text();
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)(?:\{(.*)\})? ([\d.e+-]+)$/gm)].flatMap(([, found, labels = "", value]) =>
      found === name ? [[labels.replaceAll('"', ""), Number(value)]] : [],
    ),
  );
}

const frame = { Text: "A sentence to be counted.", VoiceId: "Autumn", Bitrate: "64k" };
const sentence = { ...frame, model: "streamspeech-v8" };

test("requests are counted by route, model and status, and the first byte of speech is timed", async () => {
  await (await service.post(routes.speech.path, sentence)).arrayBuffer();
  await service.post(routes.speech.path, { ...sentence, Text: "" });
  await service.post(routes.speech.path, { model: "nobody's" });
  await service.request(routes.models.path);
  await service.request(routes.models.path, { key: "wrong" });
  await service.request("/nowhere");
  expect(await samples("speech_requests_total")).toEqual({
    "route=speech,model=streamspeech-v8,status=200": 1,
    "route=speech,model=streamspeech-v8,status=400": 1,
    "route=speech,model=none,status=404": 1,
    "route=models,model=none,status=200": 1,
    "route=models,model=none,status=401": 1,
    "route=other,model=none,status=404": 1,
  });
  const counted = { "route=speech,model=streamspeech-v8": 1 };
  expect(await samples("speech_first_byte_seconds_count")).toEqual(counted);
  const [seconds = 0] = Object.values(await samples("speech_first_byte_seconds_sum"));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(30);
});

test("a WebSocket is counted when its speech has ended or was refused", async () => {
  const address = `${service.address.replace("http", "ws")}${routes.websocket.path}?model=streamspeech-v8`;
  const say = (body: unknown) =>
    new Promise<number>((resolve, reject) => {
      const socket = new WebSocket(address, { headers: { authorization: `Bearer ${keys.all}` } });
      socket.on("open", () => socket.send(JSON.stringify(body)));
      socket.on("close", resolve);
      socket.on("error", reject);
    });
  expect(await say(frame)).toBe(1000);
  expect(await say({ ...frame, Text: "" })).toBe(1008);
  const counted = await samples("speech_requests_total");
  expect(counted).toMatchObject({
    "route=websocket,model=streamspeech-v8,status=200": 1,
    "route=websocket,model=streamspeech-v8,status=400": 1,
  });
  expect(await samples("speech_first_byte_seconds_count")).toMatchObject({
    "route=websocket,model=streamspeech-v8": 1,
  });
});

test("tasks are counted when they end, by model and error", async () => {
  const done = await service.createTask(sentence);
  expect((await service.ended(done.id)).status).toBe("completed");
  const gone = await service.createTask({ model: "refvoice-2", input: "A task.", voice: "https://a.example/gone.wav" });
  expect((await service.ended(gone.id)).status).toBe("failed");
  expect(await samples("speech_tasks_ended_total")).toEqual({
    "model=streamspeech-v8,error=": 1,
    "model=refvoice-2,error=reference_unusable": 1,
  });
});

test("tasks that wait and run are counted by model, and none is told as none", async () => {
  expect(await samples("speech_tasks")).toEqual({
    "model=cloud-tts,status=queued": 0,
    "model=cloud-tts,status=in_progress": 0,
    "model=streamspeech-v8,status=queued": 0,
    "model=streamspeech-v8,status=in_progress": 0,
    "model=refvoice-2,status=queued": 0,
    "model=refvoice-2,status=in_progress": 0,
  });
  const others = createMetrics();
  others.watchTasks(async () => [
    { model: "refvoice-2", status: "queued", count: 3 },
    { model: "refvoice-2", status: "in_progress", count: 1 },
  ]);
  const { text } = await others.read();
  expect(text).toContain('speech_tasks{model="refvoice-2",status="queued"} 3\n');
  expect(text).toContain('speech_tasks{model="refvoice-2",status="in_progress"} 1\n');
  expect(text).toContain('speech_tasks{model="cloud-tts",status="queued"} 0\n');
});

test("segments of a long task are counted as they are kept", async () => {
  const task = await service.createTask({ ...sentence, Text: undefined, input: `${frame.Text} `.repeat(150) });
  expect((await service.ended(task.id)).status).toBe("completed");
  const { "model=streamspeech-v8": counted = 0 } = await samples("speech_segments_total");
  expect(counted).toBeGreaterThan(2);
});

test("the page of metrics measures the process, and names nothing that a caller wrote", async () => {
  const answer = await get("/metrics?format=text");
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  const text = await answer.text();
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  for (const secret of [...Object.values(keys), "wrong", "nobody's", "sentence", "nowhere"])
    expect(text).not.toContain(secret);
  expect((await get("/")).status).toBe(404);
  expect((await get("/metrics", { method: "POST", body: "x" })).status).toBe(405);
});

test("a port that is taken is told with its variable", async () => {
  await expect(serveMetrics(metrics, { host: "127.0.0.1", port: served.port })).rejects.toThrow(
    /^SERVICE_METRICS_PORT can't be opened: choose another port/,
  );
  // What is wrong with the address isn't the port's fault.
  await expect(serveMetrics(metrics, { host: "192.0.2.1", port: 0 })).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});

test("two who ask at once are told of the same queue", async () => {
  const own = createMetrics();
  own.watchJobs(async () => [{ task: "speak_task", waiting: 3, running: 0, failed: 0 }]);
  for (const { text } of await Promise.all([own.read(), own.read()]))
    expect(text).toContain('speech_jobs{step="speak_task",status="waiting"} 3\n');
});
