import { describe, expect, it } from "vitest";
import type { FieldDescriptor } from "../../contract/model.ts";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import type { Problem, ProblemCode } from "../../contract/problems.ts";
import type { Failure, FailureKind } from "../takes/failure.ts";
import { fieldOfParam } from "../takes/failure.ts";
import { historyTextsOf } from "../takes/texts.fixture.ts";
import { derivePlan, measureText } from "./derive.ts";
import { failureWords } from "./failure-words.ts";
import { type Mend, mendOf } from "./mend.ts";

const section = "2.3";
const of = (param: string, model = streamSpeechV8): FieldDescriptor => {
  const field = fieldOfParam(model, param);
  if (field === undefined) throw new Error(`no field ${param}`);
  return field;
};
const speed = { param: "Speed", section };
const format = { param: "response_format", section };
const remedy = { en: "One is enough.", zh: "给一个即可。" };

/** Each problem that a form can have, and what one press does about it. */
const problems: {
  readonly [Code in ProblemCode]: {
    readonly problem: Problem & { readonly code: Code };
    readonly mend: Mend | undefined;
  };
} = {
  missing: { problem: { ...speed, code: "missing" }, mend: undefined },
  empty: { problem: { ...speed, code: "empty" }, mend: undefined },
  text_too_long: {
    problem: { ...speed, code: "text_too_long", limit: 1, characters: 2 },
    mend: undefined,
  },
  conflict: {
    problem: { ...format, code: "conflict", others: ["codec"], remedy },
    mend: { value: undefined, does: "leave_out" },
  },
  wrong_type: {
    problem: { ...speed, code: "wrong_type", expected: "number", sent: "fast" },
    mend: { value: undefined, does: "default" },
  },
  out_of_range: {
    problem: { ...speed, code: "out_of_range", minimum: -1, maximum: 1, sent: 3 },
    mend: { value: 1, does: "set" },
  },
  value_not_allowed: {
    problem: { ...format, code: "value_not_allowed", allowed: ["mp3"], sent: "flac" },
    mend: { value: undefined, does: "default" },
  },
  not_an_address: { problem: { ...speed, code: "not_an_address", sent: "Mei" }, mend: undefined },
  not_applicable: {
    problem: { ...speed, code: "not_applicable", where: "async", appliesTo: ["stream"] },
    mend: { value: undefined, does: "leave_out" },
  },
};

describe("a problem of the form", () => {
  it.each(Object.values(problems))(
    "$problem.code is mended by one press where that can be known",
    ({ problem, mend }) => {
      expect(mendOf(problem, of(problem.param))).toEqual(mend);
    },
  );

  it("is mended by the nearest end of a range", () => {
    const { problem } = problems.out_of_range;
    expect(mendOf({ ...problem, sent: -7 }, of("Speed"))?.value).toBe(-1);
  });

  it("is left to the person where it is the script, or a field without which nothing can be sent", () => {
    expect(mendOf({ param: "input", section, code: "wrong_type", expected: "string", sent: 1 }, of("input"))).toBe(
      undefined,
    );
    const voice = { param: "voice", section, code: "wrong_type", expected: "string", sent: 1 } as const;
    expect(mendOf(voice, of("voice", refVoice2))).toBe(undefined);
  });

  it("of codec and format is gone once the format is left out", () => {
    const settings = { model: streamSpeechV8.id, modes: { [streamSpeechV8.id]: "stream" }, transport: "http" } as const;
    const planWith = (values: Readonly<Record<string, string>>) =>
      derivePlan({ ...settings, values: { [streamSpeechV8.id]: values } }, "en", measureText("Hello"));
    const key = of("response_format").key;
    const codec = of("codec").key;
    const [conflict] = planWith({ [codec]: "pcm_s16le", [key]: "mp3" }).conflicts;
    if (conflict === undefined) throw new Error("no conflict");
    expect(mendOf(conflict, of(conflict.param))).toEqual({ value: undefined, does: "leave_out" });
    expect(of(conflict.param).key).toBe(key);
    expect(planWith({ [codec]: "pcm_s16le" }).conflicts).toEqual([]);
  });
});

/** Every failure of a request, which is told above Speak, and what one press there does for a visitor with a key. */
const failures: Readonly<Record<FailureKind, "other_key" | "other_model" | "http" | "again" | undefined>> = {
  refused: undefined,
  unauthorised: "other_key",
  payment_required: "other_key",
  model_not_allowed: "other_key",
  model_not_found: "other_model",
  rate_limited: undefined,
  service_unreachable: "again",
  no_answer: undefined,
  broken_answer: undefined,
  service_failed: undefined,
  proxy_unreachable: "again",
  offline: "again",
  proxy_refused: undefined,
  playground_refused: undefined,
  playground_failed: undefined,
  signed_out: undefined,
  websocket_blocked: "http",
  not_audio: undefined,
  mislabelled: undefined,
  web_page: undefined,
  empty_answer: undefined,
  nothing_came: undefined,
  incomplete: undefined,
  interrupted: undefined,
  task_failed: undefined,
  task_unfollowed: undefined,
  task_gone: undefined,
  content_gone: undefined,
  unjoinable: undefined,
  part_gone: undefined,
  unknown: undefined,
};

describe.each(["en", "zh"] as const)("a failure in %s", (language) => {
  it.each(Object.entries(failures))("%s has a title, a remedy in words, and its press: %s", async (kind, action) => {
    const failure = { kind, message: "", cost: "none" } as Failure;
    const words = failureWords(failure, { session: "key", service: "remote" }, await historyTextsOf(language), true);
    expect(words.title).not.toBe("");
    expect(words.remedy).not.toBe("");
    expect(words.action).toBe(action);
  });
});
