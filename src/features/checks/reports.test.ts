import { expect, it, vi } from "vitest";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { playableFileOf } from "../../audio/formats/playable-file.ts";
import { wavHeader } from "../../audio/formats/wav.ts";
import { checksOfCase } from "../../conformance/checks/case.ts";
import { priceOfSteps, priceUnlessRefused } from "../../conformance/checks/price.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import type { RunRecord } from "../../conformance/run/result.ts";
import { answer, check, step } from "../../conformance/run/run-check.fixture.ts";
import { boardOf } from "../../core/page/board.ts";
import { createFakeService, createTestPlayground, type FakeAnswers } from "../../core/page/fake-service.fixture.ts";
import { configQuery } from "../../core/page/queries.ts";
import type { StoredRecord } from "../../core/takes/database.ts";
import { openTestLibrary } from "../../core/takes/library.fixture.ts";
import type { Locks } from "../../core/takes/presence.ts";
import type { RecordsOptions } from "../../core/takes/records.ts";
import type { OpenedReport } from "./baselines.ts";
import { createTestChecks } from "./checks.fixture.ts";
import { isRunning } from "./checks.ts";
import { writeRepetitions } from "./repeats.ts";
import { writeReport } from "./report.ts";
import { reportsOf, rowsOf, suiteKind } from "./reports.ts";
import { playableSoundOf } from "./row-sound.ts";

const checksOn = (
  reply: (path: string) => ExchangeAnswer,
  openDatabase: RecordsOptions["openDatabase"] = undefined,
  answers: FakeAnswers = {},
) => {
  const { client } = createFakeService({ exchange: async ({ path }) => reply(path), ...answers });
  const playground = createTestPlayground(client, openTestLibrary());
  const store = createTestChecks(playground, openDatabase);
  const over = () =>
    new Promise<void>((resolve) => {
      const stop = store.subscribe(({ progress }) => {
        if (isRunning(progress)) return;
        stop();
        resolve();
      });
    });
  return { store, over, playground, reports: () => reportsOf(store.runs.getSnapshot().records, undefined) };
};

/** The same with two services, and which of them each request went to. */
const checksOnTwo = async (reply: (path: string) => ExchangeAnswer) => {
  const staging = { name: "staging", service: "embedded", baseUrl: "http://127.0.0.1:4711" } as const;
  const production = { name: "production", service: "remote", baseUrl: "https://speech.example" } as const;
  const asked: (string | undefined)[] = [];
  const page = checksOn(reply, undefined, {
    config: async () => ({
      ...{ version: "1", session: "none_needed", hasKey: true },
      ...staging,
      services: [staging, production],
    }),
    async exchange({ path, service }) {
      asked.push(service);
      return reply(path);
    },
  });
  await page.playground.queries.fetchQuery(configQuery(page.playground.client));
  const choose = (service: string) => page.playground.settings.setState({ service });
  return { ...page, asked, choose };
};

const suite = ["a", "b", "c"].map((id) => ({ ...check(step("one", `/v1/audio/speech/tasks/task_${id}`)), id }));
const [one = check()] = suite;
const whole = suiteKind("quick", "");
const oneCase = { ...check(step("one", "/v1/models")), id: "case:1" };

it("checks that another tab runs aren't run here too, and it is said why", async () => {
  const locks = { request: async (_: string, __: unknown, act: (lock: null) => unknown) => act(null) } as Locks;
  const asked = vi.fn(() => answer(200, {}));
  const { client } = createFakeService({ exchange: async () => asked() });
  const playground = createTestPlayground(client, openTestLibrary());
  const store = createTestChecks(playground, undefined, locks);
  store.getState().run(suite, whole);
  await expect.poll(() => boardOf(playground).getState().notDone).toBe("elsewhere");
  expect([store.getState().progress, store.runs.getSnapshot().records, asked.mock.calls]).toEqual([undefined, [], []]);
});

it.each([
  ["passed", 200, "complete"],
  ["failed", 201, "failed"],
] as const)("the take of a task's case that %s without all of its sound says so", async (outcome, status, said) => {
  const { store, over, playground } = checksOn(() => answer(200, { id: "task_1" }));
  const body = '{"model":"streamspeech-v8","input":"Hello."}';
  const task = check({
    name: "request",
    request: { transport: "http", method: "POST", path: "/v1/audio/speech/tasks", body },
    expect: [{ kind: "status", least: status, most: status }],
  });
  store.getState().run([{ ...task, id: "case:2" }], "chosen");
  await over();
  expect(store.runs.getSnapshot().records).toMatchObject([{ last: { outcome } }, { last: { outcome } }]);
  const [row] = playground.library.getSnapshot().rows;
  expect(row).toMatchObject({ status: said, sound: "none" });
  expect(row?.failure === undefined).toBe(said === "complete");
});

it.each([0, 0xffff_ffff])(
  "a sound that says %i of its length plays to its end, kept beside a run or as a take",
  async (said) => {
    const there = 8_000;
    const file = (length: number) => [
      wavHeader({ codec: "pcm_s16le", sampleRate: 8_000, channels: 1 }, length),
      new Uint8Array(there),
    ];
    const type = "audio/wav";
    const came = new Blob(file(said), { type });
    const { store, over, playground } = checksOn(() => ({
      ...answer(200, {}),
      headers: [["content-type", type]],
      body: came,
    }));
    const body = '{"model":"streamspeech-v8","input":"Hello."}';
    const speaking = check({
      name: "request",
      request: { transport: "http", method: "POST", path: "/v1/audio/speech", body },
      expect: [],
    });
    store.getState().run(
      ["1", "case:1"].map((id) => ({ ...speaking, id })),
      "chosen",
    );
    await over();
    const wanted = await new Blob(file(there)).arrayBuffer();
    const kept = store.runs.getSnapshot().records.find(({ last }) => last.sound !== undefined)?.last;
    const places = { takes: playground.library, kept: store.sounds, opened: undefined };
    expect(await (await playableSoundOf({ last: kept, file: undefined }, places))?.arrayBuffer()).toEqual(wanted);
    const opened = { rows: [], sounds: new Map([["a.wav", came]]) } as unknown as OpenedReport;
    const given = await playableSoundOf({ last: kept, file: "sound/a.wav" }, { ...places, opened });
    expect(await given?.arrayBuffer()).toEqual(wanted);
    const [row] = playground.library.getSnapshot().rows;
    const sound = await playground.library.sound(row?.id ?? "");
    expect(await (sound && playableFileOf(sound))?.arrayBuffer()).toEqual(wanted);
  },
);

it("a case's take keeps the group multiplier that stood when it was sent", async () => {
  const { store, over, playground } = checksOn(() => answer(400, {}));
  playground.settings.setState({ multiplier: 1.5 });
  const speaking = check({
    name: "request",
    request: { transport: "http", method: "POST", path: "/v1/audio/speech", body: "{}" },
    expect: [],
  });
  store.getState().run([{ ...speaking, id: "case:2" }], "chosen");
  await over();
  expect(playground.library.getSnapshot().rows).toMatchObject([{ multiplier: 1.5 }]);
});

it("a run is over when its results are on the disk, so that a reload in the next moment loses none", async () => {
  const written = new Set<string>();
  let free = () => {};
  const disk = new Promise<void>((resolve) => {
    free = resolve;
  });
  const { store, over } = checksOn(
    () => answer(200, {}),
    async () => ({
      all: async () => [],
      some: async () => [],
      async change(records) {
        await disk;
        for (const { id } of records) written.add(id);
      },
      close() {},
    }),
  );
  store.getState().run([oneCase], "chosen");
  const passed = () => store.runs.getSnapshot().records.some(({ last }) => last.outcome === "passed");
  await expect.poll(passed).toBe(true);
  expect(isRunning(store.getState().progress)).toBe(true);
  free();
  await over();
  expect(written).toEqual(new Set(["case:1", "chosen|case:1"]));
});

it("each kind of run keeps its last results, whatever else is run", async () => {
  let status = 200;
  const { store, over, reports } = checksOn((path) => answer(path.endsWith("_b") ? 500 : status, {}));
  const { run } = store.getState();
  run(suite, whole);
  await over();
  status = 404;
  run([one], suiteKind("quick", "x"));
  await over();
  run([oneCase], "chosen");
  await over();

  const outcomesOf = (kind: string) => {
    const report = reports().find((each) => each.kind === kind);
    return report === undefined
      ? undefined
      : rowsOf(report, [oneCase, ...suite], undefined).map(({ check: { id }, outcome }) => [id, outcome]);
  };
  expect(reports()).toHaveLength(3);
  expect(outcomesOf("chosen")).toEqual([["case:1", "failed"]]);
  expect(outcomesOf(suiteKind("quick", "x"))).toEqual([["a", "failed"]]);
  expect(outcomesOf(whole)).toEqual([
    ["a", "passed"],
    ["b", "failed"],
    ["c", "passed"],
  ]);
  // The last run of each check is another thing.
  expect(store.runs.getSnapshot().records.find(({ id }) => id === "suite:a")).toMatchObject({
    last: { outcome: "failed" },
    before: { outcome: "passed" },
  });

  // The same kind again: nothing of the earlier run is left.
  run([one], whole);
  await over();
  expect(outcomesOf(whole)).toEqual([["a", "failed"]]);
  // What a case leaves goes with it.
  store.getState().remove("1");
  expect(outcomesOf("chosen")).toBeUndefined();
});

it("what is run again within a run takes its place there, and the others stay", async () => {
  let broken = true;
  const { store, over, reports } = checksOn((path) => answer(path.endsWith("_b") && broken ? 500 : 200, {}));
  store.getState().run(suite, whole);
  await over();
  broken = false;
  store.getState().runAgain(
    suite.filter(({ id }) => id === "b"),
    whole,
  );
  await over();
  expect(reports()).toMatchObject([{ kind: whole, of: 3, records: [{}, {}, {}] }]);
  const rows = reports().flatMap((report) => rowsOf(report, suite, undefined));
  expect(rows.map(({ outcome }) => outcome)).toEqual(["passed", "passed", "passed"]);
});

it("a run that has only begun shows all that it is to check, and none of the results before it", () => {
  const begun = { kind: whole, at: 5, of: 3, checks: suite };
  const [report] = reportsOf([], begun);
  expect(report).toMatchObject({ at: 5, of: 3, records: [] });
  expect(report && rowsOf(report, suite, begun).map(({ outcome }) => outcome)).toEqual([
    "not_judged",
    "not_judged",
    "not_judged",
  ]);
});

it("what should be refused has a price, too, for whoever speaks it all the same", () => {
  const spoken = (text: string, least: number) =>
    step("one", "", {
      request: {
        transport: "http",
        method: "POST",
        path: "/v1/audio/speech",
        body: JSON.stringify({ model: "streamspeech-v8", input: text, voice: "Mei" }),
      },
      expect: [{ kind: "status", least, most: least + 99 }],
    });
  const steps = [spoken("Hello.", 400), spoken("Hi.", 200), step("two", "/v1/models")];
  expect(priceOfSteps(steps)).toEqual({ tokens: 3, amount: 0, undocumented: 0 });
  expect(priceUnlessRefused(steps)).toEqual({ tokens: 6, amount: 0, undocumented: 0 });
});

it("prints the bodies that were sent, with what earlier answers gave filled in", () => {
  const body = '{"model":"streamspeech-v8","input":"Hello.","voice":"{{voice}}"}';
  const steps = [step("one", "", { request: { transport: "http", method: "POST", path: "/v1/audio/speech", body } })];
  const check = { id: "a", section: "2.3", rule: { en: "R", zh: "R" }, cost: "small", steps } as const;
  const row = { check, record: undefined, outcome: "not_judged", changed: false } as const;
  const last: RunRecord["last"] = { outcome: "passed", at: 0, steps: [], variables: { voice: "Autumn" } };
  const run: ReportRow = { ...row, record: { id: "a", last }, outcome: "passed" };
  const head = { name: "Suite", at: 0, of: 1, again: 0, services: [] };
  for (const format of ["csv", "md"] as const) {
    const text = (rows: readonly ReportRow[]) => writeReport(head, rows, format, "en").replaceAll('""', '"');
    expect(text([row])).toContain(`POST /v1/audio/speech ${body}`);
    expect(text([run])).toContain(body.replace("{{voice}}", "Autumn"));
  }
});

it("a result stays with what was sent, whatever becomes of its case; of another request it says nothing", async () => {
  const body = '{"model":"streamspeech-v8","input":"{{text}}"}';
  const request = { transport: "http", method: "POST", path: "/v1/audio/speech", body } as const;
  const accepts = [{ kind: "status" as const, least: 200, most: 200 }];
  const saying = (...texts: readonly string[]) =>
    checksOfCase({
      ...{ id: "1", created: 0, name: "Greeting", request, expect: accepts },
      rows: texts.map((text) => ({ text })),
    });
  let status = 200;
  const { store, over, reports } = checksOn(() => answer(status, {}));
  store.getState().run(saying("Hello."), "cases");
  await over();
  const edited = saying("Never sent.", "Hello.");
  const rows = reports().flatMap((report) => rowsOf(report, edited, undefined));
  const head = { name: "Cases", at: 0, of: 1, again: 0, services: [] };
  const unnamed = rows.map((row) => ({ ...row, check: { ...row.check, rule: { en: "", zh: "" } } }));
  for (const format of ["json", "html", "md", "csv"] as const) {
    const text = writeReport(head, unnamed, format, "en");
    expect(text).toContain("Hello.");
    expect(text).not.toContain("Never sent.");
  }
  const own = () => store.runs.getSnapshot().records.find(({ id }) => id === "case:1.1");
  status = 500;
  store.getState().run(edited, "cases");
  await over();
  expect(own()?.before).toBeUndefined();
  expect(own()?.past).toHaveLength(1);
  status = 200;
  store.getState().run(edited, "cases");
  await over();
  expect(own()).toMatchObject({ before: { outcome: "failed" }, past: [{}, {}] });
});

it("a run that is stopped has a verdict for what it asked, and says of the rest that it wasn't", async () => {
  const { store, over, reports } = checksOn(() => {
    store.getState().stop();
    return answer(200, {});
  });
  store.getState().setParallel(1);
  store.getState().run(suite, whole);
  await over();
  expect(store.getState().progress).toMatchObject({ status: "stopped", ended: "not_asked" });
  const rows = reports().flatMap((report) => rowsOf(report, suite, undefined));
  expect(rows.filter(({ outcome }) => outcome === "passed").length).toBeLessThan(3);
  expect(rows.at(-1)?.record?.last).toMatchObject({ outcome: "not_judged", reason: "not_asked", steps: [] });
  // Of no other run, and no earlier result, anything was said.
  expect(store.runs.getSnapshot().records.some(({ id }) => id === "suite:c")).toBe(false);
  store.getState().goOn();
  await over();
});

it("a run that a reload cut goes on with what was never sent; what was sent without an answer is told", async () => {
  const disk = new Map<string, StoredRecord>();
  const openDatabase = async () => ({
    all: async () => [...disk.values()],
    some: async (ids: readonly string[]) => ids.map((id) => disk.get(id)),
    async change(records: readonly StoredRecord[], erased: readonly string[]) {
      for (const record of records) disk.set(record.id, record);
      for (const id of erased) disk.delete(id);
    },
    close() {},
  });
  const asked: string[] = [];
  const cut = checksOn(() => answer(200, {}), openDatabase, {
    exchange: async ({ path }) => {
      asked.push(path);
      return path.endsWith("_b") ? new Promise(() => {}) : answer(200, {});
    },
  });
  cut.store.getState().setParallel(1);
  cut.store.getState().run(suite, whole);
  await expect.poll(() => asked.at(-1)).toMatch(/_b$/);
  // Written down before it was sent.
  expect(disk.get(`${whole}|suite:b`)).toMatchObject({ last: { reason: "unanswered" } });
  await expect.poll(() => disk.get(`${whole}|suite:a`)).toMatchObject({ last: { outcome: "passed" } });
  const at = cut.reports()[0]?.at;

  const { store, over, reports } = checksOn(() => answer(200, {}), openDatabase, {
    exchange: async ({ path }) => {
      asked.push(path);
      return answer(200, {});
    },
  });
  await expect.poll(() => store.runs.getSnapshot().loaded).toBe(true);
  const told = () => reports().flatMap(({ records }) => records.map(({ last }) => last.reason ?? last.outcome));
  expect(told()).toEqual(["passed", "unanswered", "not_asked"]);
  asked.length = 0;
  store.getState().runAgain(suite.slice(2), whole);
  await over();
  expect([asked.filter((path) => path !== "/v1/models").length, told()]).toEqual([
    1,
    ["passed", "unanswered", "passed"],
  ]);
  store.getState().runAgain(suite.slice(1, 2), whole);
  await over();
  expect(told()).toEqual(["passed", "passed", "passed"]);
  // It is one run, of which nothing was run twice.
  expect(reports()).toMatchObject([{ at, of: 3, again: 0 }]);
});

it("a run goes on, and is run again, at the service that it began with, whichever is chosen meanwhile", async () => {
  let stops = true;
  const { store, over, reports, asked, choose } = await checksOnTwo((path) => {
    if (stops) store.getState().stop();
    stops = false;
    return answer(path.endsWith("_b") ? 500 : 200, {});
  });
  store.getState().setParallel(1);
  store.getState().run(suite, whole);
  await over();
  choose("production");
  expect(store.getState().progress).toMatchObject({ status: "stopped" });
  store.getState().goOn();
  await over();
  store.getState().runAgain([one], whole);
  await over();
  expect(new Set(asked)).toEqual(new Set(["staging"]));
  const told = () => reports().flatMap(({ records }) => records.map(({ last }) => last.serviceName));
  expect(told()).toEqual(["staging", "staging", "staging"]);
  // The whole of it anew goes where the head says.
  store.getState().run(suite, whole);
  await over();
  expect(told()).toEqual(["production", "production", "production"]);
  choose("staging");
  expect(store.getState().serviceOfRun(whole)).toBe("production");
  expect(store.getState().serviceOfRun("chosen")).toBe("staging");
});

it("a run whose key isn't accepted says so once, and of no check that it passed", async () => {
  const { store, over, reports } = checksOn(() => answer(401, {}));
  store.getState().run(suite, whole);
  await over();
  expect(store.getState().progress).toMatchObject({ status: "stopped", ended: "key_refused", done: 0 });
  expect(reports().flatMap(({ records }) => records.map(({ last }) => last.reason))).toEqual([
    "key_refused",
    "key_refused",
    "key_refused",
  ]);
});

it("a table of repetitions has times as far as the clock tells them", () => {
  const one = { number: 1, status: 200, firstByte: 1351.2000000001863, firstSound: 1401.2000000001863, end: 1_520 };
  expect(writeRepetitions([{ ...one, failure: undefined }]).split("\r\n")[1]).toBe("1,200,1351.2,1401.2,1520,");
});
