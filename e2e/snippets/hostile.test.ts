import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { plainQueryOf } from "../../src/contract/documented-routes.ts";
import { type CodeRequest, sentText, withoutCode } from "../../src/contract/snippets/code-request.ts";
import { snippetsOf } from "../../src/contract/snippets/index.ts";
import { startFakeService } from "../../src/http/fake-service.fixture.ts";
import { key, type Listeners, openListeners, type Ran, runAll, signed } from "./hostile.ts";
import { canRun, runSnippet } from "./run.ts";

vi.setConfig({ testTimeout: 120_000 });

let listeners: Listeners;
let taskIds: readonly unknown[] = [];
beforeEach(async () => {
  listeners = await openListeners((name) => (taskIds.length === 0 ? "task_1" : taskIds[Number.parseInt(name, 10)]));
});
afterEach(() => listeners.close());

/** Texts that mean something to a shell, a program, a header or an address. */
const hostile = () =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            "'",
            '"',
            "\\",
            "`touch owned`",
            "$(touch owned)",
            "$\u007bSPEECH_API_KEY}",
            ";touch owned;",
            "|touch owned",
          ],
          ...[
            "\n",
            "\r\nX-Owned: 1\r\n",
            "\0",
            "\u001b[201~",
            "\u0003",
            "%s%n",
            "%0a",
            "!!",
            "*",
            "~",
            "{a,b}",
            "[1-3]",
          ],
          ...[
            "-o owned",
            "@/etc/passwd",
            "#{1+1}",
            "'''",
            '"""',
            "*/",
            "<!--",
            "\u202e",
            "\u2028",
            "😀",
            "中",
            "\ud83d",
          ],
          ...[`@127.0.0.1:${listeners.strangerPort}/`, `//127.0.0.1:${listeners.strangerPort}/`, "/../", "?", "#", "&"],
        ),
        fc.string({ unit: "binary", maxLength: 8 }),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.join(""));

/** A name that a disk takes, whatever a program makes of it. */
const fileName = () =>
  hostile().map((text) => {
    const characters = Array.from(text.replace(/[/\0]|\p{Cs}/gu, "")).slice(0, 40);
    return `${characters.join("")}.mp3`.replace(/^\./, "x.");
  });

function requests(): fc.Arbitrary<CodeRequest> {
  const json = fc
    .record({ model: hostile(), input: hostile(), voice: hostile(), other: hostile(), name: hostile() })
    .map(({ other, name, ...body }) => JSON.stringify({ ...body, [other]: name, extra_body: { [name]: other } }));
  const body = fc.oneof(json, hostile()).map(sentText);
  const file = fileName();
  const speech = "/v1/audio/speech";
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.record({ method: fc.constant("POST"), path: fc.constant(speech), body, file }) },
      {
        weight: 1,
        arbitrary: fc.record({ method: fc.constant("POST"), path: fc.constant("/v1/systemone"), body, file }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          method: fc.constant("GET"),
          path: hostile().map((query) => `${speech}/tasks/task_1/content?${plainQueryOf(query)}`),
          range: fc.oneof(fc.constant("bytes=0-1"), hostile()),
          file,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("websocket"),
          method: fc.constant("GET"),
          path: hostile().map((model) => `${speech}/websocket?model=${encodeURIComponent(sentText(model))}`),
          body,
          file,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant("task"),
          method: fc.constant("POST"),
          path: fc.constant(`${speech}/tasks`),
          body,
          file,
        }),
      },
      // What a file or an older version may have named.
      {
        weight: 2,
        arbitrary: fc.record({
          method: fc.constant("POST"),
          path: hostile().map((text) => `${text}${speech}`),
          body,
          file,
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          method: fc.constant("POST"),
          path: hostile().map((text) => `${speech}${text}`),
          body,
          file,
        }),
      },
    )
    .map((request) => ({ kind: "file", ...request }) as CodeRequest);
}

/** As listeners compare texts: JSON by what it says, since clients write it anew, and addresses by what they mean. */
function meaning(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
/** Encoded as often as it may be: where a percent sign stands for itself, Python encodes all of them once more. */
function decoded(path: string): string {
  const once = path.replace(/\?$/, "").replace(/(?:%[\dA-Fa-f]{2})+/g, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes.replace(/%25/g, "%").toUpperCase();
    }
  });
  return once === path ? once : decoded(once);
}

test("code sends any bytes in any field as data, to the service and to nobody else", async () => {
  const seed = Date.now() % 1_000_000_000;
  const all = fc.sample(requests(), { numRuns: 90, seed });
  const ran = await runAll(all, listeners.base);
  for (const run of ran) {
    const said = `seed ${seed}, ${run.name}: ${JSON.stringify(run.request)}\n${run.snippet.code}`;
    expect(listeners.reached(run.name).map(seen), said).toEqual(wanted(run));
    expect([...run.files].sort(), said).toEqual([run.snippet.name, run.request.file].sort());
  }
  expect(listeners.strangers()).toBe(0);
  // Addresses and ranges that nothing documents have no code, and all the others have.
  const withCode = new Set(ran.map(({ request }) => request));
  for (const request of all)
    expect(withCode.has(request), JSON.stringify(request)).toBe(withoutCode(request) === undefined);
  expect(withCode.size).toBeGreaterThan(30);
  expect(withCode.size).toBeLessThan(all.length);
});

const seen = ({ method, path, headers, body }: ReturnType<Listeners["reached"]>[number]) => ({
  method,
  path: decoded(path),
  range: headers.range ?? "",
  authorization: headers.authorization,
  owned: headers["x-owned"],
  body: meaning(body),
});

function wanted({ request }: Ran) {
  const { method, path, kind, range = "", body = "" } = request;
  const of = { authorization: `Bearer ${key}`, owned: undefined };
  const first = { method, path: decoded(path), range, body: meaning(body), ...of };
  const content = { method: "GET", path: decoded(`${path}/task_1/content${signed}`), range: "", body: "", ...of };
  return kind === "task" ? [first, content] : [first];
}

test("code asks for no task by a name that is another address, a pattern or a command", async () => {
  const stranger = `127.0.0.1:${listeners.strangerPort}`;
  const request = (file: string): CodeRequest => {
    return { kind: "task", method: "POST", path: "/v1/audio/speech/tasks", body: "{}", file };
  };
  taskIds = [
    "task_a.B~c-1",
    ...[
      "",
      "..",
      "../../models",
      "task_a/../../../models",
      `@${stranger}/`,
      `task_@${stranger}`,
      "task_a\n",
      "task_a b",
    ],
    ...["$(touch owned)", "`touch owned`", "task_$(touch owned)", "task_{a,b}", "task_[1-9]", "task_a?b", "task_a#b"],
    ...["task_%2e%2e", "task_é", `task_${"a".repeat(201)}`, 7, null, ["task_a", "b"], { a: 1 }],
  ];
  const ran = await runAll(
    taskIds.map(() => request("speech.mp3")),
    listeners.base,
  );
  taskIds = [];
  for (const { name, files, snippet } of ran) {
    const isGood = name.startsWith("0-");
    const paths = listeners.reached(name).map(({ path }) => decoded(path.replace("/v1/audio/speech/tasks", "")));
    expect(paths, name).toEqual(isGood ? ["", decoded(`/task_a.B~c-1/content${signed}`)] : [""]);
    expect([...files].sort(), name).toEqual(isGood ? [snippet.name, "speech.mp3"].sort() : [snippet.name]);
  }
  expect(ran.length).toBeGreaterThan(60);
  expect(listeners.strangers()).toBe(0);
});

test("code follows no redirect, and takes none for the sound", async () => {
  const headers = { Location: `http://127.0.0.1:${listeners.strangerPort}/` };
  const service = await startFakeService({
    answer({ method, url }, response) {
      if (method === "POST" && url.endsWith("/tasks")) response.end('{"id":"task_1","status":"completed"}');
      else response.writeHead(307, headers).end("the page of a redirect");
    },
    refuse(_, socket) {
      socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${headers.Location}\r\nContent-Length: 0\r\n\r\n`);
      return true;
    },
  });
  const of = {
    method: "POST",
    kind: "file",
    body: '{"model":"m","input":"i","voice":"v"}',
    file: "speech.mp3",
  } as const;
  const path = "/v1/audio/speech";
  const all: readonly CodeRequest[] = [
    { ...of, path },
    { ...of, path: `${path}/tasks`, kind: "task" },
    { method: "HEAD", path: `${path}/tasks/task_1/content`, kind: "file", file: "speech.mp3" },
    { ...of, path: `${path}/websocket?model=m`, kind: "websocket", method: "GET" },
  ];
  const snippets = all.flatMap((each) => snippetsOf(each).filter(canRun));
  const environment = { SPEECH_BASE_URL: service.url, SPEECH_API_KEY: key };
  for (const snippet of snippets) {
    const { status, file, said } = await runSnippet(snippet, "speech.mp3", environment, "an earlier sound");
    expect.soft([status === 0, file.toString()], `${snippet.code}\n${said}`).toEqual([false, "an earlier sound"]);
    expect.soft(listeners.strangers(), snippet.code).toBe(0);
  }
  expect(snippets.length).toBeGreaterThan(0);
  await service.close();
});

test("curl code means the same in a shell that knows no comments, and leaves it as it was", async () => {
  const of = { method: "POST", body: '{"input":"It\'s $(touch owned) # !!"}', file: "speech.mp3" } as const;
  const all: readonly CodeRequest[] = [
    { ...of, path: "/v1/audio/speech", kind: "file" },
    { ...of, path: "/v1/audio/speech/tasks", kind: "task" },
  ];
  for (const request of all) {
    const snippet = snippetsOf(request).find((each) => each.id === "curl" && canRun(each));
    if (snippet === undefined) continue;
    const folder = await mkdtemp(join(tmpdir(), "pasted-"));
    const environment = { ...process.env, SPEECH_BASE_URL: `${listeners.base}/${request.kind}`, SPEECH_API_KEY: key };
    const said = await new Promise<string>((done) => {
      const shell = execFile("bash", ["--norc", "-i"], { cwd: folder, env: environment }, (_, output) => done(output));
      // What zsh does by itself.
      shell.stdin?.end(`HISTFILE=; shopt -u interactive_comments\n${snippet.code}\necho "flags $-"\n`);
    });
    expect.soft(said, snippet.code).toMatch(/^flags [^eu]+$/m);
    expect.soft(await readdir(folder), snippet.code).toEqual(["speech.mp3"]);
    expect.soft(await readFile(join(folder, "speech.mp3"), "utf8").catch(() => ""), snippet.code).toBe("sound");
    expect.soft(listeners.reached(request.kind)[0]?.body, snippet.code).toBe(of.body);
    await rm(folder, { recursive: true });
  }
});
