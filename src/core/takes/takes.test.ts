import { describe, expect, it, vi } from "vitest";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { createFakeService, createTestPlayground } from "../page/fake-service.fixture.ts";
import { configQuery } from "../page/queries.ts";
import { openTestLibrary, takeDetails, takeRow } from "./library.fixture.ts";
import { canGoOn, type TakeDetails } from "./take.ts";
import { formatSchema } from "./take-schema.ts";
import { remoteAddress } from "./take-service.ts";

describe("a take that an older version kept with an address that isn't documented", () => {
  it.each(["@evil.example/v1/audio/speech", "//evil.example/v1/audio/speech", "/v1/audio/speech/tasks", "/v1/models"])(
    "stays as it is and is never sent again: %s",
    async (path) => {
      const library = openTestLibrary();
      const details = takeDetails("a", { request: { endpoint: "speech", path, body: "{}" } });
      await library.begin(takeRow("a", { status: "complete" }), details);
      const { client, bodies } = createFakeService();
      const { submit } = createTestPlayground(client, library);
      const told = vi.fn();
      await submit.getState().repeat("a", told);
      expect(told.mock.calls).toEqual([[{ kind: "undocumented_address" }]]);
      expect([bodies, library.getSnapshot().rows.map(({ id }) => id)]).toEqual([[], ["a"]]);
      expect(await library.details("a")).toEqual(details);
    },
  );

  it("plays nothing from another address", () => {
    const task = { id: "task_1", status: "completed" };
    const at = (content: string) =>
      remoteAddress(takeRow("a", { sound: "remote", task: { ...task, content } }), undefined);
    expect(at("/v1/audio/speech/tasks/task_1/content?signature=a%20b")).toMatch(/^\/v1\//);
    for (const content of ["https://evil.example/a.mp3", "//evil.example/a.mp3", "/playground/config"])
      expect(at(content)).toBeUndefined();
  });
});

it("of kept samples, a rate and channels that no browser plays count as untold", () => {
  const parse = (sampleRate: number, channels: number) =>
    formatSchema.parse({ codec: "pcm_s16le", sampleRate, channels });
  for (const rate of [0, 999, 0.5, 768_001, 1e9])
    expect(parse(rate, 1)).toEqual({ codec: "pcm_s16le", sampleRate: 22_050, channels: 1, rateAssumed: true });
  expect(parse(1_000, 33)).toEqual({ codec: "pcm_s16le", sampleRate: 1_000, channels: 1 });
});

describe("a take whose parts aren't all spoken", () => {
  const half = { status: "stopped", sound: "partial", parts: { count: 3, done: 1 } } as const;

  it.each([
    ["can go on", half, true],
    ["can't where its sound was removed", { ...half, sound: "removed" }, false],
    // A file holds the sound of all parts as one.
    ["can't where it came from a file", { ...half, imported: { at: 2_000 }, resumed: 1_500 }, false],
    ["can where nothing of it was spoken before", { ...half, parts: { count: 3, done: 0 }, imported: { at: 9 } }, true],
    ["can where it has gone on here since", { ...half, imported: { at: 2_000 }, resumed: 2_500 }, true],
  ] as const)("%s", (_, row, expected) => {
    expect(canGoOn(takeRow("a", row))).toBe(expected);
  });
});

describe("the service that a take went to", () => {
  const staging = { name: "staging", service: "embedded", baseUrl: "http://127.0.0.1:4711" } as const;
  const production = { name: "production", service: "remote", baseUrl: "https://speech.example" } as const;
  const alone: PlaygroundConfig = {
    ...{ version: "1", session: "none_needed", hasKey: true, service: "remote", baseUrl: "https://speech.example" },
  };
  const several: PlaygroundConfig = { ...alone, ...staging, services: [staging, production] };
  const sent = { service: "remote", address: "https://speech.example" } as const;

  it.each([
    ["is called otherwise now", { ...sent, serviceName: "old" }, several, "/services/production"],
    ["was the only one then", sent, several, "/services/production"],
    ["is the only one now", { ...sent, serviceName: "production" }, alone, ""],
    ["isn't known yet", { ...sent, serviceName: "production" }, undefined, "/services/production"],
  ] as const)("%s: its sound is there still", (_, row, config, before) => {
    const content = "/v1/audio/speech/tasks/task_1/content";
    const task = { id: "task_1", status: "completed", content };
    expect(remoteAddress(takeRow("a", { ...row, sound: "remote", task }), config)).toBe(before + content);
  });

  it.each([
    ["one without a name, by its address", sent, "production"],
    ["one whose service is called otherwise now", { ...sent, serviceName: "old" }, "production"],
    ["one from a file, by its address", { ...sent, serviceName: "staging", imported: { at: 1 } }, "production"],
    [
      "one from a file that has a name alone, at the chosen one",
      { service: "remote", address: "https://elsewhere.example", serviceName: "production", imported: { at: 1 } },
      undefined,
    ],
  ] as const)("speaks the rest of it: %s", async (_, row, service) => {
    const library = openTestLibrary();
    const part = { start: 0, end: 3, pause: 0, body: "{}" };
    const parts: TakeDetails["parts"] = [
      { ...part, state: "done" },
      { ...part, state: "sent" },
    ];
    await library.begin(
      takeRow("a", { ...row, status: "stopped", sound: "partial", parts: { count: 2, done: 1 } }),
      takeDetails("a", { parts }),
    );
    const { client } = createFakeService({ config: async () => several });
    const { queries, submit } = createTestPlayground(client, library);
    await queries.fetchQuery(configQuery(client));
    const told = vi.fn();
    void submit.getState().goOn("a", told);
    // What never came is asked about: it is held until then.
    await expect.poll(() => told.mock.calls).toEqual([[{ kind: "part", part: 2, parts: 2 }]]);
    expect(submit.getState().held?.wish.read().to).toBe(service);
  });
});
