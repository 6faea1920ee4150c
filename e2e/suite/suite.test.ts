import { MPEGDecoder } from "mpg123-decoder";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Check } from "../../src/contract/checks/check.ts";
import { describeVerdict } from "../../src/contract/checks/describe.ts";
import { fillRequest } from "../../src/contract/checks/fill.ts";
import { matchHere } from "../../src/contract/checks/match.ts";
import type { MeasureSound } from "../../src/state/checks/measure.ts";
import { type CheckEnvironment, type CheckRun, runCheck } from "../../src/state/checks/run-check.ts";
import { loadSuite } from "../../src/state/checks/suite.ts";
import { mutationsFor, type OtherSounds } from "./mutations.ts";
import { keyOf, type Recording, recordingClient, replayingClient } from "./recording.ts";
import { type SuiteService, startSuiteService } from "./service.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const never = new AbortController().signal;
const recordings = new Map<string, Recording>();
const runs = new Map<string, CheckRun>();
let service: SuiteService;
let checks: readonly Check[];
let sounds: OtherSounds;

beforeAll(async () => {
  service = await startSuiteService();
  checks = await loadSuite();
  const limit = pLimit(4);
  await Promise.all(
    checks.map((check) =>
      limit(async () => {
        const { client, recording } = recordingClient(service.client);
        recordings.set(check.id, recording);
        runs.set(check.id, await runCheck(check, environmentWith(client), never));
      }),
    ),
  );
  sounds = {
    mp3: await soundOf("2.3/b-bitrate-320k"),
    lowMp3: await soundOf("2.3/b-bitrate-16k"),
    wav: await soundOf("2.4/c-format-wav"),
  };
});
afterAll(() => service.close());

function environmentWith(client: CheckEnvironment["client"]): CheckEnvironment {
  return {
    client,
    measure,
    match: async (pairs) => pairs.map(matchHere),
    wallClock: Date.now,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, Math.min(milliseconds, 50))),
    config: { service: "embedded", baseUrl: service.baseUrl },
    variables: { base: service.baseUrl, reference: service.reference },
  };
}

/** The peak of MP3, which is all that the suite listens for. */
const measure: MeasureSound = async (sound) => {
  const bytes = new Uint8Array(await sound.arrayBuffer());
  // Of what isn't MP3 the decoder would complain aloud.
  if (bytes[0] !== 0xff || bytes.length < 1_000) throw new Error("This isn't MP3.");
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData } = decoder.decode(bytes);
  decoder.free();
  const peak = (channelData[0] ?? new Float32Array()).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { peak, duration: 0, loudness: undefined, leadingSilence: 0, trailingSilence: 0 };
};

async function soundOf(id: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await runs.get(id)?.sound?.blob.arrayBuffer()) ?? new ArrayBuffer());
}

test("the embedded service passes every check", () => {
  const wrong = [...runs].flatMap(([id, { result }]) =>
    result.outcome === "passed"
      ? []
      : [
          `${id}: ${result.outcome} ${result.lacks ?? ""}`,
          ...result.steps.flatMap(({ name, verdicts, failure, text }) => [
            ...(failure === undefined ? [] : [`   ${name}: ${failure}`]),
            ...verdicts
              .filter(({ ok }) => !ok)
              .map((verdict) => `   ${name}: ${describeVerdict(verdict, "en")} ${text?.slice(0, 200) ?? ""}`),
          ]),
        ],
  );
  expect(wrong.join("\n")).toBe("");
  expect(runs.size).toBe(checks.length);
});

test("every expectation of every check fails when the service is wrong in it", async () => {
  const survived: string[] = [];
  for (const check of checks) {
    const recording = recordings.get(check.id) ?? new Map();
    for (const [at, step] of check.steps.entries()) {
      const keys = keysOf(check, at, recording);
      for (const [index, expectation] of step.expect.entries()) {
        const mutations = mutationsFor(expectation, sounds);
        let killed = false;
        for (const { distort } of mutations) {
          const client = replayingClient(recording, (key, recorded) => (keys.has(key) ? distort(recorded) : recorded));
          const environment = { ...environmentWith(client), wait: async () => {} };
          const { result } = await runCheck(check, environment, never);
          killed = result.steps[at]?.verdicts[index]?.ok === false;
          if (killed) break;
        }
        if (!killed) survived.push(`${check.id} ${step.name}: ${JSON.stringify(expectation)}`);
      }
    }
  }
  expect(survived.join("\n")).toBe("");
});

/** The requests of one step: its own, and those about the task that it waits for. */
function keysOf(check: Check, at: number, recording: Recording): ReadonlySet<string> {
  const step = check.steps[at];
  if (step === undefined || step.follow === true) return new Set(recording.keys());
  const variables = { ...environmentWith(service.client).variables, ...runs.get(check.id)?.result.variables };
  const request = fillRequest(step.request, variables);
  if (request.transport === "websocket") return new Set([keyOf(request)]);
  const { transport: _, ...sent } = request;
  return new Set([keyOf(sent)]);
}
