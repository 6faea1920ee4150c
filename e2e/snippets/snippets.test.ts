import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { buildRequest } from "../../src/contract/request.ts";
import { type CodeRequest, codeRequestOf, type Snippet } from "../../src/contract/snippets/code-request.ts";
import { snippetsOf } from "../../src/contract/snippets/index.ts";
import { keys, type RunningService, startService } from "../../src/service/service.fixture.ts";
import { type Answer, answerOf, soundOf } from "./answers.ts";
import { type Case, plain, refused, spoken } from "./cases.ts";
import { canRun, compile, missing, openaiIsReal, type RunSnippet, runSnippet } from "./run.ts";

vi.setConfig({ testTimeout: 120_000 });

let service: RunningService;
let recordings: Server;
let reference = "";

beforeAll(async () => {
  recordings = createServer((request, response) => {
    const name = request.url?.split("/").at(-1) ?? "";
    if (name !== "lower.mp3") response.writeHead(404).end();
    else response.end(readFileSync(new URL("../../public/references/lower.mp3", import.meta.url)));
  });
  await new Promise<void>((listening) => recordings.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}`;
  reference = `${origin}/references/lower.mp3`;
  service = await startService({ references: { allowedPrefix: { origin, path: "/references/" } } });
});
afterAll(async () => {
  await service.close();
  recordings.close();
});

test("CI has everything that snippets are run with", () => {
  const wanted = process.env["REQUIRE_SNIPPETS"] !== undefined;
  expect(wanted ? missing : []).toEqual([]);
  if (missing.length > 0) console.warn(`Snippets are not run for want of ${missing.join(", ")} (apt-get install …).`);
  if (!openaiIsReal) console.warn("The OpenAI client isn't installed: a module that does what it documents stands in.");
});

const run = (snippet: Snippet, file: string, key: string = keys.all, before?: string): Promise<RunSnippet> =>
  runSnippet(snippet, file, { SPEECH_BASE_URL: service.address, SPEECH_API_KEY: key }, before);

function requestOf({ model, values, options, body }: Case): CodeRequest {
  const built = buildRequest(model, values(reference), options);
  const request = body === undefined ? built : { ...built, body };
  return codeRequestOf(request, model.output(values(reference) as Record<string, string>));
}

/** The snippets that there are for a case, by name; those for which this machine has everything. */
const idsOf = (each: Case): readonly string[] =>
  snippetsOf(requestOf(each))
    .filter(canRun)
    .map(({ id }) => id);
const rows = (cases: readonly Case[]) => cases.flatMap((each) => idsOf(each).map((id) => ({ ...each, id })));

/** One answer of the page's for all the snippets of a request. */
const answers = new Map<string, Promise<Answer>>();

async function compare(
  request: CodeRequest,
  id: string,
  before?: string,
): Promise<{ expected: Answer; ran: RunSnippet }> {
  const snippet = snippetsOf(request).find((each) => each.id === id);
  if (snippet === undefined) throw new Error(`There is no ${id} of this request.`);
  const known = answers.get(request.path + request.body) ?? answerOf(service, request);
  answers.set(request.path + request.body, known);
  const [expected, ran] = await Promise.all([known, run(snippet, request.file, keys.all, before)]);
  return { expected, ran };
}

// Most of the time each of them waits: for the service, or for the pause before it looks at its task again.
describe.concurrent("speaks as the page does", () => {
  test.each(rows(spoken))("$name: $id", async ({ id, ...each }) => {
    const { expected, ran } = await compare(requestOf(each), id);
    expect(expected.status, expected.bytes.toString().slice(0, 200)).toBe(200);
    expect([ran.status, ran.status === 0 ? "" : ran.said]).toEqual([0, ""]);
    const [wanted, got] = [await soundOf(expected.bytes), await soundOf(ran.file)];
    expect(got.codec).toBe(wanted.codec);
    expect(wanted.seconds).toBeGreaterThan(0.3);
    expect(Math.abs(got.seconds - wanted.seconds)).toBeLessThanOrEqual(wanted.seconds * 0.03);
  });
});

describe.concurrent("fails as the page does", () => {
  const earlier = "the sound of an earlier request";

  test.each(rows(refused))("$name: $id", async ({ id, ...each }) => {
    const { expected, ran } = await compare(requestOf(each), id, earlier);
    expect(expected.status).not.toBe(200);
    expect(ran.status).not.toBe(0);
    const { error } = JSON.parse(expected.bytes.toString()) as { error: { message: string; code: string } };
    expect(ran.said).toContain(error.code);
    expect(ran.said).toContain(error.message);
    if (id !== "curl" && expected.status >= 400 && expected.status < 600)
      expect(ran.said).toContain(String(expected.status));
    expect(ran.file.toString()).toBe(earlier);
  });

  test.each(idsOf(plain))("with a wrong key: %s", async (id) => {
    const snippet = snippetsOf(requestOf(plain)).find((each) => each.id === id);
    if (snippet === undefined) throw new Error(`There is no ${id}.`);
    const ran = await run(snippet, "speech.mp3", "wrong", earlier);
    expect(ran.status).not.toBe(0);
    expect(ran.said).toContain("invalid_api_key");
    expect(ran.file.toString()).toBe(earlier);
  });
});

test("TypeScript of every request compiles strictly", async () => {
  const snippets = [...spoken, ...refused].flatMap((each) => snippetsOf(requestOf(each)));
  expect(await compile(snippets.filter(({ language }) => language === "typescript"))).toBe("");
});

describe.concurrent("routes without sound", () => {
  const models: CodeRequest = { method: "GET", path: "/v1/models", kind: "file", file: "answer.json" };
  test.each(snippetsOf(models).filter(canRun))("the model list: $id", async (snippet) => {
    const ran = await run(snippet, "answer.json");
    expect([ran.status, JSON.parse(ran.file.toString())]).toMatchObject([0, { object: "list" }]);
  });

  const missingTask = "/v1/audio/speech/tasks/task_none/content";
  const head: CodeRequest = { method: "HEAD", path: missingTask, kind: "file", file: "head.txt" };
  test.each(snippetsOf(head).filter(canRun))("the head of a file that isn't there: $id", async (snippet) => {
    const ran = await run(snippet, "head.txt");
    expect(ran.status).not.toBe(0);
    expect(ran.said).toContain("404");
  });
});
