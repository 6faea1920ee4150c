import { environmentManager, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HeaderList, ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import type { TaskClient } from "../../api/task-client.ts";
import type { AudioPart } from "../../audio/base/source.ts";
import { createStore } from "../../audio/base/store.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { parseTask, type Task } from "../../contract/tasks.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeRow } from "../takes/take.ts";
import { answersAbout } from "./polls.ts";
import { createTaskWatch } from "./watch.ts";

const config: PlaygroundConfig = {
  service: "remote",
  version: "1",
  session: "none_needed",
  hasKey: true,
  baseUrl: "https://speech.example/api",
};
const start = 1_700_000_000_000;
const id = "take-1";

// Node is no server here: what a page does by itself is what is tested.
environmentManager.setIsServer(() => false);
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

/** What the service answers to each question, in order; the last answer stays. */
type Answer = Record<string, unknown> | Error;

function task(fields: Record<string, unknown>): Task {
  const parsed = parseTask({ id: "task_1", ...fields });
  if (parsed === undefined) throw new Error("That is no task.");
  return parsed;
}

function refused(status: number, body: unknown = {}, headers: HeaderList = []): SpeechRequestError {
  return new SpeechRequestError({
    refusal: "status",
    status,
    headers,
    error: parseErrorBody(JSON.stringify(body)),
    truncated: false,
  });
}

interface Rig {
  readonly answers?: readonly Answer[];
  readonly content?: () => AsyncIterable<AudioPart>;
  readonly length?: number;
  readonly timestamps?: () => Promise<unknown>;
  readonly row?: Partial<TakeRow>;
  readonly leading?: boolean;
  /** Whether other pages know of the task. */
  readonly onDisk?: boolean;
  readonly config?: PlaygroundConfig;
}

/** A page with one task under way, whose service answers as the rig says. */
function watchOne(rig: Rig) {
  const answers = [...(rig.answers ?? [])];
  const asked: number[] = [];
  const fetched: string[] = [];
  const services: (string | undefined)[] = [];
  const client: TaskClient = {
    create: () => Promise.reject(new Error("Nothing is sent here.")),
    async read() {
      asked.push(Date.now() - start);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      return task(answer ?? {});
    },
    async timestamps(path, _signal, observe) {
      fetched.push(path);
      observe?.({ at: 0, type: "headers", status: 200, headers: [] });
      return (await rig.timestamps?.()) ?? [];
    },
    async contentLength(_path, _signal, observe) {
      observe?.({ at: 0, type: "headers", status: 200, headers: [] });
      return rig.length;
    },
    content(path, observe) {
      fetched.push(path);
      observe?.({ at: 0, type: "headers", status: 206, headers: [] });
      observe?.({ at: 0, type: "end", bytes: 5 });
      return () => rig.content?.() ?? soundOf("sound");
    },
  };
  const library = openTestLibrary({ wallClock: () => Date.now() });
  const waiting = { id: "task_1", status: "queued", nextPoll: start + 3_000 };
  const address = config.baseUrl;
  library.begin(
    takeRow(id, {
      created: start,
      status: "waiting",
      service: "remote",
      address,
      mode: "async",
      task: waiting,
      ...rig.row,
    }),
    takeDetails(id),
  );
  const leadership = { ...createStore(rig.leading ?? true), takeOver: vi.fn() };
  const queries = new QueryClient();
  const watch = createTaskWatch({
    client: {
      async tasks(service) {
        services.push(service);
        return client;
      },
    },
    library: rig.onDisk === true ? { ...library, isUnsaved: () => false } : library,
    queries,
    leadership,
    config: () => rig.config ?? config,
    wallClock: () => Date.now(),
    onLine: () => true,
    loopback: true,
    onFetching: () => {},
  });
  return { library, watch, asked, fetched, services, leadership, queries };
}

/** The page that leads says nothing: the one in front takes over, not before it is sure. */
async function takesOver(leadership: ReturnType<typeof watchOne>["leadership"]): Promise<void> {
  await vi.advanceTimersByTimeAsync(15_000);
  expect(leadership.takeOver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(leadership.takeOver).toHaveBeenCalledOnce();
  leadership.set(true);
  await vi.advanceTimersByTimeAsync(1_000);
}

async function* soundOf(text: string, codec: "ogg" | "mp3" = "ogg"): AsyncGenerator<AudioPart> {
  yield { type: "start", format: { codec } };
  yield { type: "audio", bytes: new TextEncoder().encode(text) };
  yield { type: "end" };
}

const row = (library: TakeLibrary) => library.row(id);

describe("a task", () => {
  it("is asked for every 3 to 5 s until it is done, and its sound is kept", async () => {
    const contentUrl = "https://speech.example/api/v1/audio/speech/tasks/task_1/content?signature=a%2Fb";
    const { library, asked, fetched } = watchOne({
      answers: [
        { status: "queued", progress: 0 },
        { status: "in_progress", progress: 40 },
        { status: "completed", progress: 100, content_url: contentUrl, duration_seconds: 3 },
      ],
      row: { model: "refvoice-2", price: { kind: "money", seconds: 9, amount: 0.066, basis: "text" } },
    });
    await vi.advanceTimersByTimeAsync(3_500);
    expect(asked).toEqual([3_000]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(row(library)).toMatchObject({ status: "waiting", task: { status: "in_progress", progress: 40 } });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(asked).toEqual([3_000, 6_000, 9_000]);
    expect(fetched).toEqual(["/v1/audio/speech/tasks/task_1/content?signature=a%2Fb"]);
    expect(row(library)).toMatchObject({ status: "complete", sound: "whole", task: { status: "completed" } });
    // 0.015 + 0.002 × 3
    expect(row(library)?.settled).toEqual({ kind: "money", seconds: 3, amount: 0.021, basis: "duration_seconds" });
    expect(await (await library.sound(id))?.blob.text()).toBe("sound");
    // Frames puts every answer on its line of time.
    const about = answersAbout((await library.details(id))?.task);
    expect(about.map(({ at, type, status, bytes }) => [at, type, status ?? bytes])).toEqual([
      [3_000, "poll", undefined],
      [6_000, "poll", undefined],
      [9_000, "poll", undefined],
      [9_000, "head", 200],
      [9_000, "content", 206],
      [9_000, "content", 5],
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });

  it("is left alone by a page that doesn't look after tasks, until it does", async () => {
    const { asked, leadership } = watchOne({ answers: [{ status: "queued" }], leading: false, onDisk: true });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual([]);
    leadership.set(true);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toHaveLength(1);
  });

  it("that is only in a page's memory is asked for by that page, whichever leads", async () => {
    const { asked, library } = watchOne({ answers: [{ status: "queued" }], leading: false });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(library.getSnapshot().keeping.kind).toBe("memory");
    expect(asked).toEqual([3_000]);
  });

  it("is asked for by the page in front where the one that leads is frozen", async () => {
    const { asked, leadership } = watchOne({ answers: [{ status: "queued" }], leading: false, onDisk: true });
    await takesOver(leadership);
    expect(asked).toHaveLength(1);
    // Another has the lead now, which has its time to begin: more than the first time.
    leadership.set(false);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(leadership.takeOver).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(leadership.takeOver.mock.calls.length).toBeGreaterThan(1);
  });

  it("whose sound is being fetched by a page that is frozen is fetched by the one in front", async () => {
    const task = { id: "task_1", status: "completed", fetchedAt: start };
    const { library, leadership } = watchOne({
      answers: [{ status: "completed" }],
      row: { task },
      leading: false,
      onDisk: true,
    });
    await takesOver(leadership);
    expect(row(library)).toMatchObject({ status: "complete", sound: "whole" });
    expect(row(library)?.task?.fetchedAt).toBeUndefined();
  });

  it("whose sound comes slowly says that it comes", async () => {
    const { library } = watchOne({
      answers: [{ status: "completed" }],
      async *content() {
        yield { type: "start", format: { codec: "ogg" } };
        for (let second = 0; second < 20; second++) {
          await new Promise((over) => setTimeout(over, 1_000));
          yield { type: "audio", bytes: new Uint8Array(1_000) };
        }
        yield { type: "end" };
      },
    });
    await vi.advanceTimersByTimeAsync(3_000);
    for (let elapsed = 3_000; elapsed < 22_000; elapsed += 1_000) {
      expect(row(library)).toMatchObject({ status: "waiting", task: { status: "completed" } });
      expect(Date.now() - (row(library)?.task?.fetchedAt ?? 0)).toBeLessThan(6_000);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await vi.advanceTimersByTimeAsync(2_000);
    expect(row(library)?.status).toBe("complete");
  });

  it("whose answers come slowly says with each of them that they come", async () => {
    const slowly = () => new Promise((over) => setTimeout(over, 10_000));
    const { library } = watchOne({
      answers: [{ status: "completed", timestamps_url: "/v1/audio/speech/tasks/task_1/timestamps" }],
      timestamps: slowly,
      async *content() {
        await slowly();
        yield* soundOf("sound");
      },
    });
    await vi.advanceTimersByTimeAsync(3_000);
    for (let elapsed = 3_000; elapsed < 23_000; elapsed += 1_000) {
      expect(row(library)?.status).toBe("waiting");
      expect(Date.now() - (row(library)?.task?.fetchedAt ?? 0)).toBeLessThan(15_000);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(row(library)?.status).toBe("complete");
  });

  it("is asked for within the hour, should the clock have been set back since", async () => {
    const task = { id: "task_1", status: "queued", nextPoll: start + 1e10 };
    const { asked } = watchOne({ answers: [{ status: "queued" }], row: { task } });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toHaveLength(1);
  });

  it("of another service is left alone", async () => {
    const { asked } = watchOne({ answers: [{ status: "queued" }], row: { address: "https://other.example" } });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual([]);
  });

  it("that was sent before the page had learnt of its service is asked for", async () => {
    const { asked } = watchOne({ answers: [{ status: "queued" }], row: { service: undefined, address: undefined } });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveLength(1);
  });

  it("is kept through refusals, silence and waits that the service asks for", async () => {
    const { library, asked } = watchOne({
      answers: [
        refused(429, { error: { message: "slow down" } }, [["retry-after", "20"]]),
        refused(500),
        new ServiceUnreachableError(undefined),
        { status: "completed" },
      ],
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(row(library)).toMatchObject({
      status: "waiting",
      task: { failures: 1, problem: { kind: "rate_limited", message: "slow down" }, nextPoll: start + 23_000 },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([3_000, 23_000, 33_000, 53_000]);
    expect(row(library)).toMatchObject({ status: "complete", sound: "whole", failure: undefined });
    expect(row(library)?.task?.problem).toBeUndefined();
  });

  it("that waits for want of an answer is asked for at once when the connection is back, and no other is", async () => {
    const silence = new ServiceUnreachableError(undefined);
    const { asked, queries } = watchOne({ answers: [silence, silence, refused(500), { status: "queued" }] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([3_000, 8_000]);
    const config = (answer: () => Promise<unknown>) =>
      queries.fetchQuery({ queryKey: ["config"], queryFn: answer, retry: false }).catch(() => undefined);
    await config(async () => ({}));
    await config(() => Promise.reject(silence));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(asked).toHaveLength(2);
    await config(async () => ({}));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([3_000, 8_000, 12_000]);
    // A service that refuses is waited for as long as it was to be.
    await config(() => Promise.reject(silence));
    await config(async () => ({}));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveLength(3);
  });

  it("that failed says why, and that it is refunded where the document says so", async () => {
    const { library } = watchOne({
      answers: [{ status: "failed", error: { code: "reference_unusable", message: "No reference." } }],
      row: { model: "refvoice-2" },
    });
    await vi.advanceTimersByTimeAsync(4_000);
    const failure = { kind: "task_failed", message: "No reference.", code: "reference_unusable", cost: "refunded" };
    expect(row(library)).toMatchObject({ status: "failed", failure });
    expect((await library.details(id))?.error?.raw).toContain('"status":"failed"');
  });

  it("that failed without a word has failed all the same", async () => {
    const { library } = watchOne({ answers: [{ status: "failed" }] });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(row(library)).toMatchObject({ status: "failed", failure: { kind: "task_failed", cost: "possible" } });
  });

  it.each([
    [404, { error: { code: "task_not_found" } }],
    [404, { detail: "No such task." }],
    [404, "Not found"],
    [410, { error: { message: "The task was deleted." } }],
  ])("that the service doesn't know is said to be gone, and may be charged: %i %j", async (status, body) => {
    const { library, asked } = watchOne({ answers: [refused(status, body)] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    expect(row(library)).toMatchObject({ status: "failed", failure: { kind: "task_gone", cost: "possible" } });
  });

  it("of which the playground alone says that nothing is there is kept", async () => {
    const own: HeaderList = [["proxy-status", "speech-playground; error=http_request_error"]];
    const { library } = watchOne({ answers: [refused(404, { error: { code: "service_unknown" } }, own)] });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(row(library)).toMatchObject({ status: "waiting", task: { id: "task_1" } });
  });

  describe("where there are several services", () => {
    const staging = { name: "staging", service: "embedded", baseUrl: "http://127.0.0.1:4711" } as const;
    const production = { name: "production", service: "remote", baseUrl: "https://speech.example/api" } as const;
    const again = { ...production, name: "production-eu" };
    const several: PlaygroundConfig = { ...config, ...staging, services: [staging, again, production] };

    it.each([
      [{ serviceName: "production" }, "production"],
      // Sent before there were several: by its address.
      [{}, "production-eu"],
      [{ service: "embedded", address: "http://127.0.0.1:1" }, "staging"],
    ] as const)("%j is asked for at the one that has it: %s", async (row, service) => {
      const { services, fetched } = watchOne({
        answers: [{ status: "completed", content_url: "/api/v1/audio/speech/tasks/task_1/content?signature=a" }],
        row,
        config: several,
      });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(services).toEqual([service]);
      expect(fetched.length).toBe(1);
    });

    it("isn't asked for where none has it", async () => {
      const { asked } = watchOne({ row: { address: "https://elsewhere.example" }, config: several });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked).toEqual([]);
    });
  });

  it("in a status that nobody knows is shown, and asked for ever less often", async () => {
    const { library, asked } = watchOne({ answers: [{ status: "simmering", progress: 250 }] });
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(row(library)).toMatchObject({ status: "waiting", task: { status: "simmering", progress: 100 } });
    expect(asked.length).toBeLessThan(100);
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    const count = asked.length;
    await vi.advanceTimersByTimeAsync(48 * 3_600_000);
    expect(asked).toHaveLength(count);
    expect(row(library)?.task?.nextPoll).toBeUndefined();
  });

  it("whose sound has expired says so, and that it was charged", async () => {
    const { library } = watchOne({
      answers: [{ status: "completed" }],
      content: () => {
        throw refused(410, { error: { code: "content_expired", message: "It is gone." } });
      },
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(row(library)).toMatchObject({ status: "failed", failure: { kind: "content_gone", cost: "done" } });
  });

  it("whose signed address has expired is asked for at the documented path", async () => {
    const documented = "/v1/audio/speech/tasks/task_1/content";
    const answers = [{ status: "completed", content_url: `https://speech.example/api${documented}?expires=1` }];
    for (const [status, expected] of [
      [200, { status: "complete", sound: "whole" }],
      [410, { status: "failed", failure: { kind: "content_gone", cost: "done" } }],
      [403, { status: "waiting", task: { problem: { kind: "model_not_allowed" } } }],
    ] as const) {
      let asked = 0;
      const { library, fetched, watch } = watchOne({
        answers,
        content() {
          asked += 1;
          if (asked === 1) throw refused(403, { error: { code: "signature_expired", message: "It has expired." } });
          if (status !== 200) throw refused(status);
          return soundOf("sound");
        },
      });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(row(library)).toMatchObject(expected);
      expect(fetched).toEqual([`${documented}?expires=1`, documented]);
      watch.dispose();
    }
  });

  it("whose sound breaks off is fetched again", async () => {
    let times = 0;
    const { library } = watchOne({
      answers: [{ status: "completed" }],
      content: () => {
        times++;
        if (times < 3) throw new ServiceUnreachableError(undefined);
        return soundOf("all of it");
      },
    });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(times).toBe(3);
    expect(row(library)).toMatchObject({ status: "complete", sound: "whole" });
  });

  it("whose sound is none says so, and what came is kept", async () => {
    const { library } = watchOne({
      answers: [{ status: "completed" }],
      content: () => soundOf("Too many requests.", "mp3"),
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(row(library)).toMatchObject({ status: "failed", sound: "whole", failure: { kind: "not_audio" } });
    expect(await (await library.sound(id))?.blob.text()).toBe("Too many requests.");
  });

  describe("whose sound is said to lie elsewhere", () => {
    const foreign = "https://cdn.example/a.mp3?key=1";
    const documented = "/v1/audio/speech/tasks/task_1/content";
    const answers = [{ status: "completed", content_url: foreign }];

    it("has it from the documented path, since what was paid for expires, and nothing from elsewhere", async () => {
      const { library, fetched } = watchOne({ answers });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(row(library)).toMatchObject({ status: "complete", sound: "whole", task: { foreignContent: foreign } });
      expect(fetched).toEqual([documented]);
    });

    it.each([404, 403])("shows the address where the documented path says %i", async (status) => {
      const { library, fetched } = watchOne({
        answers,
        content() {
          throw refused(status);
        },
      });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(row(library)).toMatchObject({ status: "complete", sound: "none", task: { foreignContent: foreign } });
      expect(fetched).toEqual([documented]);
    });
  });

  it("whose sound is too large stays with the service", async () => {
    const { library, fetched } = watchOne({
      answers: [{ status: "completed", duration_seconds: 7_260 }],
      length: 200_000_000,
    });
    await vi.advanceTimersByTimeAsync(4_000);
    const path = "/v1/audio/speech/tasks/task_1/content";
    expect(row(library)).toMatchObject({ status: "complete", sound: "remote", task: { content: path } });
    expect(row(library)?.facts).toEqual({ bytes: 200_000_000, duration: 7_260 });
    expect(fetched).toEqual([]);
  });

  it("keeps its timestamps as they came; without them the sound is kept all the same", async () => {
    const timestampsUrl = "https://speech.example/api/v1/audio/speech/tasks/task_1/timestamps";
    const answers = [{ status: "completed", timestamps_url: timestampsUrl }];
    const good = watchOne({ answers, timestamps: async () => ({ odd: ["shape"] }) });
    await vi.advanceTimersByTimeAsync(4_000);
    expect((await good.library.details(id))?.timestamps).toEqual({ odd: ["shape"] });
    const bad = watchOne({
      answers,
      timestamps: () => Promise.reject(refused(500)),
      row: { task: { id: "task_1", status: "queued" } },
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(row(bad.library)).toMatchObject({ status: "complete", sound: "whole" });
    expect((await bad.library.details(id))?.task).toMatchObject({ timestampsProblem: expect.stringContaining("500") });
  });

  it("asks for its timestamps again where they got no answer, but not for ever", async () => {
    const answers = [{ status: "completed", timestamps_url: "https://speech.example/api/v1/t/timestamps" }];
    let isGone = true;
    const { library } = watchOne({
      answers,
      timestamps: async () => {
        if (isGone) throw new ServiceUnreachableError(undefined);
        return ["times"];
      },
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(row(library)?.status).toBe("waiting");
    isGone = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(row(library)).toMatchObject({ status: "complete", sound: "whole" });
    expect((await library.details(id))?.timestamps).toEqual(["times"]);

    const gone = watchOne({ answers, timestamps: () => Promise.reject(new ServiceUnreachableError(undefined)) });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(row(gone.library)).toMatchObject({ status: "complete", sound: "whole" });
    expect((await gone.library.details(id))?.timestamps).toBeUndefined();
  });

  it("that is deleted isn't asked for any more", async () => {
    const { library, asked } = watchOne({ answers: [{ status: "queued" }] });
    await vi.advanceTimersByTimeAsync(4_000);
    library.update(id, { deleted: Date.now() });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
  });

  it("can be asked for at once, by any page", async () => {
    const { watch, asked, library } = watchOne({ answers: [{ status: "completed" }], leading: false });
    await watch.look(id);
    expect(asked).toEqual([0]);
    expect(row(library)?.status).toBe("complete");
  });
});
