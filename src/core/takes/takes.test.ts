import { describe, expect, it, vi } from "vitest";
import { createFakeService, createTestPlayground } from "../page/fake-service.fixture.ts";
import { openTestLibrary, takeDetails, takeRow } from "./library.fixture.ts";
import { remoteAddress } from "./take.ts";

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
    const at = (content: string) => remoteAddress(takeRow("a", { sound: "remote", task: { ...task, content } }));
    expect(at("/v1/audio/speech/tasks/task_1/content?signature=a%20b")).toMatch(/^\/v1\//);
    for (const content of ["https://evil.example/a.mp3", "//evil.example/a.mp3", "/playground/config"])
      expect(at(content)).toBeUndefined();
  });
});
