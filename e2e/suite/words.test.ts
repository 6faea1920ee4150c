import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOptions } from "../../src/command/options.ts";
import { runCommand } from "../../src/command/run.ts";
import { writeCases } from "../../src/conformance/checks/case.ts";
import { wordErrorRate } from "../../src/conformance/checks/word-errors.ts";
import { startProxy } from "../../src/server/proxy.fixture.ts";
import { makeTinyModel } from "../../src/service/engines/neural/tiny-models.fixture.ts";
import { programKey, startProgram } from "../../src/service/program.fixture.ts";
import { catalogue } from "../../src/service/voices/catalogue.ts";

/** Word error rates on the command line, by a tiny recogniser inside of the embedded service. */
const folder = mkdtempSync(join(tmpdir(), "words-"));
const script = "The ferry leaves at nine, and the last one comes back before midnight.";
const file = join(folder, "cases.json");
const never = new AbortController().signal;

beforeAll(async () => {
  const name = catalogue.find(({ family }) => family === "paraformer")?.name ?? "";
  await makeTinyModel(join(folder, "voices", name), "paraformer");
  const body = (voice: string) => JSON.stringify({ model: "cloud-tts", input: script, voice });
  const kept = (id: string, voice: string, most: number) => ({
    ...{ id, name: id, created: 1 },
    request: { transport: "http" as const, method: "POST" as const, path: "/v1/audio/speech", body: body(voice) },
    expect: [{ kind: "figure" as const, of: "word_errors" as const, most }],
  });
  const aria = "en-US-AriaNeural";
  writeFileSync(
    file,
    writeCases([kept("any", aria, 1_000), kept("none", aria, 0), kept("french", "fr-FR-DeniseNeural", 0)]),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function check(...args: readonly string[]) {
  const report = join(folder, "report");
  const options = readOptions(["--suite", file, "--report", report, ...args], { KEY: "some-key" });
  if (options === undefined) throw new Error("It was asked for help.");
  const lines: string[] = [];
  const status = await runCommand(options, { say: (line) => lines.push(line), progress() {} }, never);
  const { checks } = JSON.parse(readFileSync(join(report, "report.json"), "utf8"));
  const html = readFileSync(join(report, "report.html"), "utf8");
  return { status, said: lines.join("\n"), html, results: checks.map(({ last }: { last: unknown }) => last) };
}

/** The address of a service with the models of one of the folders. */
async function serviceWith(models: string): Promise<string> {
  const { port } = await startProgram("service", { SERVICE_VOICES_DIR: join(folder, models) });
  return `http://127.0.0.1:${port}`;
}

test.each(["the service itself", "a playground"])("%s hears what was said: too many errors fail", async (whom) => {
  const base = await serviceWith("voices");
  const environment = { SPEECH_API_KEY: programKey, PLAYGROUND_SERVICE: "embedded" };
  const proxy = whom === "a playground" ? await startProxy(base, { environment }) : undefined;
  try {
    const { status, said, html, results } = await check(
      ...(proxy === undefined
        ? ["--base-url", base, "--key-env", "KEY", "--embedded"]
        : ["--base-url", `http://${proxy.host}`]),
    );
    const [any, none, french] = results;
    expect([any.outcome, none.outcome, french.outcome]).toEqual(["passed", "failed", "not_judged"]);
    const [{ heard, figures }] = any.steps;
    expect(heard).toMatch(/^\w{2}( \w{2})+$/);
    expect(figures.word_errors).toBe(wordErrorRate(script, heard));
    expect(said).toContain("Word error rate: expected at most 0 %, was ");
    expect(html).toContain(`“${heard}”`);
    // The tiny recogniser is one of Chinese and English.
    expect(french.reason).toBe("no_recogniser");
    expect(status).toBe(1);
  } finally {
    await proxy?.close();
  }
});

test("without a recogniser nothing is judged by words, and the remedy is said", async () => {
  const base = await serviceWith("nothing");
  const { status, said } = await check("--base-url", base, "--key-env", "KEY", "--embedded");
  expect(status).toBe(2);
  expect(said).toContain("no recogniser of speech is here");
  expect(said).toContain("npm run voices -- list");
});
