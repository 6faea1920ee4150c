import { describe, expect, it } from "vitest";
import { takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakePart, TakeRow } from "../takes/take.ts";
import { asksBeforeRepeating, questionBefore } from "./questions.ts";
import { submissionOfRest } from "./submission.ts";

const row = (changes: Partial<TakeRow>) => takeRow("k1", { status: "complete", ...changes });

describe("speaking again asks first", () => {
  it.each([
    ["where the service charges, whatever the first one did", { service: "embedded" } as const, "remote", true],
    ["where it isn't known whether it does", { service: "embedded" } as const, undefined, true],
    [
      "where seconds are charged",
      { price: { kind: "money", seconds: 1, amount: 0.017, basis: "text" } } as const,
      "embedded",
      true,
    ],
    ["while it is still sent", { status: "receiving" } as const, "embedded", true],
    ["nowhere else", { service: "remote", price: { kind: "tokens", tokens: 12 } } as const, "embedded", false],
  ] as const)("%s", (_, changes, service, asks) =>
    expect(asksBeforeRepeating(row(changes), service && { service })).toBe(asks),
  );
});

describe("a take in parts that goes on", () => {
  const known = { config: undefined, isUnlisted: false, findTask: () => undefined, findOrphan: () => undefined };
  const rest = (...states: readonly TakePart["state"][]) => {
    const parts = states.map((state, index) => ({ start: index, end: index + 1, pause: 0, body: "{}", state }));
    return submissionOfRest(row({ model: "cloud-tts", mode: "speech" }), takeDetails("k1", { parts }));
  };

  it("asks about the part whose answer never came, and about no other", () => {
    const question = questionBefore(rest("done", "sent", "unsent"), known);
    expect(question).toEqual({ kind: "part", part: 2, parts: 3 });
    expect(questionBefore(rest("done", "sent", "unsent"), known, "part")).toBeUndefined();
    expect(questionBefore(rest("done", "unsent", "unsent"), known)).toBeUndefined();
  });
});
