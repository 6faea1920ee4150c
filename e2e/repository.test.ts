import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";

const root = resolve(import.meta.dirname, "..");

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      integrity: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
const { packages } = lockSchema.parse(JSON.parse(lockText));

/** Files under version control, and those about to be: everything that git doesn't ignore, in text form. */
function textFiles(): { name: string; text: string }[] {
  const listed = spawnSync(
    "git",
    ["-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    {
      cwd: root,
      encoding: "utf8",
    },
  );
  expect(listed.status).toBe(0);
  return listed.stdout
    .split("\0")
    .filter((name) => name !== "")
    .flatMap((name) => {
      try {
        const content = readFileSync(join(root, name));
        return content.includes(0) ? [] : [{ name, text: content.toString("utf8") }];
      } catch {
        return [];
      }
    });
}

/** A path below a person's or a build machine's folder; an URL's path or a relative path isn't one. */
const machinePath = /(?<![\w.:/\\-])(?:\/(?:home|Users|work|root)\/[\w.]|[A-Z]:\\Users\\)/;

/** The address of a package registry, under any of the names that one usually has. */
const registryAddress = /https?:\/\/(?:registry\.|[^\s"'/]*\/(?:npm|registry)\/|[^\s"'/]*(?:npmjs|yarnpkg)\.)/;

test("the lock records no address that a package was downloaded from", () => {
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  const withAddress = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined);
  expect(withAddress.map(([name]) => name)).toEqual([]);
  expect(lockText).not.toMatch(registryAddress);
});

test("the page starts every worker under its Trusted Types policy, without which browsers refuse it", () => {
  const isOfPage =
    /^src\/(?:api|app|audio|conformance|core|features|kit)\/(?!.*\.(?:test|fixture)\.tsx?$)|^src\/main\.tsx$/;
  const starts = textFiles()
    .filter(({ name }) => isOfPage.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/(?:\bnew (?:Shared)?Worker|\.addModule|\b\w*[wW]orkers?\.register)\((.*)/g)].map(
        ([start]) => `${name}: ${start}`,
      ),
    );
  expect(starts.length).toBeGreaterThan(4);
  expect(starts.filter((start) => !/\(ownScript\(/.test(start))).toEqual([]);
});

test("the lock holds every optional package that it promises, for every platform", () => {
  const missing = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies).filter(
      (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
    ),
  );
  expect(missing).toEqual([]);
});

test("every locked package has a checksum", () => {
  const without = Object.entries(packages).filter(
    ([name, entry]) => name !== "" && entry.link !== true && entry.integrity === undefined,
  );
  expect(without.map(([name]) => name)).toEqual([]);
});

test("no file names a path of somebody's machine or a package registry", () => {
  const files = textFiles();
  expect(files.map(({ name }) => name)).toContain("package.json");
  const found = files.filter(({ text }) => machinePath.test(text) || registryAddress.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

test.each([
  [`cd ${"/ho"}me/someone/project`, true],
  [`"${"/wo"}rk/main"`, true],
  [`C:${"\\Us"}ers\\someone`, true],
  ["https://example.com/home/page", false],
  ["../work/notes", false],
  ["node_modules/work/x", false],
])("%j names somebody's machine: %s", (text, expected) => {
  expect(machinePath.test(text)).toBe(expected);
});

test.each([
  [`https://${"registry"}.example.com/react`, true],
  [`https://${"mirror"}.example.com/npm/react`, true],
  ["https://opencollective.com/fastify", false],
])("%j is a registry's address: %s", (text, expected) => {
  expect(registryAddress.test(text)).toBe(expected);
});
