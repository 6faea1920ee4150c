import { QueryClient } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { SpeechClient } from "../../api/client.ts";
import type { Fetch } from "../../api/http.ts";
import { createTaskClient } from "../../api/task-client.ts";
import { createStore as createValue } from "../../audio/base/store.ts";
import type { Mode } from "../../contract/model.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { createFakeService, createTestPlayground } from "../page/fake-service.fixture.ts";
import { configQuery, modelListQuery } from "../page/queries.ts";
import { openTestLibrary } from "../takes/library.fixture.ts";
import type { Takes } from "../takes/takes.ts";
import { createTasksStore } from "../tasks/tasks.ts";
import { derivePlan, measureText } from "./derive.ts";
import { createOrphanedRequestsStore } from "./orphaned-requests.ts";
import { fingerprintOf } from "./request-fingerprint.ts";
import { createSentTasksStore } from "./sent-tasks.ts";
import { submissionOf } from "./submission.ts";
import { createSubmitStore, type Outcome, type SubmitOptions } from "./submit.ts";

/** A page that sends nothing to anybody, and what it would have sent. */
function openPage(options: Partial<SubmitOptions> = {}) {
  const library = openTestLibrary();
  const listen = vi.fn<Takes["listen"]>();
  const takes = createStore<Takes>()(() => ({
    ...{
      current: undefined,
      failed: undefined,
      live: new Map(),
      listen,
      open: async () => true,
      reserve: () => () => {},
      openLast: async () => {},
      ...{ end: () => {}, endBy: () => {}, release: () => {} },
    },
  }));
  const controller = new AbortController();
  const send = vi.fn<SubmitOptions["sendTask"]>(
    () => new Promise((resolve) => controller.signal.addEventListener("abort", () => resolve())),
  );
  const sentTasks = createSentTasksStore(library, undefined);
  const orphanedRequests = createOrphanedRequestsStore(takes, () => 1_000, undefined);
  let made = 0;
  const submit = createSubmitStore({
    drawing: { hold() {} },
    ...{ library, takes, sentTasks, orphanedRequests },
    sendTask: send,
    origin: () => ({ id: `take ${++made}`, created: 1, owner: "me", config: undefined, multiplier: 1.5 }),
    config: () => ({ service: "embedded", version: "1", session: "none_needed", hasKey: true }),
    isUnlisted: () => false,
    agreeTo: () => {},
    whenConfigured: async () => {},
    wallClock: () => 1_000,
    ...options,
  });
  const outcomes: Outcome[] = [];
  const wish = (text: string, mode: Mode, model = "streamspeech-v8") => {
    const values = { [model]: { voice: model === "refvoice-2" ? "https://a.example/b.wav" : "Mei" } };
    const plan = derivePlan({ model, modes: { [model]: mode }, transport: "http", values }, "en", measureText(text));
    submit.getState().submit({
      place: "page",
      read: () => submissionOf(plan, text, {}),
      onOutcome: (outcome) => outcomes.push(outcome),
    });
  };
  const agree = () => {
    const { held } = submit.getState();
    if (held === undefined) throw new Error("Nothing is held.");
    submit.getState().agree(held);
  };
  const kinds = () => outcomes.map(({ kind }) => kind);
  return {
    library,
    listen,
    send,
    finish: () => controller.abort(),
    takes,
    submit,
    sentTasks,
    orphanedRequests,
    outcomes,
    wish,
    agree,
    kinds,
  };
}

/** A page whose tasks are sent to a service. */
function openPageWithTasks(client: SpeechClient["tasks"], onLine = () => true) {
  const page = openPage({ sendTask: (made, signal) => tasks.getState().send(made, signal) });
  const tasks = createTasksStore({
    ...page,
    client: { tasks: client },
    queries: new QueryClient(),
    leadership: createValue(false),
    ...{ config: () => undefined, onLine, isAwaited: () => false, loopback: true },
    ...{ now: () => 0, wallClock: () => 1_000 },
  });
  return page;
}

it("what is heard becomes a take of its own, with what was so when it was wanted, and is listened to", async () => {
  const { library, listen, outcomes, wish } = openPage();
  wish("Good evening", "stream");
  const [made] = listen.mock.calls[0] ?? [];
  await made?.written;
  const row = library.row("take 1");
  expect(row).toMatchObject({
    status: "submitting",
    excerpt: "Good evening",
    voice: "Mei",
    owner: "me",
    multiplier: 1.5,
  });
  expect(outcomes).toEqual([{ kind: "sent", take: made?.draft.row }]);
  expect((await library.details("take 1"))?.request).toEqual(made?.draft.request);
});

it("a text that is lacking keeps everything from being sent, and nothing is asked", () => {
  const { listen, submit, outcomes, wish } = openPage({ isUnlisted: () => true });
  wish("  ", "stream");
  expect(outcomes).toEqual([{ kind: "obstacle", obstacle: { kind: "no_text" }, characters: 2 }]);
  expect(listen).not.toHaveBeenCalled();
  submit.getState().withdraw("stage");
  expect(submit.getState().held?.wish.place).toBe("page");
  submit.getState().withdraw("page");
  expect(submit.getState().held).toBeUndefined();
});

it("a model that the service doesn't list is asked about, and sent once a person has agreed", () => {
  const agreed: string[] = [];
  const page = openPage({ isUnlisted: (model) => !agreed.includes(model), agreeTo: (model) => agreed.push(model) });
  page.wish("Good evening", "stream");
  expect(page.outcomes).toEqual([{ kind: "unlisted", model: chosenModel("streamspeech-v8") }]);
  page.agree();
  expect([page.kinds(), page.listen.mock.calls.length]).toEqual([["unlisted", "sent"], 1]);
  expect(page.submit.getState().held).toBeUndefined();
});

it("what a person agrees to holds for the service that was asked about, though another is chosen by then", async () => {
  const two = ["staging", "production"].map(
    (name) => ({ name, service: "remote", baseUrl: `https://${name}.example` }) as const,
  );
  const { client } = createFakeService({
    config: async () => ({ service: "remote", version: "1", session: "none_needed", hasKey: true, services: two }),
    models: async () => ({ kind: "listed", ids: [] }),
  });
  const { queries, settings, submit } = createTestPlayground(client, openTestLibrary());
  await queries.fetchQuery(configQuery(client));
  for (const { name } of two) await queries.fetchQuery(modelListQuery(client, name));
  const outcomes: Outcome[] = [];
  const plan = derivePlan(settings.getState(), "en", measureText("Good evening"));
  const read = () => submissionOf(plan, "Good evening", {});
  submit.getState().submit({ place: "page", read, onOutcome: (outcome) => outcomes.push(outcome) });
  settings.setState({ service: "production" });
  const { held } = submit.getState();
  if (held !== undefined) submit.getState().agree(held);
  expect(settings.getState().agreed).toEqual({ "https://staging.example": [plan.model.id] });
  expect(outcomes).toMatchObject([
    { kind: "unlisted", service: "staging" },
    { kind: "unlisted", service: "production" },
  ]);
});

it("one task is sent at a time, and the same one isn't sent twice unasked while it is under way", async () => {
  const page = openPage();
  page.wish("A long text", "async");
  expect(page.submit.getState().sending?.id).toBe("take 1");
  page.wish("Another text", "async");
  expect(page.kinds()).toEqual(["sent", "busy"]);
  await expect.poll(() => page.send.mock.calls.length).toBe(1);
  page.library.update("take 1", { status: "waiting", task: { id: "task_1", status: "queued" } });
  page.finish();
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  page.wish("A long text", "async");
  expect(page.outcomes.at(-1)).toEqual({ kind: "under_way", task: "take 1", price: { kind: "tokens", tokens: 11 } });
  page.agree();
  await expect.poll(() => page.send.mock.calls.length).toBe(2);
  const bodies = page.send.mock.calls.map(([{ draft }]) => draft.request.body);
  expect(new Set(bodies).size).toBe(1);
});

it("a job that may still be running is asked about, and once is enough", () => {
  const page = openPage();
  page.wish("Hm.", "speech", "refvoice-2");
  const [made] = page.listen.mock.calls[0] ?? [];
  if (made === undefined) throw new Error("Nothing was sent.");
  page.orphanedRequests.getState().begin(fingerprintOf(made.draft.request));
  page.wish("Hm.", "speech", "refvoice-2");
  expect(page.outcomes.at(-1)).toEqual({ kind: "orphaned", since: 1_000 });
  page.agree();
  expect([page.kinds(), page.listen.mock.calls.length]).toEqual([["sent", "orphaned", "sent"], 2]);
});

it("a task that couldn't leave, since the part of the page that sends it didn't come, says so", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const page = openPage({ sendTask: () => Promise.reject(new Error("The part is missing.")) });
  page.wish("A long text", "async");
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  expect(page.library.row("take 1")).toMatchObject({ status: "failed", failure: { kind: "offline", cost: "none" } });
  page.wish("A long text", "async");
  expect(page.kinds()).toEqual(["sent", "sent"]);
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  vi.unstubAllGlobals();
});

it("a task that couldn't leave, since the part that knows its route didn't come, cost nothing", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  const page = openPageWithTasks(() => Promise.reject(new TypeError("Failed to fetch a module.")));
  page.wish("A long text", "async");
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  const failure = { kind: "proxy_unreachable", cost: "none" };
  expect(page.library.row("take 1")).toMatchObject({ status: "failed", failure });
  page.wish("A long text", "async");
  expect(page.kinds()).toEqual(["sent", "sent"]);
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  vi.unstubAllGlobals();
});

it.each([
  ["had left when the network went may be running, and is asked about", true, "possible", "orphaned"],
  ["never left, since there was no network, is sent by the next press", false, "none", "sent"],
])("a task that %s", async (_, onLine, cost, second) => {
  vi.stubGlobal("location", { hostname: "speak.example.com" });
  vi.stubGlobal("navigator", { onLine });
  const fetch: Fetch = async () => {
    vi.stubGlobal("navigator", { onLine: false });
    throw new TypeError("Failed to fetch");
  };
  const page = openPageWithTasks(
    async () => createTaskClient({ fetch, now: () => 0 }),
    () => navigator.onLine,
  );
  page.wish("A long text", "async");
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  expect(page.library.row("take 1")).toMatchObject({ status: "failed", failure: { kind: "offline", cost } });
  page.wish("A long text", "async");
  expect(page.kinds()).toEqual(["sent", second]);
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
});

it("a task that is stopped before it left isn't asked about at the next press", async () => {
  const fetch = vi.fn<Fetch>();
  const page = openPageWithTasks(async () => createTaskClient({ fetch, now: () => 0 }));
  page.wish("A long text", "async");
  page.submit.getState().sending?.stop();
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  expect(page.library.row("take 1")).toMatchObject({ status: "stopped", unsent: true });
  page.wish("A long text", "async");
  expect(page.kinds()).toEqual(["sent", "sent"]);
  page.submit.getState().sending?.stop();
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

it("sending a take again costs, and is asked about first; it leaves byte for byte", async () => {
  const page = openPage({ config: () => undefined });
  page.wish("Good evening", "stream");
  const told = vi.fn();
  await page.submit.getState().repeat("take 1", told);
  expect(told.mock.calls).toEqual([[{ kind: "repetition", price: { kind: "tokens", tokens: 12 } }]]);
  page.agree();
  const [first, second] = page.listen.mock.calls.map(([{ draft }]) => draft);
  expect(second?.request).toEqual(first?.request);
  expect(second?.row).toEqual({ ...first?.row, id: "take 2" });
  await page.submit.getState().repeat("nobody", told);
  expect(told).toHaveBeenLastCalledWith({ kind: "gone" });
});

it("a take in parts goes on in one tab at a time, and not at all where another tab has ended it", async () => {
  const page = openPage({ locks: testLocks() });
  page.wish("A sentence of some length. ".repeat(300), "speech", "cloud-tts");
  const parts = (await page.library.details("take 1"))?.parts ?? [];
  const stop = { status: "stopped" as const, parts: { count: parts.length, done: 1 } };
  const half = parts.map((part, index) => ({ ...part, state: index === 0 ? ("done" as const) : ("sent" as const) }));
  page.library.update("take 1", stop, { parts: half });

  const [first, second] = [vi.fn(), vi.fn()];
  const goingOn = page.submit.getState().goOn("take 1", first);
  await expect.poll(() => first.mock.lastCall).toMatchObject([{ kind: "part" }]);
  // While one is asked, and while it is sent.
  await page.submit.getState().goOn("take 1", second);
  expect(second).toHaveBeenLastCalledWith({ kind: "elsewhere" });
  page.agree();
  expect(page.library.row("take 1")?.resumed).toBe(1);
  await page.submit.getState().goOn("take 1", second);
  expect([page.listen.mock.calls.length, second.mock.calls.length]).toEqual([2, 2]);

  const done = parts.map((part) => ({ ...part, state: "done" as const }));
  page.library.update("take 1", stop, { parts: done });
  await goingOn;
  await page.submit.getState().goOn("take 1", second);
  expect([page.listen.mock.calls.length, second.mock.calls.length]).toEqual([2, 2]);
});

it("a question that is withdrawn lets another tab go on", async () => {
  const page = openPage({ locks: testLocks() });
  page.wish("A sentence of some length. ".repeat(300), "speech", "cloud-tts");
  const parts = (await page.library.details("take 1"))?.parts ?? [];
  page.library.update("take 1", { status: "stopped" }, { parts: parts.map((part) => ({ ...part, state: "sent" })) });
  const told = vi.fn();
  const goingOn = page.submit.getState().goOn("take 1", told);
  await expect.poll(() => told.mock.calls.length).toBe(1);
  page.submit.getState().withdraw("takes");
  await goingOn;
  page.submit.getState().goOn("take 1", told);
  await expect.poll(() => told.mock.calls.length).toBe(2);
  expect(told).not.toHaveBeenCalledWith({ kind: "elsewhere" });
});

it("a take that is renamed while the question stands keeps its name, and one that is deleted isn't sent", async () => {
  const page = openPage({ locks: testLocks() });
  page.wish("A sentence of some length. ".repeat(300), "speech", "cloud-tts");
  const parts = (await page.library.details("take 1"))?.parts ?? [];
  let goingOn: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    page.library.update("take 1", { status: "stopped" }, { parts: parts.map((part) => ({ ...part, state: "sent" })) });
    await goingOn;
    const told = vi.fn();
    goingOn = page.submit.getState().goOn("take 1", told);
    await expect.poll(() => told.mock.lastCall).toMatchObject([{ kind: "part" }]);
  };
  await ask();
  page.library.update("take 1", { name: "Episode 12", starred: true });
  page.agree();
  expect(page.library.row("take 1")).toMatchObject({ status: "submitting", name: "Episode 12", starred: true });

  await ask();
  page.library.update("take 1", { deleted: 1 });
  expect(page.submit.getState().held).toBeUndefined();
  await goingOn;
  const told = vi.fn();
  await page.submit.getState().goOn("take 1", told);
  expect(told.mock.calls).toEqual([[{ kind: "gone" }]]);
});

it("a take that is deleted while the page learns where it goes isn't sent", async () => {
  let learn = () => {};
  const config: SubmitOptions["config"] = (service) =>
    service === undefined ? undefined : { service: "embedded", version: "1", session: "none_needed", hasKey: true };
  const whenConfigured = vi.fn<SubmitOptions["whenConfigured"]>(
    () =>
      new Promise((resolve) => {
        learn = resolve;
      }),
  );
  const page = openPage({ config, whenConfigured });
  page.wish("A sentence of some length. ".repeat(300), "speech", "cloud-tts");
  page.library.update("take 1", { status: "stopped" });
  const [sent, asked] = [page.listen.mock.calls.length, whenConfigured.mock.calls.length];
  const told = vi.fn();
  const goingOn = page.submit.getState().goOn("take 1", told);
  await expect.poll(() => whenConfigured.mock.calls.length).toBe(asked + 1);
  page.library.update("take 1", { deleted: 1 });
  learn();
  await goingOn;
  expect([told.mock.calls, page.listen.mock.calls.length]).toEqual([[[{ kind: "gone" }]], sent]);
});

it("a take in parts that can't go on while a task is sent can afterwards", async () => {
  const page = openPage({ locks: testLocks() });
  page.wish("A sentence of some length. ".repeat(300), "speech", "cloud-tts");
  page.library.update("take 1", { status: "stopped" });
  page.wish("A long text", "async");
  const told = vi.fn();
  await page.submit.getState().goOn("take 1", told);
  page.finish();
  await expect.poll(() => page.submit.getState().sending).toBeUndefined();
  void page.submit.getState().goOn("take 1", told);
  await expect.poll(() => told.mock.calls.map(([{ kind }]) => kind)).toEqual(["busy", "sent"]);
});

/** The locks of an origin, as far as they are asked for: each is free, or isn't. */
function testLocks() {
  const held = new Set<string>();
  return {
    async request(name: string, _: unknown, act: (lock: Lock | null) => Promise<unknown>) {
      if (held.has(name)) return act(null);
      held.add(name);
      return act({ name, mode: "exclusive" }).finally(() => held.delete(name));
    },
  } as NonNullable<SubmitOptions["locks"]>;
}
