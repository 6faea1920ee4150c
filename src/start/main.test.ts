import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  copyProject,
  createBuiltProject,
  createProject,
  type Launched,
  type Project,
  removeProjects,
} from "./launcher.fixture.ts";

async function getJson(url: string): Promise<Record<string, unknown>> {
  return (await fetch(url)).json() as Promise<Record<string, unknown>>;
}

async function expectNoProcesses(launched: Launched): Promise<void> {
  await expect.poll(() => launched.processes()).toEqual([]);
}

/** The launcher must end with code 1 and one line on standard error, nothing on standard output and no process left. */
async function expectOneLine(launched: Launched, line: RegExp): Promise<void> {
  expect(await launched.exit).toBe(1);
  expect(launched.err()).toMatch(/^[^\n]+\n$/);
  expect(launched.err()).toMatch(line);
  expect(launched.out()).toBe("");
  await expectNoProcesses(launched);
}

let built: Project;
beforeAll(() => {
  built = createBuiltProject();
});
afterAll(removeProjects);

test("builds, starts both programs, says so in one line, and ends on SIGTERM", async () => {
  const project = createProject();
  const launched = project.launch({ SESSION_SECRET: "x".repeat(32) });
  const url = await launched.ready();
  expect(launched.out()).toBe(`Speech Playground: ${url} (embedded speech service)\n`);
  expect(launched.err()).toBe("");
  expect(await (await fetch(url)).text()).toContain("<title>Page</title>");
  expect(await getJson(`${url}/playground/config`)).toMatchObject({ service: "embedded", hasKey: true });
  expect(await getJson(`${url}/v1/models`)).toMatchObject({
    right: true,
    secret: 43,
    DATA_DIR: join(project.root, "data"),
    SERVICE_HOST: "127.0.0.1",
  });
  expect(launched.processes()).toHaveLength(3);

  launched.child.kill("SIGTERM");
  expect(await launched.exit).toBe(0);
  expect(launched.err()).toBe("");
  await expectNoProcesses(launched);
});

// dash stands between npm and the launcher; bash becomes the launcher.
describe.each(["sh", "bash"])("npm with %s", (shell) => {
  test.each(["SIGTERM", "SIGKILL"] as const)("%s to npm alone leaves no process", async (signal) => {
    const launched = copyProject(built).launchByNpm(shell);
    await launched.ready();
    // npm, the launcher, both programs and perhaps the shell.
    expect(launched.processes().length).toBeGreaterThanOrEqual(4);
    launched.child.kill(signal);
    await expect.poll(() => launched.processes()).toEqual([]);
  });

  test("the playground outlives whoever started npm", async () => {
    const launched = copyProject(built).launchByNpm(shell, ["sh", "-c", "npm start & wait"]);
    const url = await launched.ready();
    launched.child.kill("SIGKILL");
    await once(launched.child, "exit");
    // The launcher looks twice a second whether npm is gone.
    const end = performance.now() + 1_200;
    while (performance.now() < end) expect(await getJson(`${url}/v1/models`)).toMatchObject({ right: true });
  });
});

test.each([
  [{}, undefined],
  [{ PLAYGROUND_PUBLIC_URL: "https://speak.example.com/" }, "https://speak.example.com"],
  [{ SERVICE_PUBLIC_URL: "https://speech.example.com/base" }, "https://speech.example.com/base"],
])("the service gives out addresses that lead to the playground: %j", async (environment, expected) => {
  const url = await copyProject(built).launch(environment).ready();
  const contentUrl = expected ?? url;
  expect(await getJson(`${url}/v1/models`)).toMatchObject({ SERVICE_PUBLIC_URL: contentUrl });
  expect(await getJson(`${url}/playground/config`)).toMatchObject({ contentUrl });
});

test("a relative DATA_DIR is below the project's folder for both programs, wherever they are started", async () => {
  const project = copyProject(built);
  const shares = { PLAYGROUND_SHARE_HOURS: "1", PLAYGROUND_PUBLIC_URL: "https://speak.example.com" };
  const url = await project.launch({ DATA_DIR: "kept", ...shares }, [], tmpdir()).ready();
  expect(await getJson(`${url}/v1/models`)).toMatchObject({ DATA_DIR: join(project.root, "kept") });
  expect(existsSync(join(project.root, "kept", "shared-takes"))).toBe(true);
});

test("the service alone runs beside the playground, with a data folder of its own", async () => {
  const project = copyProject(built);
  const url = await project.launch().ready();
  const alone = project.launch({ SERVICE_API_KEYS: "my-key", SERVICE_PORT: "0" }, ["--service"]);
  const { DATA_DIR } = await getJson(`${(await alone.ready()).trim()}/v1/models`);
  expect(DATA_DIR).toBe(join(project.root, "data", "standalone"));
  expect(await getJson(`${url}/v1/models`)).toMatchObject({ DATA_DIR: join(project.root, "data") });
});

test("the embedded service signs with the secret that is given, as the others of its database do", async () => {
  const launched = copyProject(built).launch({ SERVICE_SIGNING_SECRET: "s".repeat(50) });
  expect(await getJson(`${await launched.ready()}/v1/models`)).toMatchObject({ secret: 50 });
});

test("ends within a second, and keeps its secrets for this user alone, over a restart", async () => {
  const project = copyProject(built);
  const keys: string[] = [];
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const launched = project.launch();
    // Its connections are kept, and must hold nothing up.
    await getJson(`${await launched.ready()}/v1/models`);
    keys.push(project.read("data/api-key") + project.read("data/signing-secret"));
    const asked = performance.now();
    launched.child.kill("SIGINT");
    expect(await launched.exit).toBe(0);
    times.push(performance.now() - asked);
  }
  expect(new Set(keys).size).toBe(1);
  // Grace that nobody needs would be in each of them; what else the machine does isn't.
  expect(Math.min(...times)).toBeLessThan(1_000);
  const modes = ["data", "data/api-key", "data/signing-secret"].map((file) => statSync(join(project.root, file)).mode);
  expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(["700", "600", "600"]);
});

test("with SPEECH_BASE_URL starts the proxy alone", async () => {
  const project = copyProject(built);
  project.uninstall("@echogarden/espeak-ng-emscripten");
  const launched = project.launch({ SPEECH_BASE_URL: "https://speech.example.com/path/", SPEECH_API_KEY: "sk-1" });
  const url = await launched.ready();
  expect(launched.out()).toBe(`Speech Playground: ${url} (speech service at https://speech.example.com/path)\n`);
  expect(launched.processes()).toHaveLength(2);
  expect(await getJson(`${url}/playground/config`)).toMatchObject({ service: "remote" });
  expect(existsSync(join(project.root, "data"))).toBe(false);
});

describe("with SPEECH_SERVICES", () => {
  const staging = { name: "staging", baseUrl: "https://speech.example.com", keyEnv: "STAGING_KEY" };
  const environment = { SPEECH_SERVICES: "services.json", STAGING_KEY: "sk-1" };

  test("starts the embedded service where an entry means it, which hears of no key but its own", async () => {
    const project = copyProject(built);
    project.write("services.json", JSON.stringify([staging, { name: "here" }]));
    const launched = project.launch(environment);
    const url = await launched.ready();
    expect(launched.out()).toBe(`Speech Playground: ${url} (embedded speech service and 1 more)\n`);
    const models = await getJson(`${url}/services/here/v1/models`);
    expect(models).toMatchObject({ right: true, SERVICE_PUBLIC_URL: `${url}/services/here` });
    expect(models).not.toHaveProperty("STAGING_KEY");
    const contentUrl = `${url}/services/here`;
    expect(await getJson(`${url}/playground/config`)).toMatchObject({
      service: "remote",
      services: [{ name: "staging" }, { name: "here", service: "embedded", contentUrl }],
    });
  });

  test("reads a file with a mark of its encoding in front", async () => {
    const project = copyProject(built);
    project.write("services.json", `\uFEFF${JSON.stringify([staging, { name: "here" }])}`);
    const launched = project.launch(environment);
    await launched.ready();
    expect(launched.out()).toContain("(embedded speech service and 1 more)");
  });

  test("says that the embedded service's variable can't hold another one's key", async () => {
    const project = copyProject(built);
    const other = { ...staging, keyEnv: "SPEECH_API_KEY" };
    project.write("services.json", JSON.stringify([{ name: "here" }, other]));
    const line = /^SPEECH_SERVICES: keyEnv must not name SPEECH_API_KEY.*variable of another name/;
    await expectOneLine(project.launch({ ...environment, SPEECH_API_KEY: "sk-1" }), line);
    // Unset, the embedded service's own key would go to the other one.
    await expectOneLine(project.launch(environment), line);
  });

  test("starts the proxy alone where none does", async () => {
    const project = copyProject(built);
    project.uninstall("@echogarden/espeak-ng-emscripten");
    project.write("services.json", JSON.stringify([staging, { ...staging, name: "production" }]));
    const launched = project.launch(environment);
    const url = await launched.ready();
    expect(launched.out()).toBe(`Speech Playground: ${url} (2 speech services)\n`);
    expect(launched.processes()).toHaveLength(2);
  });
});

test("makes a secret for sessions where there are some, for this user alone, and keeps it", async () => {
  const project = copyProject(built);
  const secrets: string[] = [];
  for (const environment of [
    { PLAYGROUND_PASSWORD: "open sesame" },
    { SPEECH_BASE_URL: "https://speech.example.com" },
  ]) {
    const launched = project.launch(environment);
    await launched.ready();
    expect(launched.err()).toBe("");
    secrets.push(project.read("data/session-secret"));
    launched.child.kill("SIGINT");
    expect(await launched.exit).toBe(0);
  }
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(secrets[1]).toBe(secrets[0]);
  expect((statSync(join(project.root, "data/session-secret")).mode & 0o777).toString(8)).toBe("600");
});

/** What `npm run build` says of a project. */
async function buildOf(project: Project): Promise<string> {
  const launched = project.launch({}, ["--build"]);
  expect(await launched.exit).toBe(0);
  return launched.out();
}

test("builds again when a source changes by its content, and not by a test or a README", async () => {
  const project = copyProject(built);
  expect(await buildOf(project)).toBe("dist is up to date.\n");
  project.write("index.html", project.read("index.html"));
  project.write("src/server/new.test.ts", "export {};");
  project.write("src/server/new.fixture.py", "pass");
  project.write("src/server/README.md", "# New");
  expect(await buildOf(project)).toBe("dist is up to date.\n");
  project.write("index.html", "<!doctype html><title>New</title>");
  expect(await buildOf(project)).toBe("Built the page and the programs into dist.\n");
  expect(project.read("dist/page/index.html")).toContain("<title>New</title>");
  project.write("dist/inputs.sha256", "0");
  expect(await buildOf(project)).toContain("Built");
});

test("builds again when a table changes that the checks of the page are made from", async () => {
  const project = copyProject(built);
  expect(await buildOf(project)).toBe("dist is up to date.\n");
  project.write("src/contract/golden/limits.json", "[]");
  expect(await buildOf(project)).toBe("Built the page and the programs into dist.\n");
});

test("a build that fails says why in one line and isn't taken for a good one", async () => {
  const project = copyProject(built);
  const good = project.read("src/server/limits.ts");
  project.write("src/server/limits.ts", "export const = 1;");
  await expectOneLine(project.launch(), /^The build failed: /);
  await expectOneLine(project.launch(), /^The build failed: /);
  project.write("src/server/limits.ts", good);
  await project.launch().ready();
});

describe("says in one line what is wrong:", () => {
  test("a disk that is full, and leaves nothing behind that would be taken for damaged", async () => {
    const launched = copyProject(built).launchWithoutRoom();
    await launched.exit;
    expect(launched.err()).toMatch(/^\/\S+ can't be used \(ENOSPC\)\. Make room on its disk, or set DATA_DIR[^\n]*\n$/);
    expect(launched.out()).toBe("fill\n");
  });

  test("packages that aren't installed", async () => {
    const project = createProject();
    project.uninstall("fastify");
    await expectOneLine(project.launch(), /Run npm ci first\./);
  });

  test("no Vite where something must be built; none is needed where nothing must", async () => {
    const project = copyProject(built);
    project.uninstall("vite");
    await project.launch().ready();
    project.write("index.html", "changed");
    await expectOneLine(project.launch(), /Vite isn't installed.*npm ci without --omit=dev/);
  });

  test("no speech engine", async () => {
    const project = copyProject(built);
    project.uninstall("@echogarden/espeak-ng-emscripten");
    await expectOneLine(project.launch(), /espeak.*--omit=optional.*SPEECH_BASE_URL/);
    // There it would change nothing.
    const alone = project.launch({ SERVICE_API_KEYS: "sk-1" }, ["--service"]);
    await expectOneLine(alone, /espeak.*Run npm ci without --omit=optional\.$/m);
  });

  test("a taken port", async () => {
    const project = copyProject(built);
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await expectOneLine(project.launch({ PORT: String(port) }), new RegExp(`port ${port} is taken.*PORT`));
  });

  test.each([
    [{ PORT: "http" }, /^PORT must be a port number/],
    [{ HOST: "my host" }, /^HOST must be an address or a name without a scheme/],
    [{ HOST: "me@here" }, /^HOST must be an address or a name without a scheme/],
    [{ PLAYGROUND_PUBLIC_URL: "ftp://b.c" }, /^PLAYGROUND_PUBLIC_URL must be a https:\/\/ or http:\/\/ address/],
    [{ PLAYGROUND_PUBLIC_URL: "https://b.c/v1" }, /^PLAYGROUND_PUBLIC_URL must not hold a path/],
    [{ PLAYGROUND_PUBLIC_URL: "https://b.c/?d" }, /^PLAYGROUND_PUBLIC_URL must not hold a query/],
    [{ SPEECH_API_KEY: "sk-1" }, /^SPEECH_API_KEY is set without SPEECH_BASE_URL/],
    [{ SPEECH_BASE_URL: "https://b.c/v1", SPEECH_API_KEY: "sk-1" }, /^SPEECH_BASE_URL must not end in \/v1/],
    [{ SPEECH_SERVICES: "none.json" }, /^SPEECH_SERVICES: none\.json: can't be read \(ENOENT\)\. Set SPEECH_SERVICES/],
    [{ DATA_DIR: "package.json" }, /package\.json can't be used \(EEXIST\)\. Move the file.*DATA_DIR/],
    [{ SERVICE_FAILS: "1" }, /^The speech engine isn't well\.$/m],
  ])("%j", async (environment, line) => {
    const project = copyProject(built);
    await expectOneLine(project.launch(environment), line);
  });

  test("a secret that was damaged", async () => {
    const project = copyProject(built);
    mkdirSync(join(project.root, "data"));
    project.write("data/api-key", "");
    chmodSync(join(project.root, "data/api-key"), 0o600);
    await expectOneLine(project.launch(), /api-key is damaged\. Delete it/);
  });

  test("an unknown command", async () => {
    await expectOneLine(
      createProject().launch({}, ["--help"]),
      /--help is unknown.*--dev, --service, --worker, --move, --voices, --check or --build/,
    );
  });
});

describe("the end", () => {
  test("Ctrl-C while it builds leaves no process", async () => {
    const launched = createProject().launch();
    await vi.waitUntil(() => launched.processes().length === 2, { interval: 5, timeout: 60_000 });
    launched.child.kill("SIGINT");
    expect(await launched.exit).toBe(0);
    expect([launched.out(), launched.err()]).toEqual(["", ""]);
    await expectNoProcesses(launched);
  });

  test("a signal that npm passes on a second time is one signal", async () => {
    const launched = copyProject(built).launch();
    await launched.ready();
    launched.child.kill("SIGINT");
    launched.child.kill("SIGINT");
    launched.child.kill("SIGTERM");
    expect(await launched.exit).toBe(0);
    await expectNoProcesses(launched);
  });

  test("a second Ctrl-C forces the end of a program that doesn't want to", async () => {
    const launched = copyProject(built).launch({ STUBBORN: "1" });
    await launched.ready();
    launched.child.kill("SIGINT");
    // The proxy has ended and the stand-in refuses to: that takes longer than what counts as one signal.
    await vi.waitUntil(() => launched.processes().length === 2, { timeout: 60_000 });
    const again = setInterval(() => launched.child.kill("SIGINT"), 100);
    onTestFinished(() => clearInterval(again));
    expect(await launched.exit).toBe(130);
    await expectNoProcesses(launched);
  });

  test("a launcher that is killed takes its programs with it", async () => {
    const launched = copyProject(built).launch();
    await launched.ready();
    expect(launched.processes()).toHaveLength(3);
    launched.child.kill("SIGKILL");
    expect(await launched.exit).toBeNull();
    await expectNoProcesses(launched);
  });

  test("a server that dies takes everything down, with one line", async () => {
    const launched = copyProject(built).launch();
    const url = await launched.ready();
    const { pid } = await getJson(`${url}/v1/models`);
    const server = launched.processes().find((other) => other !== launched.child.pid && other !== pid);
    process.kill(Number(server), "SIGKILL");
    expect(await launched.exit).toBe(1);
    expect(launched.err()).toBe("The playground's server ended unexpectedly (SIGKILL).\n");
    await expectNoProcesses(launched);
  });
});

describe("a speech service that dies", () => {
  const died =
    "The embedded speech service ended unexpectedly (SIGKILL). " +
    "It is started again in 0.5 s; the playground stays up.\n";
  const back = "The embedded speech service is back.\n";

  async function killService(url: string): Promise<number> {
    const { pid } = await getJson(`${url}/v1/models`);
    process.kill(Number(pid), "SIGKILL");
    return Number(pid);
  }

  /** Puts `condition` before the next starts of the service, which otherwise takes half a second to be back. */
  function hinder(project: Project, condition: string): void {
    const program = "dist/programs/service.js";
    project.write("dist/programs/good.js", project.read(program));
    project.write(
      program,
      `import { appendFileSync, existsSync, readFileSync } from "node:fs";
       process.on("disconnect", () => process.exit(0));
       ${condition}
       await import("./good.js");`,
    );
  }
  /** Until the file `go` is there: what is so while the service is gone lasts as long as the test looks at it. */
  const untilToldToGo = `while (!existsSync("go")) await new Promise((look) => setTimeout(look, 20));`;

  test("is started again where the playground looks for it, which says meanwhile that it is gone", async () => {
    const project = copyProject(built);
    const launched = project.launch({ LOG_LEVEL: "silent" });
    const url = await launched.ready();
    hinder(project, untilToldToGo);
    const before = await killService(url);
    await expect.poll(launched.err).toBe(died);
    const meanwhile = await fetch(`${url}/v1/models`);
    expect([meanwhile.status, await meanwhile.json()]).toMatchObject([
      502,
      { error: { code: "upstream_unreachable" } },
    ]);
    expect(await (await fetch(url)).text()).toContain("<title>Page</title>");
    project.write("go", "");
    await expect.poll(launched.err).toBe(died + back);
    const after = await getJson(`${url}/v1/models`);
    expect(after).toMatchObject({ right: true });
    expect(after["pid"]).not.toBe(before);
    expect(launched.processes()).toHaveLength(3);
    launched.child.kill("SIGTERM");
    expect(await launched.exit).toBe(0);
    expect(launched.err()).toBe(died + back);
    await expectNoProcesses(launched);
  });

  test("is tried again and again where it can't be started, and every time says why", async () => {
    const project = copyProject(built);
    const launched = project.launch();
    const url = await launched.ready();
    hinder(
      project,
      `appendFileSync("starts", ".");
       if (readFileSync("starts").length < 3) {
         process.send({ type: "failed", message: "The data folder is full: make room" }, () => process.exit(1));
         await new Promise(() => undefined);
       }`,
    );
    await killService(url);
    const why = (seconds: number) =>
      `The data folder is full: make room. It is started again in ${seconds} s; the playground stays up.\n`;
    await expect.poll(launched.err).toBe(died + why(1) + why(2) + back);
    expect(await getJson(`${url}/v1/models`)).toMatchObject({ right: true });
  });

  test("is left alone by Ctrl-C in the pause", async () => {
    const project = copyProject(built);
    const launched = project.launch();
    const url = await launched.ready();
    hinder(project, untilToldToGo);
    await killService(url);
    await expect.poll(launched.err).toBe(died);
    launched.child.kill("SIGINT");
    expect(await launched.exit).toBe(0);
    expect(launched.err()).toBe(died);
    await expectNoProcesses(launched);
  });

  test("is told to stop in its second life, too, and waited for", async () => {
    const launched = copyProject(built).launch({ STUBBORN: "1" });
    const url = await launched.ready();
    await killService(url);
    await expect.poll(launched.err).toBe(died + back);
    const { pid } = await getJson(`${url}/v1/models`);
    launched.child.kill("SIGINT");
    await vi.waitUntil(() => launched.processes().length === 2, { timeout: 60_000 });
    expect(launched.processes().sort()).toEqual([Number(pid), Number(launched.child.pid)].sort());
  });
});

describe("--service", () => {
  test("needs keys", async () => {
    await expectOneLine(copyProject(built).launch({}, ["--service"]), /^SERVICE_API_KEYS is missing/);
  });

  test("runs the service alone", async () => {
    const launched = copyProject(built).launch({ SERVICE_API_KEYS: "mine", SERVICE_PORT: "0" }, ["--service"]);
    const url = await launched.ready();
    expect(launched.out()).toBe(`Speech service: ${url}\n`);
    expect(await getJson(url)).toMatchObject({ right: false, secret: 43 });
    expect(launched.processes()).toHaveLength(2);
    launched.child.kill("SIGTERM");
    expect(await launched.exit).toBe(0);
    await expectNoProcesses(launched);
  });

  test("ends with a service that dies, so that whatever watches over it sees that", async () => {
    const launched = copyProject(built).launch({ SERVICE_API_KEYS: "mine", SERVICE_PORT: "0" }, ["--service"]);
    const { pid } = await getJson(await launched.ready());
    process.kill(Number(pid), "SIGKILL");
    expect(await launched.exit).toBe(1);
    expect(launched.err()).toBe("The embedded speech service ended unexpectedly (SIGKILL).\n");
    await expectNoProcesses(launched);
  });
});

describe("--worker", () => {
  /** Writes down what it is given, and works until it is told to stop. */
  const standIn = `import { writeFileSync } from "node:fs";
    writeFileSync("worker.json", JSON.stringify({ pid: process.pid, ...process.env }));
    process.on("SIGTERM", () => process.exit(0));
    process.on("disconnect", () => process.exit(0));
    setInterval(() => undefined, 1_000);
    process.send({ type: "listening", port: 0 });`;
  const start = async (environment: Readonly<Record<string, string>> = {}) => {
    const project = copyProject(built);
    project.write("dist/programs/worker.js", standIn);
    const launched = project.launch({ SERVICE_DATABASE_URL: "postgres://db", ...environment }, ["--worker"]);
    await vi.waitUntil(() => launched.out().includes("\n"), { timeout: 60_000 });
    return { project, launched, given: JSON.parse(project.read("worker.json")) };
  };

  test("runs a worker with the data folder of the service alone and none of the proxy's secrets", async () => {
    const { project, launched, given } = await start({ SPEECH_API_KEY: "secret", PLAYGROUND_PASSWORD: "p".repeat(12) });
    expect(launched.out()).toBe("Speech worker: waiting for tasks\n");
    expect(given).toMatchObject({
      SERVICE_DATABASE_URL: "postgres://db",
      DATA_DIR: join(project.root, "data", "standalone"),
    });
    expect(given).not.toHaveProperty("SPEECH_API_KEY");
    expect(given).not.toHaveProperty("PLAYGROUND_PASSWORD");
    launched.child.kill("SIGTERM");
    expect(await launched.exit).toBe(0);
    expect(launched.err()).toBe("");
    await expectNoProcesses(launched);
  });

  test("ends with a worker that dies, so that whatever watches over it sees that", async () => {
    const { launched, given } = await start();
    process.kill(given.pid, "SIGKILL");
    expect(await launched.exit).toBe(1);
    expect(launched.err()).toBe("The speech worker ended unexpectedly (SIGKILL).\n");
    await expectNoProcesses(launched);
  });
});

describe("--move", () => {
  const move = (program: string) => {
    const project = copyProject(built);
    project.write("dist/programs/move.js", program);
    return { project, launched: project.launch({ SESSION_SECRET: "secret" }, ["--move"]) };
  };

  test("runs the move on the data folder of the service alone, and ends as it ends", async () => {
    const { project, launched } = move("console.log(process.env.DATA_DIR, process.env.SESSION_SECRET);");
    expect(await launched.exit).toBe(0);
    expect(launched.out()).toBe(`${join(project.root, "data", "standalone")} undefined\n`);
    expect(launched.err()).toBe("");
    await expectNoProcesses(launched);
  });

  test("says in one line why it failed", async () => {
    const program = 'process.send({ type: "failed", message: "The folder is in use." }, () => process.exit(1));';
    await expectOneLine(move(program).launched, /^The folder is in use\.$/m);
  });
});

test("--voices runs the command with its arguments, and ends as it ends", async () => {
  const project = copyProject(built);
  const program = (code: number) => `console.log(process.argv.slice(2).join(" ")); process.exitCode = ${code};`;
  project.write("dist/programs/voices.js", program(0));
  const listed = project.launch({}, ["--voices", "list"]);
  expect(await listed.exit).toBe(0);
  expect(listed.out()).toBe("list\n");
  expect(listed.err()).toBe("");
  project.write("dist/programs/voices.js", program(1));
  const failed = project.launch({}, ["--voices", "add", "nobody"]);
  expect(await failed.exit).toBe(1);
  expect(failed.out()).toBe("add nobody\n");
  await expectNoProcesses(failed);
});

test.each(["--build", "--move", "--voices"])(
  "%s that is stopped hasn't done its work, and says so by its code",
  async (command) => {
    const project = command === "--build" ? createProject() : copyProject(built);
    const program = 'console.log("Begun."); setInterval(() => undefined, 1_000);';
    for (const name of ["move", "voices"]) project.write(`dist/programs/${name}.js`, program);
    const launched = project.launch({}, [command]);
    if (command === "--build")
      await vi.waitUntil(() => launched.processes().length === 2, { interval: 5, timeout: 60_000 });
    else await vi.waitUntil(() => launched.out() !== "", { timeout: 60_000 });
    launched.child.kill("SIGTERM");
    expect(await launched.exit).toBe(1);
    await expectNoProcesses(launched);
  },
);

test("--dev serves the page by Vite, forwards to the proxy, and starts programs anew when they change", async () => {
  const project = createProject();
  const launched = project.launch({}, ["--dev"]);
  const url = await launched.ready();
  expect(launched.out()).toBe(`Speech Playground, in development: ${url} (embedded speech service)\n`);
  expect(await (await fetch(url)).text()).toContain("/@vite/client");
  const before = await getJson(`${url}/v1/models`);
  expect(before).toMatchObject({ right: true });
  // As on the page that npm start serves: it belongs to whoever started it.
  expect(await getJson(`${url}/playground/config`)).toMatchObject({ addVoices: true });
  // What isn't there is the proxy's to say.
  for (const path of ["/references/own-1-x.wav", "/shared/x", "/shared/x/sound"]) {
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
  }
  const own = await fetch(`${url}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: "{}",
  });
  expect(own.status).toBe(200);
  const foreign = await fetch(`${url}/v1/audio/speech`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: "http://evil.example" },
    body: "{}",
  });
  expect(foreign.status).toBe(403);
  const patience = { timeout: 60_000, interval: 100 };
  project.write("src/service/main.ts", project.read("src/service/main.ts").replace("right,", 'right, changed: "yes",'));
  await vi.waitFor(
    async () => expect(await getJson(`${url}/v1/models`)).toMatchObject({ changed: "yes", right: true }),
    patience,
  );
  project.write(
    "src/http/errors.ts",
    project.read("src/http/errors.ts").replace("type: typeOf(status)", 'type: "new"'),
  );
  await vi.waitFor(
    async () => expect(await getJson(`${url}/v1/nothing`)).toMatchObject({ error: { type: "new" } }),
    patience,
  );
  launched.child.kill("SIGINT");
  expect(await launched.exit).toBe(0);
  await expectNoProcesses(launched);
});
