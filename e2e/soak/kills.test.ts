import { expect, test } from "vitest";
import { killAgainAndAgain } from "./kills.ts";

test("five kills at random moments lose nothing, leave nothing and bill nothing twice", async () => {
  const { promised, completed, failed, faults } = await killAgainAndAgain(5, Math.random);
  expect(faults).toEqual([]);
  expect(completed + failed).toBeGreaterThanOrEqual(promised);
  expect(completed).toBeGreaterThan(0);
}, 180_000);
