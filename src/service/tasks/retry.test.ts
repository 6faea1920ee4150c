import { describe, expect, test } from "vitest";
import { ContentUnavailableError } from "../content/content-storage.ts";
import { Refusal } from "../refusal.ts";
import { StorageFullError } from "../storage/storage-full.ts";
import { NothingToSpeakError, SynthesisFailedError } from "../synthesis/synthesizer.ts";
import { createRetry } from "./retry.ts";

/** Runs a step that fails with each of these in turn. Tells what was waited, and how it ended. */
async function run(failures: readonly unknown[], signal = new AbortController().signal) {
  const waits: number[] = [];
  const told: unknown[] = [];
  const retry = createRetry(
    (error) => told.push(error),
    async (milliseconds, waiting) => {
      waits.push(milliseconds);
      waiting.throwIfAborted();
    },
  );
  let tries = 0;
  const step = async (): Promise<string> => {
    if (tries < failures.length) throw failures[tries++];
    return "done";
  };
  const outcome = await retry(step, signal).catch((error: unknown) => error);
  return { waits, told: told.length, outcome };
}

const coded = (code: string) => Object.assign(new Error("Something."), { code });

describe("a step of a task that fails", () => {
  test.each([
    ["the way to the database is gone", coded("ECONNREFUSED")],
    ["the database stops", coded("57P01")],
    ["the database has no connection left", coded("53300")],
    ["a connection breaks", new Error("Connection terminated unexpectedly")],
    ["each address fails", new AggregateError([coded("ECONNREFUSED"), coded("EHOSTUNREACH")])],
    ["the storage of sound is gone", new ContentUnavailableError("gone")],
    ["the disk is full", new StorageFullError()],
  ])("waits until it may pass: %s", async (_what, error) => {
    expect(await run([error])).toEqual({ waits: [2_000], told: 1, outcome: "done" });
    expect(await run([error, error])).toEqual({ waits: [2_000, 6_000], told: 2, outcome: "done" });
    expect(await run([error, error, error])).toEqual({ waits: [2_000, 6_000], told: 2, outcome: error });
  });

  test("is tried again at once where nothing must come back first", async () => {
    const error = new SynthesisFailedError("The engine failed.");
    expect(await run([error, error])).toEqual({ waits: [], told: 2, outcome: "done" });
  });

  test.each([
    ["a refusal", new Refusal(400, "reference_unusable", "It can't be used.")],
    ["nothing to speak", new NothingToSpeakError()],
  ])("isn't tried again for what stays wrong: %s", async (_what, error) => {
    expect(await run([error])).toEqual({ waits: [], told: 0, outcome: error });
  });

  test("ends with the signal while it waits", async () => {
    const controller = new AbortController();
    const step = () => Promise.reject(coded("ECONNREFUSED"));
    const retry = createRetry(() => controller.abort(new Error("stopped")));
    await expect(retry(step, controller.signal)).rejects.toThrow("aborted");
  });
});
