import { describe, expect, test } from "vitest";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { deriveGate } from "./session.ts";

const config = (session: PlaygroundConfig["session"], hasKey: boolean): PlaygroundConfig => ({
  service: "remote",
  version: "0",
  session,
  hasKey,
});

describe("the gate", () => {
  test.each([
    [config("none_needed", true), "unauthorised", undefined],
    [config("password", false), "unauthorised", { need: "password", refused: false }],
    [config("password", true), "unauthorised", undefined],
    [config("key", false), "unauthorised", { need: "key", refused: false }],
    [config("key", true), "unauthorised", { need: "key", refused: true }],
    [config("key", true), "forbidden", undefined],
  ] as const)("%j with a list that is %s", (given, kind, gate) => {
    expect(deriveGate(given, { kind })).toEqual(gate);
  });

  test("waits for what isn't known yet", () => {
    expect(deriveGate(undefined, undefined)).toBeUndefined();
    expect(deriveGate(config("key", true), undefined)).toBeUndefined();
  });
});
