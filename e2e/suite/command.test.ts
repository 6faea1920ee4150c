import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readOptions } from "../../src/command/options.ts";
import { runCommand } from "../../src/command/run.ts";
import { requestOfSpeech, writeCases } from "../../src/conformance/checks/case.ts";
import { runAll } from "../../src/conformance/run/run-all.ts";
import { loadSuite } from "../../src/conformance/suite/load.ts";
import { startFakeService } from "../../src/http/fake-service.fixture.ts";
import { startProxy } from "../../src/server/proxy.fixture.ts";
import { keys } from "../../src/service/service.fixture.ts";
import { knownDifferences } from "./differing/known-differences.ts";
import { differingKey } from "./differing/service.ts";
import { suiteEnvironment } from "./environment.ts";
import { startMutatingService } from "./mutating.ts";
import { type Mutation, mutation } from "./mutations/mutation.ts";
import { madeMutations, modelMutations } from "./mutations/tasks.ts";
import { onSound } from "./operations.ts";
import { sent, sounds, where } from "./places.ts";
import type { Asked } from "./recording.ts";
import { clientOf, type SuiteService, startSuiteService } from "./service.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "command-"));
const password = "correct horse battery";
const environment = { KEY: keys.all, OTHER_KEY: differingKey, PASSWORD: password };
const never = new AbortController().signal;
let service: SuiteService;

beforeAll(async () => {
  service = await startSuiteService();
  mkdirSync(join(folder, "tools"));
  const packed = execFileSync("npm", ["pack", join(root, "dist", "command"), "--silent"], {
    cwd: folder,
    encoding: "utf8",
  });
  renameSync(join(folder, packed.trim()), join(folder, "tools", "speech-check.tgz"));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command line in this process; what it said, and what its JSON report holds. */
async function check(...args: readonly string[]) {
  const lines: string[] = [];
  const options = readOptions(["--report", join(folder, "report"), ...args], environment);
  if (options === undefined) throw new Error("It was asked for help.");
  const status = await runCommand(options, { say: (line) => lines.push(line), progress() {} }, never);
  const { checks } = JSON.parse(readFileSync(join(options.report, "report.json"), "utf8"));
  const outcomes = new Map<string, string>(
    checks.map((each: { id: string; outcome: string }) => [each.id, each.outcome]),
  );
  return { status, said: lines.join("\n"), outcomes, checks };
}

const shells = [...readFileSync(join(root, "src/conformance/README.md"), "utf8").matchAll(/```yaml\n(.*?)```/gs)].map(
  ([, yaml = ""]) =>
    [...yaml.matchAll(/^ +- (?:run: \|\n)?( *npx [^\n]*\n +[^\n]*)/gm)].map(([, line = ""]) => line).join("\n"),
);

test.each(["GitHub", "GitLab"])("what the example for %s runs, runs out of a packed tarball", async (name) => {
  const script = shells[name === "GitHub" ? 0 : 1] ?? "";
  expect(script).toContain("npx --yes ./tools/speech-check.tgz");
  // YAML folds what GitLab's entry says in two lines into one.
  const folded = name === "GitHub" ? script : script.replace(/\n +/g, " ");
  const program = spawn("sh", ["-ec", folded], {
    cwd: folder,
    env: { ...process.env, SPEECH_BASE_URL: service.baseUrl, SPEECH_API_KEY: keys.all, npm_config_offline: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  program.stdout.on("data", (bytes: Buffer) => (said += bytes.toString()));
  program.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const [status] = await once(program, "close");
  expect(said).toContain("1 passed, 0 failed, 0 not judged.");
  expect(status).toBe(0);
  expect(readFileSync(join(folder, "check-report", "junit.xml"), "utf8")).toContain('tests="1" failures="0"');
  rmSync(join(folder, "check-report"), { recursive: true });
});

test("npm run check ends with the exit status of the checks", () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(root, "src/start/main.mjs"), "--check", ...args], { encoding: "utf8" });
  expect(run("--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("--base-url URL") });
  const nobody = run("--base-url", "http://127.0.0.1:1");
  expect(nobody).toMatchObject({ status: 2, stderr: expect.stringContaining("Nobody answers at http://127.0.0.1:1") });
});

test("a playground lets it in by its password, or by a visitor's key, and passes everything on", async () => {
  const guarded = await startProxy(service.baseUrl, {
    environment: { SPEECH_API_KEY: keys.all, PLAYGROUND_PASSWORD: password },
  });
  const open = await startProxy(service.baseUrl, { environment: { SPEECH_API_KEY: "" } });
  const section = ["--section", "6", "--budget", "5000"];
  try {
    const first = await check("--base-url", `http://${guarded.host}`, "--password-env", "PASSWORD", ...section);
    expect(first).toMatchObject({ status: 0 });
    expect(first.said).toContain("This run costs about");
    expect(first.checks).toContainEqual(
      expect.objectContaining({ id: "6/order", sound: expect.stringMatching(/^sound\/.*mp3$/) }),
    );
    const second = await check("--base-url", `http://${open.host}`, "--key-env", "KEY", ...section);
    expect(second).toMatchObject({ status: 0, outcomes: first.outcomes });
    await expect(check("--base-url", `http://${guarded.host}`)).rejects.toThrow("Add --password-env.");
    const wrong = check("--base-url", `http://${guarded.host}`, "--password-env", "KEY");
    await expect(wrong).rejects.toThrow("wrong_password");
  } finally {
    await guarded.close();
    await open.close();
  }
});

test("of a playground with several services it asks the one that --service names", async () => {
  const other = await startSuiteService();
  const file = join(folder, "services.json");
  writeFileSync(
    file,
    JSON.stringify([
      { name: "staging", baseUrl: service.baseUrl, keyEnv: "KEY" },
      { name: "nightly", baseUrl: other.baseUrl, keyEnv: "UNKNOWN_KEY" },
    ]),
  );
  const several = await startProxy("", {
    environment: { SPEECH_API_KEY: "", SPEECH_SERVICES: file, KEY: keys.all, UNKNOWN_KEY: "sk-nobody-knows-it" },
  });
  const asked = (...args: readonly string[]) =>
    check("--base-url", `http://${several.host}`, "--section", "6", "--budget", "5000", ...args);
  try {
    expect(await asked("--service", "staging")).toMatchObject({ status: 0 });
    // Its key is wrong there: whatever is asked of it can't be judged.
    expect(await asked("--service", "nightly")).toMatchObject({ status: 2 });
    await expect(asked("--service", "production")).rejects.toThrow("There are staging, nightly.");
  } finally {
    await Promise.all([several.close(), other.close()]);
  }
});

test("it says what a service does otherwise than the document, and what the budget doesn't allow", async () => {
  const other = ["--base-url", service.differing.baseUrl, "--key-env", "OTHER_KEY"];
  const known: readonly string[] = knownDifferences.flatMap(({ fails }) => fails);
  for (const section of ["2.6", "2.7", "6"]) {
    const { status, outcomes } = await check(...other, "--section", section, "--budget", "5000");
    expect(status).toBe(1);
    const failed = [...outcomes].filter(([, outcome]) => outcome === "failed").map(([id]) => id);
    expect(failed.sort()).toEqual(known.filter((id) => id.startsWith(`${section}/`)).sort());
  }
  await expect(check(...other, "--section", "6")).rejects.toThrow(
    /Nothing was sent\. Say what may be spent: --budget \d+/,
  );
  const { status, said, checks } = await check(...other, "--section", "6", "--budget", "3");
  expect(status).toBe(2);
  expect(said).toContain("Not sent: the budget doesn't allow it.");
  expect(
    checks.every(({ last }: { last: { steps: { status?: number }[] } }) =>
      last.steps.every((step) => step.status === undefined),
    ),
  ).toBe(true);
});

/** Two sentences by Model A: one as usual, one faster. */
const cases = ["1", "1.5"].map((speed) => ({
  id: speed,
  name: `At ${speed}`,
  created: 0,
  request: requestOfSpeech({
    endpoint: "speech",
    path: "/v1/audio/speech",
    body: JSON.stringify({
      model: "cloud-tts",
      input: "The night train leaves at ten.",
      voice: "en-US-JennyNeural",
      speed: Number(speed),
    }),
  }),
  expect: [{ kind: "status" as const, least: 200, most: 200 }],
}));

test("what was paid for is told, though its sound can't be kept", async () => {
  const report = join(folder, "unkept");
  const asked = ["--base-url", service.baseUrl, "--key-env", "KEY", "--section", "6", "--budget", "5000"];
  const options = readOptions(["--report", report, ...asked], environment);
  if (options === undefined) throw new Error("It was asked for help.");
  const lines: string[] = [];
  // As a disk that is full from here on.
  const progress = () => rmSync(join(report, "sound"), { recursive: true, force: true });
  const run = runCommand(options, { say: (line) => lines.push(line), progress }, never);
  await expect(run).rejects.toThrow("can't be written");
  expect(lines.join("\n")).toMatch(/ passed, 0 failed, 0 not judged\.\nSpent: \d/);
});

test("stopped once, it waits for what was sent and tells of it, and sends nothing more", async () => {
  const slow = await startFakeService();
  const file = join(folder, "stopped.json");
  writeFileSync(file, writeCases(cases));
  const asked = ["--base-url", slow.url, "--suite", file, "--budget-unpriced", "2", "--parallel", "1"];
  const program = spawn(
    process.execPath,
    [join(root, "dist", "command", "check.js"), ...asked, "--report", join(folder, "stopped")],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(async () => {
    program.kill("SIGKILL");
    await slow.close();
  });
  let said = "";
  slow.answer = ({ url }, response) => {
    if (url !== "/v1/audio/speech") return response.writeHead(404).end();
    program.stdout.on("data", () => said.includes("Ctrl-C again") && response.end("sound"));
    // As npx passes on what the terminal has sent already.
    return program.kill("SIGINT") && program.kill("SIGTERM");
  };
  program.stdout.on("data", (bytes: Buffer) => (said += bytes.toString()));
  expect(await once(program, "close")).toEqual([2, null]);
  expect(said).toMatch(
    /Waiting for what was sent; Ctrl-C again ends at once\.[\s\S]*1 passed, 0 failed, 1 not judged\./,
  );
  expect(slow.seen.filter(({ url }) => url === "/v1/audio/speech")).toHaveLength(1);
});

test("what moved since a baseline has failed, and nothing else", async () => {
  const wrong = await startMutatingService(service.baseUrl);
  const file = join(folder, "cases.json");
  writeFileSync(file, writeCases(cases));
  const own = ["--base-url", wrong.url, "--key-env", "KEY", "--suite", file, "--budget-unpriced", "2"];
  const baseline = join(folder, "baseline");
  const against = ["--baseline", join(baseline, "report.json")];
  try {
    await check(...own, "--report", baseline);
    const same = await check(...own, ...against);
    expect(same).toMatchObject({ status: 0 });
    expect(same.said).toContain("nothing has changed.");
    // Where it was asked to be fast, no longer what it was.
    const fast = (asked: Asked) => sent(asked, "speed") !== undefined && Number(sent(asked, "speed")) > 1;
    wrong.mutation = mutation(
      "a sound cut",
      where(sounds["Model A"], fast),
      onSound((bytes) => bytes.slice(0, (bytes.length * 3) >> 2)),
      "case:1.5",
    );
    const other = await check(...own, ...against);
    expect(other.status).toBe(1);
    const moved = other.checks.filter((each: { moved?: string[] }) => each.moved !== undefined);
    expect(moved.map(({ id }: { id: string }) => id)).toEqual(["case:1.5"]);
    expect(moved[0]).toMatchObject({ outcome: "failed", changed: true, before: { outcome: "passed" } });
    // Both can be heard, in whichever browser the report is opened.
    const [path, before] = [String(moved[0].sound), String(moved[0].sound_before)];
    expect(before).toBe(path.replace("sound/", "sound/before-"));
    expect(readFileSync(join(folder, "report", before)).equals(readFileSync(join(baseline, path)))).toBe(true);
    const html = readFileSync(join(folder, "report", "report.html"), "utf8");
    for (const file of [path, before]) expect(html).toContain(`src="${file}"`);
    await expect(check(...own, "--baseline", join(folder, "report", "report.json"))).rejects.toThrow(
      "which is emptied",
    );
    await expect(check(...own, "--baseline", join(folder, "tools", "speech-check.tgz"))).rejects.toThrow("--baseline");
  } finally {
    await wrong.close();
  }
});

const wrongWays: readonly (readonly [section: string, Mutation])[] = [
  ...modelMutations.slice(0, 3).map((each) => ["2.7", each] as const),
  ...madeMutations.slice(1, 2).map((each) => ["2.6", each] as const),
  [
    "2.2",
    mutation(
      "half a sound",
      sounds["Model A"],
      onSound((bytes) => bytes.slice(0, bytes.length >> 1)),
      "2.2/a-",
    ),
  ],
];

test("it judges as the page does, whatever is wrong on the way", async () => {
  const wrong = await startMutatingService(service.baseUrl);
  const proxy = await startProxy(wrong.url, { environment: { SPEECH_API_KEY: keys.all } });
  const suite = (await loadSuite()).filter(({ beyond }) => beyond !== true);
  try {
    for (const [section, mutated] of wrongWays) {
      wrong.mutation = mutated;
      const own = ["--section", section, "--budget", "5000", "--budget-unpriced", "100"];
      const { status, outcomes } = await check("--base-url", wrong.url, "--key-env", "KEY", ...own);
      const asPage = new Map<string, string>();
      await runAll(
        suite.filter((each) => each.section === section),
        {
          environment: suiteEnvironment(
            clientOf(proxy.host),
            { service: "remote", baseUrl: wrong.url },
            { base: wrong.url },
          ),
          ...{ parallel: 4, needsKey: true, stop: never, leave: never },
          onStart() {},
          onEnd: ({ id }, { result }) => void asPage.set(id, result.outcome),
        },
      );
      expect(new Map([...asPage].sort()), mutated.name).toEqual(new Map([...outcomes].sort()));
      expect(status, mutated.name).toBe(1);
      const claimed = [...outcomes].filter(([id]) => mutated.claims.some((beginning) => id.startsWith(beginning)));
      expect(claimed.map(([, outcome]) => outcome)).toContain("failed");
    }
  } finally {
    await proxy.close();
    await wrong.close();
  }
});
