import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeRequest, Snippet } from "../../src/contract/snippets/code-request.ts";
import { snippetsOf } from "../../src/contract/snippets/index.ts";
import { listen, type SeenRequest, startFakeService } from "../../src/http/fake-service.fixture.ts";
import { canRun, programs, root } from "./run.ts";

/** What reached a listener. */
export interface Reached {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What signs the address of a task's sound, which names another host than the one that is to be asked. */
export const signed = "?signature=a%2Fb[1-3]{c,d}$HOME&expires=9";

/** A service that answers everything, a stranger whom nobody may ask, and what reached each. */
export interface Listeners {
  readonly base: string;
  /** The requests whose addresses lie below `base/name`. */
  reached(name: string): readonly Reached[];
  readonly strangerPort: number;
  strangers(): number;
  close(): Promise<void>;
}

/** Opens both. A task that is made is called what `idOf` says of the name of its base. */
export async function openListeners(idOf: (name: string) => unknown): Promise<Listeners> {
  const reached = new Map<string, Reached[]>();
  const note = ({ method, url, headers }: SeenRequest, body: string): string => {
    const [, name = "", path = ""] = /^\/([^/]*)(.*)$/s.exec(url) ?? [];
    reached.set(name, [...(reached.get(name) ?? []), { method, path, headers, body }]);
    return name;
  };
  const service = await startFakeService({
    answer(request, response) {
      const name = note(request, request.body.toString());
      const isTask = request.method === "POST" && request.url.endsWith("/tasks");
      const task = { id: idOf(name), status: "completed", content_url: `http://127.0.0.1:${strangerPort}/x${signed}` };
      response.end(isTask ? JSON.stringify(task) : "sound");
    },
    serve(socket, request) {
      socket.on("message", (data) => {
        note(request, String(data));
        // What a program can't read costs it no sound.
        for (const frame of ["no JSON", '["type"]', "null"]) socket.send(frame);
        socket.send(Buffer.from("sound"));
        socket.send('{"type":"complete"}');
        socket.close(1000);
      });
    },
  });
  let strangers = 0;
  const stranger = createServer((_, response) => response.end()).on("connection", () => strangers++);
  const strangerPort = await listen(stranger);
  return {
    base: service.url,
    reached: (name) => reached.get(name) ?? [],
    strangerPort,
    strangers: () => strangers,
    async close() {
      await service.close();
      stranger.close();
    },
  };
}

/** A snippet that was run, by the name of its base; `files` is what its folder held in the end. */
export interface Ran {
  readonly name: string;
  readonly request: CodeRequest;
  readonly snippet: Snippet;
  readonly files: readonly string[];
}

export const key = "sk-canary-0123456789";

/**
 * Every program runs all of its snippets, one after the other, each in a folder and with a base of its own; the
 * programs run side by side.
 */
export async function runAll(requests: readonly CodeRequest[], base: string): Promise<readonly Ran[]> {
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const runs = requests.flatMap((request, at) =>
      snippetsOf(request)
        .filter(canRun)
        .map((snippet) => ({ name: `${at}-${snippet.id}`, request, snippet })),
    );
    for (const { name, snippet } of runs) {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, snippet.name), snippet.code);
    }
    const ofLanguage = (language: Snippet["language"]) => runs.filter(({ snippet }) => snippet.language === language);
    const list = (of: typeof runs) => of.map(({ name, snippet }) => `${name} ${snippet.name}`).join("\n");
    for (const language of ["curl", "python", "typescript"] as const) {
      await writeFile(join(folder, `list-${language}`), `${list(ofLanguage(language))}\n`);
    }
    await writeFile(join(folder, "all.sh"), shellDriver);
    await writeFile(join(folder, "all.py"), pythonDriver);
    await writeFile(join(folder, "all.mts"), scriptDriver);
    const environment = { ...process.env, ...programs.environment, BASE: base, SPEECH_API_KEY: key };
    const drivers = [
      [...programs.curl, "all.sh"],
      [...programs.python, "all.py"],
      [...programs.typescript, "all.mts"],
    ];
    await Promise.all(
      drivers.map(
        ([program = "", ...argumentList]) =>
          new Promise((done) => {
            execFile(program, argumentList, { cwd: folder, env: environment, maxBuffer: 1 << 26 }, done);
          }),
      ),
    );
    return await Promise.all(runs.map(async (run) => ({ ...run, files: await readdir(join(folder, run.name)) })));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const shellDriver = `
while read -r name file; do
  (cd "$name" && SPEECH_BASE_URL="$BASE/$name" sh "./$file" < /dev/null)
done < list-curl
`;

const pythonDriver = `
import os, traceback

here = os.getcwd()
for line in open("list-python").read().splitlines():
    name, file = line.split(" ")
    os.chdir(os.path.join(here, name))
    os.environ["SPEECH_BASE_URL"] = os.environ["BASE"] + "/" + name
    try:
        exec(compile(open(file, encoding="utf-8").read(), file, "exec"), {"__name__": "__main__"})
    except BaseException:
        traceback.print_exc()
`;

const scriptDriver = `
import { readFileSync } from "node:fs";
import { join } from "node:path";

const here = process.cwd();
for (const line of readFileSync("list-typescript", "utf8").trim().split("\\n")) {
  const [name = "", file = ""] = line.split(" ");
  process.chdir(join(here, name));
  process.env.SPEECH_BASE_URL = process.env.BASE + "/" + name;
  await import(join(here, name, file)).catch((error) => console.error(error));
}
`;
