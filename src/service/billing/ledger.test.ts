import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { findModel } from "../../contract/models/index.ts";
import type { Storage } from "../storage/storage.ts";
import { poison, wordSamples } from "../tone.fixture.ts";
import { keys, services, type ToneService } from "../tone-service.fixture.ts";
import { Ledger } from "./ledger.ts";

describe.each(services)("a service $name", ({ start }) => {
  let service: ToneService;
  beforeAll(async () => {
    service = await start();
  });
  afterEach(() => service.tones.release());
  afterAll(() => service.close());

  const speech = "/v1/audio/speech";
  const modelA = { model: "cloud-tts", input: "One two 😀.", voice: "en-US-AriaNeural" };
  const modelB = { model: "streamspeech-v8", input: "One two 😀.", voice: "Autumn" };
  // 32 characters are 2 seconds by the estimate; 8 words of tones are 0.96 seconds.
  const modelC = {
    model: "refvoice-2",
    input: "one two thr fou fiv six sev eigh",
    voice: "https://example.com/a.wav",
  };
  const spokenSeconds = Math.round(((8 * wordSamples) / 22_050) * 1000) / 1000;

  /** The rows that were added while something was done. */
  async function rowsOf(work: () => Promise<unknown>) {
    const [{ last = 0 } = {}] = await service.query("select coalesce(max(number), 0) as last from ledger");
    await work();
    return await service.query(
      `select model, route, kind, price, characters, tokens, seconds, basis, amount_millionths
     from ledger where number > ? order by number`,
      last,
    );
  }

  async function speak(body: object): Promise<number> {
    const response = await service.post(speech, body);
    await response.arrayBuffer();
    return response.status;
  }

  const nothing = { tokens: null, seconds: null, basis: null, amount_millionths: null };
  const tokens = { ...nothing, model: "streamspeech-v8", kind: "charge", price: "tokens", characters: 10, tokens: 10 };
  const money = { ...nothing, model: "refvoice-2", price: "money", characters: 32 };
  const precharge = { ...money, kind: "precharge", seconds: 2, basis: "text", amount_millionths: 19_000 };
  const settlement = {
    ...money,
    kind: "settlement",
    seconds: spokenSeconds,
    basis: "duration_seconds",
    amount_millionths: Math.round((15 + 2 * spokenSeconds) * 1000) - 19_000,
  };

  describe("Model B costs one token for each character (section 8)", () => {
    test("in speech and stream mode", async () => {
      expect(await rowsOf(() => speak(modelB))).toEqual([{ ...tokens, route: "speech" }]);
      expect(await rowsOf(() => speak({ ...modelB, stream: true }))).toEqual([{ ...tokens, route: "stream" }]);
    });

    test("as a task, when it is taken", async () => {
      service.tones.hold();
      let id = "";
      const rows = await rowsOf(async () => {
        id = (await service.createTask(modelB)).id;
      });
      expect(rows).toEqual([{ ...tokens, route: "tasks" }]);
      service.tones.release();
      expect(await rowsOf(() => service.ended(id))).toEqual([]);
    });

    test("over WebSocket", async () => {
      const rows = await rowsOf(async () => {
        const address = `${service.address.replace("http", "ws")}${speech}/websocket?model=streamspeech-v8`;
        const socket = new WebSocket(address, { headers: { authorization: `Bearer ${keys.all}` } });
        await once(socket, "open");
        socket.send(JSON.stringify({ Text: modelB.input, VoiceId: "Autumn" }));
        await once(socket, "close");
      });
      expect(rows).toEqual([{ ...tokens, route: "websocket" }]);
    });

    test("in full for a client that leaves after the first audio", async () => {
      service.tones.hold();
      const { hostname, port } = new URL(service.address);
      const body = JSON.stringify({ ...modelB, Bitrate: "320k", input: "word ".repeat(100) });
      const rows = await rowsOf(async () => {
        const socket = connect(Number(port), hostname);
        socket.write(
          `POST ${speech} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.all}\r\n` +
            `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
        await once(socket, "data");
        socket.destroy();
        await expect.poll(() => service.tones.active).toBe(0);
      });
      expect(rows).toEqual([{ ...tokens, route: "speech", characters: 500, tokens: 500 }]);
    });

    test("once for each request, whatever id the client gives them", async () => {
      const headers = { "content-type": "application/json", "x-request-id": randomUUID() };
      const rows = await rowsOf(async () => {
        for (let count = 0; count < 2; count++) {
          const response = await service.request(speech, { method: "POST", headers, body: JSON.stringify(modelB) });
          await response.arrayBuffer();
        }
      });
      expect(rows).toHaveLength(2);
    });

    test("and nothing where nothing is heard", async () => {
      expect(await rowsOf(() => speak({ ...modelB, input: "  " }))).toEqual([]);
      expect(await rowsOf(() => speak({ ...modelB, voice: "Nobody" }))).toEqual([]);
    });

    test("and is given back when the task fails", async () => {
      const rows = await rowsOf(async () => {
        const { id } = await service.createTask({ ...modelB, input: poison });
        await service.ended(id);
      });
      expect(rows.map(({ kind, tokens: count }) => [kind, count])).toEqual([
        ["charge", 6],
        ["refund", -6],
      ]);
    });
  });

  test("Model A leaves a row without a price: the document shows none", async () => {
    expect(await rowsOf(() => speak(modelA))).toEqual([
      { ...nothing, model: "cloud-tts", route: "speech", kind: "charge", price: "undocumented", characters: 10 },
    ]);
  });

  describe("Model C costs (0.015 + 0.002 × seconds) (section 8)", () => {
    test("by the text when it is taken, by duration_seconds when it is completed", async () => {
      service.tones.hold();
      let id = "";
      const taken = await rowsOf(async () => {
        id = (await service.createTask(modelC)).id;
      });
      expect(taken).toEqual([{ ...precharge, route: "tasks" }]);
      service.tones.release();
      const settled = await rowsOf(async () => {
        expect(await service.ended(id)).toMatchObject({ duration_seconds: spokenSeconds });
      });
      expect(settled).toEqual([{ ...settlement, route: "tasks" }]);
      const [{ total } = {}] = await service.query(
        "select cast(sum(amount_millionths) as bigint) as total from ledger where reference = ?",
        id,
      );
      expect(total).toBe(Math.round((15 + 2 * spokenSeconds) * 1000));
    });

    test("synchronously the same, whether the client waits or leaves", async () => {
      const rows = await rowsOf(async () => {
        const response = await service.post(speech, modelC);
        expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/wav"]);
        const wav = Buffer.from(await response.arrayBuffer());
        expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
        expect(response.headers.get("content-length")).toBe(String(wav.length));
      });
      const expected = [precharge, settlement].map((row) => ({ ...row, route: "speech" }));
      expect(rows).toEqual(expected);

      service.tones.hold();
      const left = await rowsOf(async () => {
        const controller = new AbortController();
        const request = service.request(speech, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(modelC),
          signal: controller.signal,
        });
        await expect.poll(() => service.tones.active).toBe(1);
        controller.abort();
        await expect(request).rejects.toThrow();
        service.tones.release();
        await expect.poll(() => service.query("select id from tasks where status = 'in_progress'")).toEqual([]);
      });
      expect(left).toEqual(expected);
    });

    test("nothing when it fails, as a task or not", async () => {
      const failing = { ...modelC, voice: "https://example.com/gone.wav" };
      const given = { ...precharge, kind: "refund", amount_millionths: -19_000, tokens: null };
      const task = await rowsOf(async () => service.ended((await service.createTask(failing)).id));
      expect(task).toEqual([precharge, given].map((row) => ({ ...row, route: "tasks" })));
      const rows = await rowsOf(async () => {
        const response = await service.post(speech, { ...failing, voice: undefined, prompt_simple: failing.voice });
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ error: { code: "reference_unusable", param: "prompt_simple" } });
      });
      expect(rows).toEqual([precharge, given].map((row) => ({ ...row, route: "speech" })));
    });

    test("and a failing engine asks libraries not to send the request again", async () => {
      const response = await service.post(speech, { ...modelC, input: poison });
      expect([response.status, response.headers.get("x-should-retry")]).toEqual([500, "false"]);
      expect(await response.json()).toMatchObject({ error: { code: "synthesis_failed" } });
    });

    test("and the audio of a synchronous request is kept for nobody", async () => {
      expect(await speak(modelC)).toBe(200);
      const kept = () => service.query("select id from tasks where endpoint = 'speech' and stored = 1");
      // It is there while it is sent, and goes when the answer has ended.
      await expect.poll(kept).toEqual([]);
      const files = await readdir(join(service.folder, "audio"));
      const spoken = await service.query("select id from tasks where endpoint = 'speech' and status = 'completed'");
      expect(spoken).toHaveLength(3);
      expect(files.filter((file) => spoken.some(({ id }) => file.includes(String(id))))).toEqual([]);
    });
  });
});

test.each(services)("a charge of which the word got lost is given back with its key, $name", async ({ start }) => {
  let isLost = true;
  const wrapStorage = (storage: Storage): Storage => ({
    ...storage,
    async transaction(work) {
      const result = await storage.transaction(work);
      if (isLost) throw new Error("Connection terminated unexpectedly");
      return result;
    },
  });
  const service = await start({ wrapStorage });
  onTestFinished(() => service.close());
  const headers = { "content-type": "application/json", "idempotency-key": "key" };
  const body = JSON.stringify({ model: "streamspeech-v8", input: "One two three.", voice: "Autumn" });
  const speak = () => service.request("/v1/audio/speech", { method: "POST", headers, body });
  expect((await speak()).status).toBe(503);
  isLost = false;
  const kinds = async () => (await service.query("select kind from ledger order by number")).map(({ kind }) => kind);
  expect(await kinds()).toEqual(["charge", "refund"]);
  await (await speak()).arrayBuffer();
  expect(await kinds()).toEqual(["charge", "refund", "charge"]);
});

test.each(services)("a job that was done, while the word of it got lost, is given back, $name", async ({ start }) => {
  let lost = 0;
  const lose = () => {
    lost++;
    throw new Error("The word got lost.");
  };
  const wrapStorage = (storage: Storage): Storage => ({
    ...storage,
    get database() {
      return lost === 1 || lost === 2 ? lose() : storage.database;
    },
    async record(work, within) {
      const result = await storage.record(work, within);
      const isEnd = typeof result === "object" && result !== null && "status" in result;
      return isEnd && result.status === "completed" && lost === 0 ? lose() : result;
    },
  });
  const service = await start({ wrapStorage });
  onTestFinished(() => service.close());
  const headers = { "content-type": "application/json", "idempotency-key": "key" };
  const body = JSON.stringify({ model: "refvoice-2", input: "one two", voice: "https://example.com/a.wav" });
  const speak = () => service.request("/v1/audio/speech", { method: "POST", headers, body });
  const kinds = async () => (await service.query("select kind from ledger order by number")).map(({ kind }) => kind);
  expect((await speak()).status).toBe(500);
  expect(await kinds()).toEqual(["precharge", "settlement", "refund"]);
  await (await speak()).arrayBuffer();
  expect(await kinds()).toEqual(["precharge", "settlement", "refund", "precharge", "settlement"]);
});

test.each(services)("a charge that can't be given back at once stays open for others, $name", async ({ start }) => {
  const opened: Storage[] = [];
  const service = await start({
    wrapStorage(storage) {
      opened.push(storage);
      return storage;
    },
  });
  onTestFinished(() => service.close());
  const [storage] = opened;
  const model = findModel("streamspeech-v8");
  if (storage === undefined || model === undefined) throw new Error("There is no storage, or no model.");
  const ledger = new Ledger(storage, () => 0);
  const open = async () => (await ledger.open()).get(storage.owner) ?? [];
  for (const reference of ["kept", "broken"])
    await ledger.charge({ reference, caller: "1", model, route: "stream", text: "One." });
  ledger.answered("broken");
  ledger.returning("broken");
  for (const reference of ["kept", "broken"]) ledger.answered(reference);
  await ledger.writeAnswered();
  expect(await open()).toEqual(["broken"]);
  const [mine, another] = await storage.transaction(async (database) => [
    await ledger.isOpen("broken", storage.owner, database),
    await ledger.isOpen("broken", "another", database),
  ]);
  expect([mine, another]).toEqual([true, false]);
});
