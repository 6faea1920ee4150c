import { expect, test } from "vitest";
import { createAttempts } from "./attempts.ts";

function recorded() {
  const waits: number[] = [];
  const attempts = createAttempts({ delay: 250, longestDelay: 4_000, wait: async (time) => waits.push(time) });
  return { attempts, waits };
}

test("each attempt waits twice as long as the one before, up to the longest", async () => {
  const { attempts, waits } = recorded();
  for (let attempt = 0; attempt < 8; attempt++) await attempts.begin("a");
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test("many at once wait as many after one another would", async () => {
  const { attempts, waits } = recorded();
  await Promise.all(Array.from({ length: 4 }, () => attempts.begin("a")));
  expect(waits).toEqual([250, 500, 1_000]);
});

test("an address doesn't wait for another, nor after the right password", async () => {
  const { attempts, waits } = recorded();
  await attempts.begin("a");
  await attempts.begin("b");
  attempts.succeed("a");
  await attempts.begin("a");
  expect(waits).toEqual([]);
});

test("more addresses than are remembered push out the oldest", async () => {
  const { attempts, waits } = recorded();
  for (let address = 0; address <= 10_000; address++) await attempts.begin(`address ${address}`);
  await attempts.begin("address 10000");
  await attempts.begin("address 0");
  expect(waits).toEqual([250]);
});
