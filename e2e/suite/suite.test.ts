import { readFileSync } from "node:fs";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { SpeechRequestError } from "../../src/api/errors.ts";
import { type Check, expectsRefusal } from "../../src/conformance/checks/check.ts";
import { describeVerdict } from "../../src/conformance/checks/describe.ts";
import { type CheckEnvironment, newMemory } from "../../src/conformance/run/perform.ts";
import { runAll } from "../../src/conformance/run/run-all.ts";
import { type CheckRun, runCheck } from "../../src/conformance/run/run-check.ts";
import { loadSuite } from "../../src/conformance/suite/load.ts";
import { knownDifferences } from "./differing/known-differences.ts";
import { suiteEnvironment } from "./environment.ts";
import { chineseSpeltOut } from "./mutations/effects.ts";
import { harmless } from "./mutations/harmless.ts";
import { mutationsWith } from "./mutations/index.ts";

import type { Found, Mutation, OtherSounds } from "./mutations/mutation.ts";
import { type Bytes, refusedWith } from "./operations.ts";
import { otherSounds } from "./other-sounds.ts";
import { any, places } from "./places.ts";
import { type Answered, type Recorded, type Recording, recordingClient, replayingClient } from "./recording.ts";
import { type SuiteService, startSuiteService } from "./service.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const never = new AbortController().signal;
/** The checks that the differing service fails. */
const known: ReadonlySet<string> = new Set(knownDifferences.flatMap(({ fails }) => fails));
const recordings = new Map<string, Recording>();
const runs = new Map<string, CheckRun>();
let service: SuiteService;
let sounds: OtherSounds;
let checks: readonly Check[];
/** The requests whose answers each check looks at. */
const asked = new Map<string, readonly Answered[]>();
/** What every check asked, so that the first of those that share a request has its answer for all. */
let all: Recording = new Map();

beforeAll(async () => {
  service = await startSuiteService();
  checks = await loadSuite();
  const memory = newMemory();
  const limit = pLimit(4);
  await Promise.all(
    checks.map((check) =>
      limit(async () => {
        const { client, recording } = recordingClient(service.client);
        recordings.set(check.id, recording);
        runs.set(check.id, await runCheck(check, environmentWith(client), never, memory));
      }),
    ),
  );
  const { client, recording } = recordingClient(service.client);
  await client.exchange({ method: "POST", path: "/v1/audio/speech", body: JSON.stringify(chineseSpeltOut) }, never);
  all = new Map([recording, ...[...recordings.values()].toReversed()].flatMap((each) => [...each]));
  sounds = await otherSounds(await soundOf("2.3/b-bitrate-320k"), await soundOf("2.4/c-format-wav"));
});
afterAll(() => service.close());

function environmentWith(
  client: CheckEnvironment["client"],
  changes: Partial<CheckEnvironment> = {},
): CheckEnvironment {
  const { baseUrl, reference } = service;
  const own = suiteEnvironment(client, { service: "embedded", baseUrl }, { base: baseUrl, reference });
  return { ...own, ...changes };
}

/** A clock on which waiting takes no time. */
function quickClock(): Pick<CheckEnvironment, "wait" | "wallClock" | "now"> {
  let waited = 0;
  return {
    wallClock: () => Date.now() + waited,
    now: () => performance.now() + waited,
    async wait(milliseconds) {
      waited += milliseconds;
    },
  };
}

/** Runs a check against what was recorded of it. */
function replay(
  check: Check,
  distort: (answered: Answered) => readonly Recorded[],
  onAsked?: (answered: Answered) => void,
  changes: Partial<CheckEnvironment> = {},
): Promise<CheckRun> {
  const client = replayingClient([recordings.get(check.id) ?? new Map(), all], distort, onAsked);
  return runCheck(check, environmentWith(client, { ...quickClock(), ...changes }), never);
}

function whatIsWrong(results: Iterable<readonly [string, CheckRun]>): string {
  return [...results]
    .flatMap(([id, { result }]) =>
      result.outcome === "passed"
        ? []
        : [
            `${id}: ${result.outcome} ${result.reason ?? ""} ${result.lacks ?? ""}`,
            ...result.steps.flatMap(({ name, verdicts, failure, unjudged, text }) => [
              ...(failure === undefined && unjudged === undefined ? [] : [`   ${name}: ${unjudged} ${failure ?? ""}`]),
              ...verdicts
                .filter(({ ok }) => !ok)
                .map((verdict) => `   ${name}: ${describeVerdict(verdict, "en")} ${text?.slice(0, 200) ?? ""}`),
            ]),
          ],
    )
    .join("\n");
}

test("the embedded service passes every check", () => {
  expect(whatIsWrong(runs)).toBe("");
  expect(runs.size).toBe(checks.length);
});

const asItWas = ({ answers }: Answered) => answers;

/** A service in between that is wrong in one way. */
function wrongIn({ place, distort }: Pick<Mutation, "place" | "distort">, found: Found) {
  const changed = new Map<Answered, readonly Recorded[]>();
  return (answered: Answered): readonly Recorded[] => {
    const [first] = answered.answers;
    if (first === undefined || !place(answered.asked, first)) return answered.answers;
    const known = changed.get(answered) ?? distort(answered, found);
    changed.set(answered, known);
    return known;
  };
}

test("what was recorded passes when it is played again, and where the document alone is judged", async () => {
  const again = new Map<string, CheckRun>();
  const alone = new Map<string, CheckRun>();
  for (const check of checks) {
    const mine: Answered[] = [];
    const keep = (answered: Answered): void => void mine.push(answered);
    again.set(check.id, await replay(check, asItWas, keep));
    asked.set(check.id, mine);
    if (check.beyond !== true) alone.set(check.id, await replay(check, asItWas, undefined, remote()));
  }
  expect(whatIsWrong(again)).toBe("");
  expect(whatIsWrong(alone)).toBe("");
});

test("of the ways to be wrong, 95 in 100 are caught by the checks that claim to", async () => {
  const found: Found = {
    sounds,
    other: (isMeant) => [...all.values()].find((each) => isMeant(each.asked) && wasSpoken(each))?.answers[0],
  };
  const mutations = mutationsWith(found.sounds);
  const rows: { readonly mutation: Mutation; readonly caught: boolean; readonly alone: boolean }[] = [];
  for (const mutation of mutations) {
    const distort = wrongIn(mutation, found);
    const claiming = checks.filter(({ id }) => mutation.claims.some((beginning) => id.startsWith(beginning)));
    const touched = claiming.filter((check) => asked.get(check.id)?.some((each) => distort(each) !== each.answers));
    const isCaught = async (changes?: Partial<CheckEnvironment>): Promise<boolean> => {
      for (const check of touched) {
        const { result } = await replay(check, distort, undefined, changes);
        if (result.outcome === "failed") return true;
      }
      return false;
    };
    rows.push({ mutation, caught: await isCaught(), alone: await isCaught(remote()) });
  }
  const missed = rows.filter(({ caught }) => !caught);
  const share = (rows.length - missed.length) / rows.length;
  const alone = rows.filter((row) => row.alone).length;
  console.log(
    [
      `Caught by the checks that claim to: ${rows.length - missed.length} of ${rows.length} (${percent(share)}).`,
      `Where the document alone is judged: ${alone} (${percent(alone / rows.length)}).`,
      ...missed.map(({ mutation: { name, unseen } }) => `Missed: ${name}. ${unseen ?? ""}`),
      ...rows
        .filter((row) => row.caught && !row.alone)
        .map(({ mutation: { name } }) => `By the embedded service's own choices: ${name}.`),
    ].join("\n"),
  );
  expect(missed.filter(({ mutation }) => mutation.unseen === undefined).map(({ mutation }) => mutation.name)).toEqual(
    [],
  );
  expect(share).toBeGreaterThanOrEqual(0.95);
  const readme = readFileSync(new URL("../../src/conformance/README.md", import.meta.url), "utf8");
  expect(readme.replace(/\s+/g, " ")).toContain(
    `table of ${rows.length} (operation × place): ${rows.length - missed.length} (${percent(share)})`,
  );
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
});

test.each(harmless)("what the document leaves open isn't judged: $name", async ({ place, operation, leaves }) => {
  const found: Found = { sounds, other: () => undefined };
  const distort = wrongIn({ place, distort: ({ answers }) => answers.map(operation) }, found);
  const wrong = new Map<string, CheckRun>();
  let looked = 0;
  for (const check of checks) {
    if (check.beyond === true || !asked.get(check.id)?.some((each) => distort(each) !== each.answers)) continue;
    looked++;
    const run = await replay(check, distort, undefined, remote());
    if (run.result.outcome === "failed" || run.result.reason !== leaves) wrong.set(check.id, run);
  }
  expect(looked).toBeGreaterThan(0);
  expect(whatIsWrong(wrong)).toBe("");
});

test("a service that differs wherever it may fails by its known differences, and by nothing else", async () => {
  const { client, baseUrl } = service.differing;
  const results = new Map<string, CheckRun>();
  const environment = environmentWith(client, {
    config: { service: "remote", baseUrl },
    variables: { base: baseUrl, reference: service.reference },
  });
  const { left } = await runAll(
    checks.filter(({ beyond }) => beyond !== true),
    { ...runOptions(client), environment, onEnd: ({ id }, run) => void results.set(id, run) },
  );
  expect(left).toEqual([]);
  const unexpected = [...results].filter(([id]) => !known.has(id));
  expect(whatIsWrong(unexpected)).toBe("");
  const failed = [...results].filter(([id, { result }]) => known.has(id) && result.outcome === "failed");
  expect(failed.map(([id]) => id).sort()).toEqual([...known].sort());
});

test.each([400, 404, 405, 500])("a service that answers everything with %i passes nothing", async (status) => {
  const outcomes = new Map<string, string>();
  const client = alwaysAnswering(status);
  await runAll(checks, {
    ...runOptions(client),
    onEnd: ({ id }, { result }) => void outcomes.set(id, result.outcome),
  });
  expect(outcomes.size).toBe(checks.length);
  expect([...outcomes].filter(([, outcome]) => outcome === "passed")).toEqual([]);
  expect([...outcomes].filter(([id, outcome]) => id === "2.7/model-list" && outcome === "failed")).toHaveLength(1);
});

test.each([401, 403])("a run ends at once where the key gets %i", async (status) => {
  let sent = 0;
  const client = alwaysAnswering(status, () => sent++);
  const { left, reason } = await runAll(checks, { ...runOptions(client), onEnd: () => expect.unreachable() });
  expect([left.length, reason]).toEqual([checks.length, "key_refused"]);
  expect(sent).toBeLessThanOrEqual(2);
});

test.each([401, 403, 404, 405, 429, 500, 503])("refusals that all come with %i are not judged", async (status) => {
  const distort = wrongIn(
    { place: any(places.refusal, places.refusedSocket), distort: ({ answers }) => answers.map(refusedWith(status)) },
    { sounds, other: () => undefined },
  );
  const passed: string[] = [];
  for (const check of checks.filter(({ steps }) => steps.some((step) => step.beside !== undefined))) {
    const { result } = await replay(check, distort, undefined, remote());
    const own = check.steps.filter((step) => expectsRefusal(step));
    const changed = result.steps.filter(
      ({ name, status: came }) => came === status && own.some((step) => step.name === name),
    );
    const asks = own.some(({ expect: all }) => all.some((each) => each.kind === "status" && each.least === status));
    if (changed.length > 0 && result.outcome === "passed" && !asks) passed.push(check.id);
  }
  expect(passed).toEqual([]);
});

/** The same service as one whose own choices aren't known. */
function remote(): Partial<CheckEnvironment> {
  return { config: { service: "remote", baseUrl: service.baseUrl } };
}

function runOptions(client: CheckEnvironment["client"]) {
  const environment = environmentWith(client, quickClock());
  return { environment, parallel: 4, needsKey: true, stop: never, leave: never, onStart() {} };
}

function alwaysAnswering(status: number, onAsked: () => void = () => {}): CheckEnvironment["client"] {
  const raw = '{"error":{"message":"No."}}';
  const headers = [["content-type", "application/json"]] as const;
  const body = new Blob([raw], { type: "application/json" });
  return {
    async exchange() {
      onAsked();
      return { status, headers, body, truncated: false, broken: false, times: { headers: 0, end: 0 } };
    },
    converse() {
      onAsked();
      const error = { message: "No.", raw };
      return Promise.reject(new SpeechRequestError({ refusal: "status", status, headers, error, truncated: false }));
    },
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function wasSpoken({ answers: [first] }: Answered): boolean {
  return first?.kind === "http" ? first.answer.status < 300 : first?.kind === "socket";
}

async function soundOf(id: string): Promise<Bytes> {
  return new Uint8Array((await runs.get(id)?.sound?.blob.arrayBuffer()) ?? new ArrayBuffer());
}
