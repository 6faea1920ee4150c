import { measure } from "../../src/command/measure.ts";
import { matchHere } from "../../src/conformance/checks/match.ts";
import type { CheckEnvironment } from "../../src/conformance/run/perform.ts";

/** Looks at a task come sooner than the document recommends: 600 of them, which are all, take two minutes. */
const longestWaitMs = 200;

/** What the suite is run with, by `client`, against the service that `config` tells of. */
export function suiteEnvironment(
  client: CheckEnvironment["client"],
  config: CheckEnvironment["config"],
  variables: CheckEnvironment["variables"],
): CheckEnvironment {
  return {
    client,
    measure,
    match: async (pairs) => pairs.map(matchHere),
    wallClock: Date.now,
    now: () => performance.now(),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, longestWaitMs))),
    config,
    variables,
    controls: true,
  };
}
