import { expect, test } from "vitest";
import { canShare } from "./team.ts";
import { killTeam, seededRandom } from "./team-kills.ts";

test.runIf(canShare)(
  "six kills of workers, services, PostgreSQL and the way to S3 lose nothing and bill nothing twice " +
    "(skipped without PostgreSQL and python3-swift)",
  async () => {
    const { faults, completed, kills } = await killTeam({ kills: 6, random: seededRandom(3) });
    expect(faults).toEqual([]);
    expect(completed).toBeGreaterThan(0);
    expect(Object.values(kills).reduce((sum, each) => sum + each)).toBe(6);
  },
  // Ten processes and more: on two shared cores, beside other tests, it takes minutes.
  600_000,
);
