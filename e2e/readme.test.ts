import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";

const root = resolve(import.meta.dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** What the launcher tells its own programs, and nobody else sets. */
const internal = ["PLAYGROUND_SERVICE", "PLAYGROUND_REFERENCES"];

test("the configuration table has every variable that the programs read, and no other", () => {
  const sources = ["src/server", "src/service", "src/start"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/\.(?:test|fixture)\.ts$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), "utf8")),
  );
  const read = sources.flatMap((text) => [
    ...[...text.matchAll(/\benv(?:ironment)?(?:\.|\[")([A-Z][A-Z_]+)\b/g)].map(([, name = ""]) => name),
    // A schema's keys: the programs read their configuration by one.
    ...(text.includes("z.object(") ? [...text.matchAll(/^ {2}([A-Z][A-Z_]+): (?:z\b|list\b)/gm)] : []).map(
      ([, name = ""]) => name,
    ),
  ]);
  const listed = [...readme.matchAll(/^\| `([A-Z][A-Z_]+)` \|/gm)].map(([, name = ""]) => name);
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

test("every file, folder, picture and chapter that it points to is there", () => {
  const paths = [...readme.matchAll(/(?:`|\]\()((?:src|e2e|public)\/[\w./-]+)/g)].map(([, path = ""]) => path);
  const missing = paths.filter((path) => !existsSync(join(root, path)));
  expect(missing).toEqual([]);
  const chapters = [...readme.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  for (const [, anchor] of readme.matchAll(/\]\(#([\w-]+)\)/g)) expect(chapters).toContain(anchor);
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
