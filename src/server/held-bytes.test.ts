import fc from "fast-check";
import { expect, test } from "vitest";
import { createHeldBytes, type Hold } from "./held-bytes.ts";

const most = 12 * 1_024;

/** Somebody from a network, or several, with no session. */
const from = (...networks: readonly string[]) => ({ networks, session: undefined });

/** Takes byte by byte as long as there are more to be had, and tells how many they were. */
function takeAll(hold: Hold): number {
  let count = 0;
  while (hold.take(1) === undefined) count++;
  return count;
}

test("one alone can take a quarter of all, however many bodies it is cut into", () => {
  const held = createHeldBytes(most);
  let taken = 0;
  for (let body = 0; body < 60; body++) taken += takeAll(held.open(from("mine")));
  expect(taken).toBe(most / 4);
});

test.each([3, 17, 60, 250])("%i who take all that they can leave something for whoever comes next", (count) => {
  const held = createHeldBytes(most);
  for (let round = 0; round < 3; round++) {
    for (let holder = 0; holder < count; holder++) takeAll(held.open(from(`${holder}`)));
  }
  expect(held.open(from("next")).take(most / 1_024)).toBeUndefined();
});

test("a holder with many addresses, or an address with many holders, has one share", () => {
  const held = createHeldBytes(most);
  let taken = 0;
  for (let address = 0; address < 60; address++) taken += takeAll(held.open(from(`${address}`, "network")));
  expect(taken).toBe(most / 4);
  expect(held.open(from("60", "network")).take(1)).toMatchObject({ status: 429, code: "too_much_at_once" });
  expect(held.open(from("60", "other network")).take(most / 6)).toBeUndefined();
});

test("who has little is told that the others have too much, who has much that it is theirs", () => {
  const held = createHeldBytes(most);
  for (let holder = 0; holder < 10; holder++) takeAll(held.open(from(`${holder}`)));
  expect(held.open(from("next")).take(most / 5)).toMatchObject({ status: 503, code: "overloaded" });
  expect(held.open(from("next")).take(most)).toMatchObject({ status: 429, code: "too_much_at_once" });
});

test("a session with little gets through beside one with much at the same address; nobody does without", () => {
  const held = createHeldBytes(most);
  takeAll(held.open({ networks: ["shared"], session: "much" }));
  expect(held.open({ networks: ["shared"], session: "little" }).take(most / 1_024)).toBeUndefined();
  expect(held.open({ networks: ["shared"], session: "little" }).take(1)).toMatchObject({ code: "too_much_at_once" });
  expect(held.open(from("shared")).take(1)).toMatchObject({ code: "too_much_at_once" });
});

test("one session has one share, from however many networks", () => {
  const held = createHeldBytes(most);
  let taken = 0;
  for (let address = 0; address < 60; address++) {
    taken += takeAll(held.open({ networks: [`${address}`], session: "mine" }));
  }
  expect(taken).toBe(most / 4);
});

test("whatever is taken and given back, nothing of it stays", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(100), fc.nat(100))), (turns) => {
      const held = createHeldBytes(most);
      const holds = turns.map(([holder, bytes, fewer]) => {
        const hold = held.open(from(`${holder}`, "all"));
        if (hold.take(bytes) === undefined) hold.giveBack(Math.min(bytes, fewer));
        return hold;
      });
      for (const hold of holds) hold.release();
      for (const hold of holds) hold.release();
      expect(takeAll(held.open(from("all")))).toBe(most / 4);
    }),
  );
});
