import type { FastifyRequest } from "fastify";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { streamSpeechV8 } from "../contract/models/streamspeech-v8.ts";
import { giveBack } from "./billing/give-back.ts";
import { Ledger } from "./billing/ledger.ts";
import { FirstAnswers, forgetIfFailed } from "./first-answers.ts";
import { storages } from "./storage/storages.fixture.ts";

const away = [
  ["can be reached", new Error("Connection terminated")],
  ["has room", Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" })],
  ["has room on its server", Object.assign(new Error("No space left on device"), { code: "53100" })],
] as const;

describe.each(storages)("first answers in $name", ({ open }) => {
  let storage: Awaited<ReturnType<typeof open>>;
  let now = Date.now();
  beforeEach(async () => {
    storage = await open();
  });
  afterEach(() => {
    vi.useRealTimers();
    return storage.close();
  });

  /** A request as the routes see it: with this key and this text. */
  const request = (key: string, text = "text") =>
    ({
      headers: { "idempotency-key": key },
      caller: { id: "caller" },
      body: { input: text },
      routeOptions: { url: "/v1/audio/speech" },
    }) as unknown as FastifyRequest;
  const answers = (changes: Partial<typeof storage> = {}) => new FirstAnswers({ ...storage, ...changes }, () => now);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error) => error.code,
    );

  test("of many requests with one key that come at once one is taken", async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => codeOf(answers().claim(request("key")))));
    expect(taken.filter((code) => code === "none")).toHaveLength(1);
    expect(taken.filter((code) => code === "idempotency_key_in_use")).toHaveLength(19);
  });

  test("a settled key gives the first answer for a day, and only to the same request", async () => {
    await (await answers().claim(request("key")))?.settle("answer");
    expect((await answers().claim(request("key")))?.first).toBe("answer");
    expect(await codeOf(answers().claim(request("key", "other")))).toBe("idempotency_key_reused");
    now += 24 * 3_600_000;
    expect((await answers().claim(request("key", "other")))?.first).toBeUndefined();
  });

  test("a key is as good as new when nothing was charged", async () => {
    await (await answers().claim(request("key")))?.forget();
    expect((await answers().claim(request("key", "other")))?.first).toBeUndefined();
  });

  test("a process that ended holds no key, and what it would still settle isn't charged", async () => {
    const before = await answers({ owner: "ended" }).claim(request("key"));
    const alive = answers({ hasEnded: async () => false });
    expect(await codeOf(alive.claim(request("key")))).toBe("idempotency_key_in_use");
    const taken = await Promise.all([1, 2, 3].map(() => codeOf(answers().claim(request("key")))));
    expect(taken.filter((code) => code === "none")).toHaveLength(1);
    expect(await codeOf(Promise.resolve(before?.settle("late")))).toBe("idempotency_key_in_use");
  });

  test("who lost a key to another forgets nothing of what that one was answered", async () => {
    const before = await answers({ owner: "ended" }).claim(request("key"));
    await (await answers().claim(request("key")))?.settle("task");
    await before?.forget();
    expect((await answers().claim(request("key")))?.first).toBe("task");
  });

  test("an answer that was recorded while the word of it got lost stays", async () => {
    const claim = await answers().claim(request("key"));
    const lost = storage.transaction(async (database) => claim?.settle("task", database)).then(() => Promise.reject());
    await expect(lost).rejects.toBeUndefined();
    await claim?.forget();
    expect((await answers().claim(request("key")))?.first).toBe("task");
  });

  test.each(away)(
    "a charge is given back with its key or not at all, again when the storage %s",
    async (_is, reason) => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      const [ledger, log] = [new Ledger(storage, () => now), pino({ level: "silent" })];
      const kinds = async () => (await ledger.rowsOf("request_1")).map(({ kind }) => kind);
      const claim = await answers().claim(request("key"));
      if (claim === undefined) throw new Error("The key was claimed.");
      const billed = { reference: "request_1", caller: "caller", model: streamSpeechV8, route: "speech", text: "text" };
      await storage.transaction(async (database) => {
        await ledger.charge(billed, database);
        await claim.settle("request_1", database);
      });
      await storage.database.schema.alterTable("first_answers").renameTo("elsewhere").execute();
      await giveBack({ storage, ledger, log }, "request_1");
      await storage.database.schema.alterTable("elsewhere").renameTo("first_answers").execute();
      expect(await kinds()).toEqual(["charge"]);
      let isGone = true;
      const record: typeof storage.record = (work, within) =>
        isGone ? Promise.reject(reason) : storage.record(work, within);
      await giveBack({ storage: { ...storage, record }, ledger, log }, "request_1");
      expect(await kinds()).toEqual(["charge"]);
      isGone = false;
      await vi.advanceTimersByTimeAsync(5_000);
      vi.useRealTimers();
      await expect.poll(kinds).toEqual(["charge", "refund"]);
      expect((await answers().claim(request("key")))?.first).toBeUndefined();
    },
  );

  test("what couldn't be given back, and was answered by its key meanwhile, stays charged", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const [ledger, log] = [new Ledger(storage, () => now), pino({ level: "silent" })];
    const billed = { reference: "request_1", caller: "caller", model: streamSpeechV8, route: "speech", text: "text" };
    await storage.transaction((database) => ledger.charge(billed, database));
    const tries: Promise<unknown>[] = [];
    const record: typeof storage.record = (work, within) => {
      const [[, reason]] = away;
      const tried = tries.length === 0 ? Promise.reject(reason) : storage.record(work, within);
      tries.push(tried);
      return tried;
    };
    await giveBack({ storage: { ...storage, record }, ledger, log }, "request_1");
    await ledger.close(["request_1"]);
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(tries).toHaveLength(2);
    await tries[1];
    expect((await ledger.rowsOf("request_1")).map(({ kind }) => kind)).toEqual(["charge"]);
  });

  test.each(away)("a key that couldn't be forgotten is free again when the storage %s", async (_is, reason) => {
    let isGone = true;
    const record: typeof storage.record = (work, within) =>
      isGone ? Promise.reject(reason) : storage.record(work, within);
    const claim = await answers({ record }).claim(request("key"));
    const failure = new Error("What the client is told.");
    await expect(forgetIfFailed(claim, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await codeOf(answers().claim(request("key")))).toBe("idempotency_key_in_use");
    isGone = false;
    await expect.poll(() => codeOf(answers().claim(request("key", "other")))).toBe("none");
  });
});
