import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, onTestFinished, test } from "vitest";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { openTestLibrary } from "../takes/library.fixture.ts";
import { createFakeService, createTestPlayground } from "./fake-service.fixture.ts";
import { configQuery } from "./queries.ts";
import { deriveGate, endSession } from "./session.ts";

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

test.each([
  ["its answer came", async () => {}, true, true],
  ["its answer was lost", () => Promise.reject(new Error("lost")), false, true],
  ["it was refused", () => Promise.reject(new Error("refused")), true, false],
])("whether a session has ended is known while a download goes on: %s", async (_what, end, hasKey, hasEnded) => {
  let hasKeyNow = true;
  const { client } = createFakeService({
    config: async () => config("key", hasKeyNow),
    async endSession() {
      hasKeyNow = hasKey;
      await end();
    },
  });
  const playground = createTestPlayground(client, openTestLibrary());
  const { queries } = playground;
  onTestFinished(new QueryObserver(queries, configQuery(client)).subscribe(() => {}));
  const download = { queryKey: ["download"], queryFn: () => new Promise<string>(() => {}) };
  onTestFinished(new QueryObserver(queries, download).subscribe(() => {}));
  await expect.poll(() => queries.getQueryState(["config"])?.status).toBe("success");
  expect(await endSession(playground)).toBe(hasEnded);
});
