import { describe, expect, it, vi } from "vitest";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { toneWav } from "../../audio/players/tone.fixture.ts";
import type { CheckStep } from "../checks/check.ts";
import { describeVerdict } from "../checks/describe.ts";
import type { Expectation } from "../checks/expectation.ts";
import { type HearWords, hearBy } from "./hear.ts";
import { answer, check, fake, never } from "./run-check.fixture.ts";
import { runCheck } from "./run-check.ts";

const script = "The ferry leaves at nine.";
const errors: Expectation = { kind: "figure", of: "word_errors", most: 10 };
const body = JSON.stringify({ model: "cloud-tts", input: script, voice: "en-US-AriaNeural" });
const spoken: CheckStep = {
  name: "one",
  request: { transport: "http", method: "POST", path: "/v1/audio/speech", body },
  expect: [errors],
};

function sound(): ExchangeAnswer {
  const audio = new Blob([toneWav(1)], { type: "audio/wav" });
  return { ...answer(200, {}), headers: [["content-type", "audio/wav"]], body: audio };
}

function heard(text: string | undefined): HearWords {
  return async () => (text === undefined ? undefined : { text, recogniser: "one" });
}

async function run(hearWords: HearWords | undefined, step = spoken, reply = sound) {
  const { result } = await runCheck(check(step), fake(reply, { hearWords }).environment, never);
  const [first] = result.steps;
  const said = first?.verdicts.map((verdict) => describeVerdict(verdict, "en"));
  return { outcome: result.outcome, reason: result.reason, heard: first?.heard, said };
}

describe("the words that are heard", () => {
  it("are judged against the script, and stand in the result", async () => {
    expect(await run(heard("the ferry leaves at nine"))).toEqual({
      outcome: "passed",
      reason: undefined,
      heard: "the ferry leaves at nine",
      said: ["Word error rate: 0 %"],
    });
    expect(await run(heard("the fairy leaves at nine"))).toMatchObject({
      outcome: "failed",
      said: ["Word error rate: expected at most 10 %, was 20 %"],
    });
    expect(await run(heard(""))).toMatchObject({ outcome: "failed", heard: "" });
  });

  it("aren't judged without a recogniser, without one for the language, or where it fails", async () => {
    const none = { outcome: "not_judged", reason: "no_recogniser", heard: undefined };
    expect(await run(undefined)).toMatchObject(none);
    expect(await run(heard(undefined))).toMatchObject(none);
    const fails = () => Promise.reject(new Error("HTTP 500"));
    expect(await run(fails)).toMatchObject({ ...none, reason: "unmeasured" });
  });

  it("fail where no sound came at all, and nobody listens where nobody asks for them", async () => {
    const listened = vi.fn(heard(script));
    expect(await run(listened, spoken, () => answer(200, {}))).toMatchObject({ outcome: "failed" });
    await run(listened, { ...spoken, expect: [{ kind: "status", least: 200, most: 200 }] });
    expect(listened).not.toHaveBeenCalled();
  });

  it("are those of the task that an earlier request made, in the language of its voice", async () => {
    const listened = vi.fn(heard(script));
    const task = "/v1/audio/speech/tasks";
    const made: CheckStep = {
      name: "made",
      request: { transport: "http", method: "POST", path: task, body },
      expect: [],
      take: { task: "id" },
    };
    const path = `${task}/{{task}}/content`;
    const content: CheckStep = { ...spoken, name: "content", request: { transport: "http", method: "GET", path } };
    const { environment } = fake(({ method }) => (method === "POST" ? answer(200, { id: "task_1" }) : sound()), {
      hearWords: listened,
    });
    const { result } = await runCheck(check(made, content), environment, never);
    expect(result.outcome).toBe("passed");
    expect(listened.mock.calls.map(([, , language]) => language)).toEqual(["en"]);
  });
});

it("a recogniser is asked for the languages that it knows alone, with the sound in its form", async () => {
  const ask = vi.fn(async () => ({ text: "hello", recogniser: "one" }));
  const wav = new Blob(["wav"]);
  const recogniser = { name: "one", languages: ["zh", "en"] };
  const hear = hearBy({ recogniser, ask, speechOf: async () => wav });
  expect(await hear?.(new Blob(), { codec: "mp3" }, "fr", never)).toBeUndefined();
  expect(ask).not.toHaveBeenCalled();
  expect(await hear?.(new Blob(), { codec: "mp3" }, "en", never)).toEqual({ text: "hello", recogniser: "one" });
  expect(await hear?.(new Blob(), { codec: "mp3" }, undefined, never)).toBeDefined();
  expect(ask.mock.calls).toEqual([
    [wav, "en", never],
    [wav, undefined, never],
  ]);
  expect(hearBy({ recogniser: undefined, ask, speechOf: async () => wav })).toBeUndefined();
});
