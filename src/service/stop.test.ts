import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { keys, services, startToneService, type ToneService } from "./tone-service.fixture.ts";

let service: ToneService;
afterEach(async () => {
  service.tones.release();
  await service.close();
});

const job = { model: "refvoice-2", input: "One two three.", voice: "https://example.com/voice.mp3" };
const kindsInLedger = async () =>
  (await service.query("select kind from ledger order by number")).map(({ kind }) => kind);
/** What has been charged and is still being answered. */
const open = () => service.query("select reference from ledger where owner is not null");
const codeOf = async (answer: Promise<Response>) => {
  const response = await answer;
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, code: error.code, retry: response.headers.get("x-should-retry") };
};

function openSocket(): WebSocket {
  const address = `${service.address.replace("http", "ws")}/v1/audio/speech/websocket?model=streamspeech-v8`;
  return new WebSocket(address, { headers: { authorization: `Bearer ${keys.all}` } });
}

/** Resolves once the service speaks so many texts at a time. */
const speaking = (count: number) => expect.poll(() => service.tones.active).toBe(count);

describe.each(services)("a service $name", ({ start }) => {
  beforeEach(async () => {
    service = await start();
  });

  test("a WebSocket without a request ends at once with 1001, and one under way finishes", async () => {
    service.tones.hold();
    const [idle, busy] = [openSocket(), openSocket()];
    const messages: string[] = [];
    busy.on("message", (data, isBinary) => isBinary || messages.push(String(data)));
    const ends = [idle, busy].map((socket) => once(socket, "close"));
    await Promise.all([once(idle, "open"), once(busy, "open")]);
    busy.send(JSON.stringify({ Text: "One two three.", VoiceId: "Autumn" }));
    await speaking(1);
    const stopped = service.restart(60_000);
    expect((await ends[0])?.[0]).toBe(1001);
    service.tones.release();
    expect((await ends[1])?.[0]).toBe(1000);
    expect(JSON.parse(messages.at(-1) ?? "")).toMatchObject({ type: "complete" });
    await stopped;
    expect(await kindsInLedger()).toEqual(["charge"]);
  });

  test("a WebSocket that goes on is told 1001 when the time is over, and costs nothing", async () => {
    service.tones.hold();
    const socket = openSocket();
    const end = once(socket, "close");
    await once(socket, "open");
    socket.send(JSON.stringify({ Text: "One two three.", VoiceId: "Autumn" }));
    await once(socket, "message");
    await service.restart(100);
    expect((await end)[0]).toBe(1001);
    expect(await kindsInLedger()).toEqual(["charge", "refund"]);
    expect(service.logText()).not.toContain('"level":50');
  });

  test("a synchronous job may finish", async () => {
    service.tones.hold();
    const answer = service.post("/v1/audio/speech", job);
    await speaking(1);
    const stopped = service.restart(60_000);
    service.tones.release();
    const response = await answer;
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
    await stopped;
    expect(await kindsInLedger()).toEqual(["precharge", "settlement"]);
  });

  test("a synchronous job that goes on is answered 503 and given back, and never runs again", async () => {
    service.tones.hold();
    const answer = codeOf(service.post("/v1/audio/speech", job));
    await speaking(1);
    await service.restart(100);
    expect(await answer).toEqual({ status: 503, code: "shutting_down", retry: null });
    expect(await kindsInLedger()).toEqual(["precharge", "refund"]);
    expect(await service.query("select status, stored from tasks")).toEqual([{ status: "failed", stored: 0 }]);
    expect(service.tones.active).toBe(0);
  });

  test("a synchronous job's answer that is cut while it is read is given back, and its sound removed", async () => {
    const { hostname, port } = new URL(service.address);
    const body = JSON.stringify({ ...job, input: "a ".repeat(1_000) });
    const head = [
      "POST /v1/audio/speech HTTP/1.1",
      "host: service",
      `authorization: Bearer ${keys.all}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
    ];
    // It reads nothing of five megabytes, which is more than the system takes for it.
    const socket = connect(Number(port), hostname).on("error", () => undefined);
    socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
    await expect.poll(kindsInLedger).toEqual(["precharge", "settlement"]);
    await service.restart(100);
    socket.destroy();
    expect(await kindsInLedger()).toEqual(["precharge", "settlement", "refund"]);
    expect(await service.query("select status, stored from tasks")).toEqual([{ status: "completed", stored: 0 }]);
  });

  test("the jobs that an earlier process left are given back, and their sound is removed", async () => {
    await (await service.post("/v1/audio/speech", job)).arrayBuffer();
    const [row] = await service.query("select id from tasks");
    await expect.poll(open).toEqual([]);
    // As a process leaves it that is killed before the answer has gone out, and while the next job runs.
    await service.query("update tasks set stored = 1 returning id");
    await service.query("update ledger set owner = 'gone' where kind = 'precharge' returning owner");
    service.tones.hold();
    const cut = service.post("/v1/audio/speech", job).catch(() => undefined);
    await speaking(1);
    await service.query("update tasks set status = 'queued' where id <> ? returning id", row?.["id"]);
    await service.restart();
    await cut;
    expect(await service.query("select status, stored from tasks order by number")).toEqual([
      { status: "completed", stored: 0 },
      { status: "failed", stored: 0 },
    ]);
    expect(await kindsInLedger()).toEqual(["precharge", "settlement", "precharge", "refund", "refund"]);
  });

  test("an answer that is broken off by the end of its process is given back with its key", async () => {
    const headers = { "content-type": "application/json", "idempotency-key": "key" };
    const body = JSON.stringify({ model: "streamspeech-v8", input: "One two three.", voice: "Autumn" });
    const speak = () => service.request("/v1/audio/speech", { method: "POST", headers, body });
    const breakOff = () => service.query("update ledger set owner = 'gone' returning owner");
    await (await speak()).arrayBuffer();
    await expect.poll(open).toEqual([]);
    await breakOff();
    // Who asks again is answered for the same charge.
    await (await speak()).arrayBuffer();
    expect(await open()).toEqual([]);
    await service.restart();
    expect(await kindsInLedger()).toEqual(["charge"]);
    await breakOff();
    await service.restart();
    expect(await kindsInLedger()).toEqual(["charge", "refund"]);
    expect(await service.query("select key from first_answers")).toEqual([]);
  });

  test("an answer is in its process's name until it has ended, whichever way it is sent", async () => {
    const body = { model: "streamspeech-v8", input: "One two three.", voice: "Autumn" };
    const ways = [
      () => service.post("/v1/audio/speech", body).then((answer) => answer.arrayBuffer()),
      () => service.post("/v1/audio/speech", { ...body, stream: true }).then((answer) => answer.arrayBuffer()),
      () => service.post("/v1/audio/speech", job).then((answer) => answer.arrayBuffer()),
      async () => {
        const socket = openSocket();
        await once(socket, "open");
        socket.send(JSON.stringify({ Text: body.input, VoiceId: body.voice }));
        await once(socket, "close");
      },
    ];
    for (const answer of ways) {
      service.tones.hold();
      const answered = answer();
      await expect.poll(async () => (await open()).length).toBe(1);
      service.tones.release();
      await answered;
      await expect.poll(open).toEqual([]);
    }
    await service.restart();
    expect((await kindsInLedger()).filter((kind) => kind === "refund")).toEqual([]);
  });
});

// Where the disk of the database is the service's own.
describe("a service alone", () => {
  beforeEach(async () => {
    service = await startToneService();
  });

  test("a failure that can't be written down isn't said to be free, and the next start gives it back", async () => {
    const database = new Database(join(service.folder, "service.db"));
    database.exec(`create trigger no_room before update of status on tasks when new.status = 'failed'
                 begin select raise(abort, 'database or disk is full'); end`);
    const answer = await service.post("/v1/audio/speech", { ...job, input: "One poison." });
    expect(answer.status).toBe(500);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    expect(await answer.text()).toMatch(/gives the charge back as soon as it can/);
    expect(await kindsInLedger()).toEqual(["precharge"]);
    database.exec("drop trigger no_room");
    database.close();
    await service.restart();
    expect(await kindsInLedger()).toEqual(["precharge", "refund"]);
    expect(await service.query("select status from tasks")).toEqual([{ status: "failed" }]);
  });
});
