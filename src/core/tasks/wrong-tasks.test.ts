import { environmentManager, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSpeechClient } from "../../api/client.ts";
import { createStore } from "../../audio/base/store.ts";
import { toneMp3 } from "../../audio/players/tone.fixture.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { answerOfTake } from "../exchanges/answer.ts";
import { readFailure } from "../takes/failure.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeRow } from "../takes/take.ts";
import { listPolls, type Poll, pollsOf, withPoll } from "./polls.ts";
import { createTaskWatch, taskPart } from "./watch.ts";

const start = 1_700_000_000_000;
const id = "take-1";
const tone = await toneMp3({ seconds: 1 });

environmentManager.setIsServer(() => false);
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

/**
 * A service that makes a task as `made` says and answers the looks at it in their order; its sound is MP3 of a second.
 */
function wrongService(made: unknown, looks: readonly (object | Response)[] = [], contentType = "audio/mpeg") {
  const asked: string[] = [];
  const json = (body: unknown) => new Response(typeof body === "string" ? body : JSON.stringify(body), { headers });
  const headers = { "content-type": "application/json", "x-request-id": "r-1" };
  const left = [...looks];
  const client = createSpeechClient({
    async fetch(path, { method }) {
      asked.push(`${method} ${path}`);
      if (method === "POST") return json(made);
      if (path.endsWith("/content")) return new Response(tone, { headers: { "content-type": contentType } });
      const look = left.shift() ?? { status: "queued" };
      return look instanceof Response ? look : json(look);
    },
  });
  return { client, asked };
}

/** Makes a task at `service` and looks after it for a minute. */
async function follow({ client, asked }: ReturnType<typeof wrongService>, onRow: (row: TakeRow) => void = () => {}) {
  const library = openTestLibrary({ wallClock: () => Date.now() });
  const request = { path: "/v1/audio/speech/tasks", body: "{}" };
  const task = await (await client.tasks()).create(request, new AbortController().signal);
  const answer = { text: JSON.stringify(task.raw), truncated: false };
  const part = { ...taskPart(task), nextPoll: start + 3_000 };
  const row = takeRow(id, { created: start, status: "waiting", mode: "async", httpStatus: 200, task: part });
  library.begin(row, takeDetails(id, { answer, task: { object: task.raw } }));
  library.subscribe(() => {
    const row = library.row(id);
    if (row !== undefined) onRow(row);
  });
  const watch = createTaskWatch({
    client,
    library,
    queries: new QueryClient(),
    leadership: createStore(true),
    config: () => ({ service: "remote", version: "1", session: "none_needed", hasKey: true }),
    wallClock: () => Date.now(),
    onLine: () => true,
    loopback: true,
    onFetching: () => {},
  });
  await vi.advanceTimersByTimeAsync(60_000);
  watch.dispose();
  const details = await library.details(id);
  return { row: library.row(id), details, asked, sound: await library.sound(id) };
}

describe("a task that isn't named as documented", () => {
  test.each([
    ["without the prefix", { id: "a1-b2", status: "queued" }, "a1-b2"],
    ["by a number", { id: 42, status: "queued" }, "42"],
    ["inside of another object", { code: 0, data: { id: "task_7", status: "queued" } }, "task_7"],
    ["in a list", [{ id: "task_7", status: "queued" }], "task_7"],
    ["under another name", { task_id: "job.9", status: "queued" }, "job.9"],
    ["without a status", { id: "task_7" }, "task_7"],
  ])("%s is followed to its sound", async (_, made, named) => {
    const wrapped = { data: { id: named, status: "completed" } };
    const { row, asked, sound } = await follow(wrongService(made, [{ status: "in_progress" }, wrapped]));
    expect(row).toMatchObject({ status: "complete", sound: "whole", task: { id: named, status: "completed" } });
    expect(asked.slice(1, 3)).toEqual(Array(2).fill(`GET /v1/audio/speech/tasks/${named}`));
    expect(sound?.blob.size).toBe(tone.length);
  });

  test("is found in a list behind others", async () => {
    const look = {
      data: [
        { id: "task_8", status: "failed" },
        { id: "task_7", status: "completed" },
      ],
    };
    const { row } = await follow(wrongService({ id: "task_7", status: "queued" }, [look]));
    expect(row).toMatchObject({ status: "complete", task: { id: "task_7", status: "completed" } });
  });

  test("isn't ended by others that are listed without it", async () => {
    const look = [
      { id: "task_8", status: "failed" },
      { id: "task_9", status: "completed" },
    ];
    const { row } = await follow(wrongService({ id: "task_7", status: "queued" }, [look]));
    expect(row).toMatchObject({ status: "waiting", task: { id: "task_7" } });
  });

  test("and whose sound is labelled as JSON is kept, too", async () => {
    const service = wrongService({ id: "task_1", status: "queued" }, [{ status: "completed" }], "application/json");
    const { row, sound } = await follow(service);
    expect(row).toMatchObject({ status: "complete", sound: "whole", format: { codec: "mp3" } });
    expect(sound?.blob.size).toBe(tone.length);
  });

  test.each([
    ["nothing", ""],
    ["no id", { status: "queued", eta: 9 }],
    ["an id that no path can be made of", { id: "../../models", status: "queued" }],
    ["text", "Accepted, thank you."],
  ])("with %s at all is told as one that may be running, with what came", async (_, made) => {
    const { client } = wrongService(made);
    const request = { path: "/v1/audio/speech/tasks", body: "{}" };
    const created = (await client.tasks()).create(request, new AbortController().signal);
    const error = await created.catch((reason: unknown) => reason);
    const failure = readFailure(error, chosenModel("streamspeech-v8"), { onLine: true, time: start });
    const came = typeof made === "string" ? made : JSON.stringify(made);
    expect(failure).toMatchObject({ kind: "task_unfollowed", cost: "possible", status: 200, message: came });
  });
});

test("a look whose answer breaks off isn't told as a service out of reach, and the next one counts", async () => {
  const broken = new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"id":"task_1","sta')),
      pull: (controller) => controller.error(new TypeError("network error")),
    }),
    { headers: { "x-request-id": "r-9" } },
  );
  const made = { id: "task_1", status: "queued" };
  const problems = new Set<string>();
  const looks = [broken, { status: "completed" }];
  const { row, details } = await follow(wrongService(made, looks), ({ task }) => {
    if (task?.problem !== undefined) problems.add(task.problem.kind);
  });
  expect([...problems]).toEqual(["broken_answer"]);
  expect(row).toMatchObject({ status: "complete", sound: "whole" });
  expect(pollsOf(details?.task).first[0]).toMatchObject({
    status: 200,
    requestId: "r-9",
    text: '{"id":"task_1","sta',
    truncated: true,
    problem: "The answer (HTTP 200) broke off after 19 bytes.",
  });
});

describe("a task that fails", () => {
  const made = { id: "task_1", status: "queued", position: 3 };
  const last = { id: "task_1", status: "failed", fail_reason: "The engine stopped." };

  test("keeps the first answer, each look and the last object apart, each with its status and time", async () => {
    const busy = new Response('{"error":{"message":"Busy."}}', { status: 503, headers: { "x-request-id": "r-2" } });
    const { row, details } = await follow(wrongService(made, [{ status: "in_progress" }, busy, last]));
    expect(row).toMatchObject({ status: "failed", httpStatus: 200 });
    expect(row?.failure).toMatchObject({ kind: "task_failed", message: "The engine stopped." });
    if (row === undefined) return;
    expect(answerOfTake(row, details)).toMatchObject({ status: 200, text: { text: JSON.stringify(made) } });
    expect(details?.task?.object).toEqual(last);
    const { first } = pollsOf(details?.task);
    expect(first.map(({ status, text, requestId }) => [status, text, requestId])).toEqual([
      [200, '{"status":"in_progress"}', "r-1"],
      [503, '{"error":{"message":"Busy."}}', "r-2"],
      [200, JSON.stringify(last), "r-1"],
    ]);
    expect(first.map(({ at }) => at)).toEqual([3_000, 6_000, 11_000]);
  });

  test("because nobody knows it any more keeps that answer, too", async () => {
    const gone = new Response('{"error":{"code":"task_not_found"}}', { status: 404 });
    const { row, details } = await follow(wrongService(made, [gone]));
    expect(row?.failure?.kind).toBe("task_gone");
    expect(pollsOf(details?.task).first).toMatchObject([{ status: 404, text: '{"error":{"code":"task_not_found"}}' }]);
  });
});

test("a look that got no answer is listed without the text that it carries on", () => {
  let polls = pollsOf(undefined);
  for (let at = 0; at < 90; at++) {
    const text = at < 25 ? "a" : "b";
    polls = withPoll(polls, at === 30 ? { at, problem: "gone" } : { at, status: 200, text });
  }
  expect(polls.last[0]).toMatchObject({ at: 30, text: "b" });
  const [silent, next] = listPolls(polls).slice(20);
  expect(silent).toEqual({ at: 30, problem: "gone", number: 31, same: false });
  expect(next).toMatchObject({ number: 32, text: "b", same: true });
});

test("of thousands of looks the first and the last ones are kept, and each text once", () => {
  let polls = pollsOf(undefined);
  const look = (at: number): Poll => ({ at, status: 200, text: at < 5_000 ? "a" : "b" });
  for (let at = 0; at < 10_000; at++) polls = withPoll(polls, look(at));
  expect([polls.first.length, polls.last.length, polls.dropped]).toEqual([20, 60, 9_920]);
  expect(polls.first.filter(({ text }) => text !== undefined)).toEqual([look(0)]);
  expect(polls.last[0]).toEqual({ at: 9_940, status: 200, text: "b" });
  expect(polls.last.slice(1).every(({ text }) => text === undefined)).toBe(true);
});
