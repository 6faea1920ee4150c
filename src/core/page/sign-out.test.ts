import { expect, onTestFinished, test, vi } from "vitest";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import { createFakeService, createTestPlayground } from "./fake-service.fixture.ts";
import { leftBy, signOutOf } from "./sign-out.ts";

test("who signs out leaves takes behind, and tasks whose sound is still to come", () => {
  const library = openTestLibrary();
  library.begin(takeRow("a", { status: "complete" }), takeDetails("a"));
  library.begin(takeRow("b", { status: "waiting", mode: "async" }), takeDetails("b"));
  library.begin(takeRow("c", { status: "complete", mode: "async" }), takeDetails("c"));
  const playground = createTestPlayground(createFakeService().client, library);
  expect(leftBy(playground)).toEqual({ takes: 3, tasks: 1, answers: 0 });
});

test("what is kept here is erased though the server never answers; that the session may go on is told", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const never = () => new Promise<never>(() => {});
  const { client } = createFakeService({ endSession: never, config: never });
  const signOut = signOutOf(createTestPlayground(client, openTestLibrary()));
  const erase = vi.fn(async () => {});
  const left = signOut.getState().leave(erase);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(erase).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(erase).toHaveBeenCalledOnce();
  expect([await left, signOut.getState().failed]).toEqual([false, "erased"]);
});
