import { readFileSync } from "node:fs";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../../src/conformance/checks/check.ts";
import { newMemory } from "../../src/conformance/run/perform.ts";
import { type CheckRun, runCheck } from "../../src/conformance/run/run-check.ts";
import { loadSuite } from "../../src/conformance/suite/load.ts";
import { startFakeService } from "../../src/http/fake-service.fixture.ts";
import { startProxy } from "../../src/server/proxy.fixture.ts";
import { canShare, startTeam, type Team } from "../soak/team.ts";
import { suiteEnvironment } from "./environment.ts";
import { clientOf } from "./service.ts";

/** How many checks run at once. */
const checksAtOnce = 4;

describe.runIf(canShare)("two services and two workers (skipped without PostgreSQL and python3-swift)", () => {
  const cleanUps: (() => Promise<void>)[] = [];
  let team: Team;
  const runs = new Map<string, CheckRun>();
  let checks: readonly Check[];
  beforeAll(async () => {
    const recording = readFileSync(new URL("../../public/references/lower.mp3", import.meta.url));
    const recordings = await startFakeService({
      answer({ url }, response) {
        if (url === "/references/lower.mp3") response.end(recording);
        else response.writeHead(404).end();
      },
    });
    cleanUps.push(() => recordings.close());
    const environment = { SERVICE_API_KEYS: "suite-key", SERVICE_REFERENCE_PREFIX: `${recordings.url}/references/` };
    team = await startTeam({ services: 2, workers: 2, environment });
    cleanUps.push(() => team.close());
    const proxy = await startProxy(team.address, { environment: { SPEECH_API_KEY: "suite-key" } });
    cleanUps.push(() => proxy.close());
    checks = await loadSuite();
    const memory = newMemory();
    const limit = pLimit(checksAtOnce);
    const perform = async (check: Check): Promise<void> => {
      const run = await runCheck(
        check,
        suiteEnvironment(
          clientOf(proxy.host),
          { service: "embedded", baseUrl: team.address },
          { base: team.address, reference: `${recordings.url}/references/lower.mp3` },
        ),
        new AbortController().signal,
        memory,
      );
      runs.set(check.id, run);
    };
    await Promise.all(checks.map((check) => limit(() => perform(check))));
  }, 300_000);
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  test("keep every check of the suite, and both were asked", () => {
    expect(runs.size).toBe(checks.length);
    expect(
      [...runs].filter(([, { result }]) => result.outcome !== "passed").map(([id, { result }]) => [id, result]),
    ).toEqual([]);
    for (const share of team.shares) expect(share).toBeGreaterThan(10);
  });
});
