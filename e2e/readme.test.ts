import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, posix, resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";

const root = resolve(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** What programs tell each other, or their libraries, and nobody else sets. */
const internal = [
  "AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED",
  "PLAYGROUND_SERVICE",
  "PLAYGROUND_REFERENCES",
  "PLAYGROUND_CONTENT_URL",
  "PLAYGROUND_PAGE_HOSTS",
  "PLAYGROUND_STOP_SECONDS",
];

test("the configuration tables have every variable that the programs read, and no other", () => {
  const sources = ["src/server", "src/service", "src/start"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), "utf8")),
  );
  const read = sources.flatMap((text) => [
    ...[...text.matchAll(/\benv(?:ironment)?(?:\.|\[")([A-Z][A-Z_]+)\b/g)].map(([, name = ""]) => name),
    // A schema's keys: the programs read their configuration by one.
    ...(text.includes("z.object(") ? [...text.matchAll(/^ {2}([A-Z][A-Z_]+): [a-z]/gm)] : []).map(
      ([, name = ""]) => name,
    ),
  ]);
  const tables = readme + readFileSync(join(root, "src/service/README.md"), "utf8");
  const listed = [...tables.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name = ""]) => name);
  expect(listed.toSorted()).toEqual([...new Set(read)].filter((name) => !internal.includes(name)).toSorted());
});

test("every command that it names is there, and what it lists is all that a person runs", () => {
  const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|[a-z]+)\b(?=[` \n])/g)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "ci" && name !== "run");
  for (const name of new Set(named)) expect(Object.keys(scripts), name).toContain(name);
  const listed = [...readme.matchAll(/^\| `npm (?:ci && npm )?(?:run )?([a-z]+)[^|]*\|/gm)].map(
    ([, name = ""]) => name,
  );
  // The steps of npm test, for whoever works on it.
  const steps = ["build", "types", "lint", "format"];
  expect(listed.toSorted()).toEqual(
    Object.keys(scripts)
      .filter((name) => !steps.includes(name))
      .toSorted(),
  );
});

/** Every README of the project, by its path, without its blocks of code. */
const readmes = new Map(
  ["README.md", ...["src", "e2e"].flatMap(readmesIn)].map((path) => [
    path,
    readFileSync(join(root, path), "utf8").replace(/^```.*?^```$/gms, ""),
  ]),
);

function readmesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => basename(name) === "README.md")
    .map((name) => posix.join(folder, name.replaceAll("\\", "/")));
}

/** The anchors of a README's chapters, as they are made of the headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

/** What a README links to within the project, from the project's folder, each with its anchor or "". */
function linksOf(path: string, text: string): { target: string; anchor: string }[] {
  return [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)]
    .map(([, target = "", anchor = ""]) => ({ target, anchor }))
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .map(({ target, anchor }) => ({ target: target === "" ? path : posix.join(posix.dirname(path), target), anchor }));
}

/** What stands in backticks and looks like a path of the project: no address, no package, no media type. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)]
    .map(([, code = ""]) => code)
    .filter((code) => /^(?:\.{0,2}\/)?(?:src|e2e|public|\.ci)\/\S*$|^[\w./-]+\.(?:tsx?|mjs|css|json|md)$/.test(code));

test("there is a README where the project's says that there is one", () => {
  const linked = linksOf("README.md", readme).map(({ target }) => target);
  expect(linked.filter((target) => target.endsWith("README.md")).length).toBeGreaterThan(5);
  expect([...readmes.keys()].filter((path) => path !== "README.md" && !linked.includes(path))).toEqual([]);
});

test.each([...readmes])("every file, folder and chapter that %s points to is there", (path, text) => {
  const missing = linksOf(path, text).filter(
    ({ target, anchor }) =>
      !existsSync(join(root, target)) || (anchor !== "" && !anchorsOf(readmes.get(target) ?? "").includes(anchor)),
  );
  expect(missing).toEqual([]);
  const near = join(root, posix.dirname(path));
  expect(pathsIn(text).filter((name) => !existsSync(join(root, name)) && !existsSync(join(near, name)))).toEqual([]);
});

test("what it names in a file or a folder is there", () => {
  const named = [...readme.matchAll(/`([^`]+)` in `((?:src|e2e)\/[^`]+)`/g)];
  expect(named.length).toBeGreaterThan(3);
  const without = named.filter(([, name = "", path = ""]) => {
    const place = join(root, path);
    const files = statSync(place).isDirectory()
      ? readdirSync(place, { recursive: true, encoding: "utf8" }).map((file) => join(place, file))
      : [place];
    return !files.some((file) => file.endsWith(".ts") && readFileSync(file, "utf8").includes(name));
  });
  expect(without.map(([text]) => text)).toEqual([]);
});

test("it is short, and says first how to start", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(180);
  for (const command of ["npm ci && npm start", "npm ci && npm test"]) expect(readme).toContain(command);
});

test.each([...readmes])("no line of %s is longer than 120 columns, but for tables and code", (_path, text) => {
  const long = text.split("\n").filter((line) => line.length > 120 && !line.startsWith("|"));
  expect(long).toEqual([]);
});

test("what runs and isn't MIT, ISC, BSD, Apache-2.0 or BlueOak is named with its licence", () => {
  const { packages } = z
    .object({
      packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), license: z.string().optional() })),
    })
    .parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  const free = /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)$/;
  const others = Object.entries(packages).filter(
    ([path, { dev, license = "" }]) => path !== "" && dev !== true && !free.test(license),
  );
  const licences = readme.split(/^## Licences$/m)[1] ?? "";
  for (const [path, { license }] of others) {
    const name = path.replace(/^.*node_modules\//, "");
    // One project may come in several packages.
    expect(licences).toContain(name.split("/")[0]);
    expect(licences).toContain(license);
  }
});
