import { expect, test } from "vitest";
import * as z from "zod/mini";
import { attempt } from "../core/page/attempt.ts";
import { boardOf } from "../core/page/board.ts";
import { createFakeService, createTestPlayground } from "../core/page/fake-service.fixture.ts";
import { loadPart } from "../core/page/load-part.ts";
import { toldRecords } from "../core/page/told-records.ts";
import { createChannels, openTestLibrary, takeRow } from "../core/takes/library.fixture.ts";
import { createRecords } from "../core/takes/records.ts";
import { keepExchangeAsCase, keepTakeAsCase } from "../features/checks/keep-case.ts";

function open() {
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  return { playground, told: () => boardOf(playground).getState().notDone };
}

test("a press whose part of the page doesn't come says so, and the next one takes that back", async () => {
  const { playground, told } = open();
  const part = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  expect(await attempt(playground, () => loadPart(part))).toBeUndefined();
  expect(told()).toBe("part_missing");
  expect(await attempt(playground, async () => "done")).toBe("done");
  expect(told()).toBeUndefined();
});

test("a press that fails in a way that nobody foresaw says that it failed", async () => {
  const { playground, told } = open();
  await attempt(playground, () => Promise.reject(new RangeError("Nobody thought of it.")));
  expect(told()).toBe("failed");
});

test("a case whose request isn't known any more, or was never answered, says so and opens nothing", async () => {
  const { playground, told } = open();
  await attempt(playground, () => keepTakeAsCase(playground, takeRow("a", { status: "complete" })));
  expect(told()).toBe("gone");
  const request = { route: "models", method: "GET", path: "/v1/models" } as const;
  const exchange = { id: "x", created: 0, request, state: { status: "stopped" } } as const;
  await attempt(playground, () => keepExchangeAsCase(playground, exchange));
  expect(told()).toBe("gone");
  expect(boardOf(playground).getState().shown).toBe("takes");
});

test("what a browser without storage can't keep is said once, and stays to be used", async () => {
  const { playground, told } = open();
  const records = createRecords(z.object({ id: z.string() }), { openDatabase: undefined, channel: createChannels()() });
  const kept = toldRecords(playground, records);
  expect(told()).toBeUndefined();
  expect(await kept.put({ id: "a" })).toBe(false);
  expect(told()).toBe("not_kept");
  boardOf(playground).getState().tell(undefined);
  await kept.put({ id: "b" });
  expect(told()).toBeUndefined();
  expect(kept.getSnapshot().records).toEqual([{ id: "a" }, { id: "b" }]);
});
