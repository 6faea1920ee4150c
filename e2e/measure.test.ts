import { resolve } from "node:path";
import { expect, test } from "vitest";
import { measure, readProject, type SourceFile } from "./measure.ts";

const file = (path: string, ...lines: string[]): SourceFile => ({ path, lines });
const found = (files: readonly SourceFile[], name: string) =>
  measure(files).find((each) => each.name.includes(name))?.found;

test("a small file with one importer counts where that stands in the same folder, tests aside", () => {
  const files = [
    file("src/core/a.ts", 'import { b } from "./b.ts";', 'import { c } from "../kit/c.ts";', 'import "./d.ts";'),
    file("src/core/b.ts", "export const b = 1;"),
    file("src/core/b.test.ts", 'import { b } from "./b.ts";', 'import { d } from "./d.ts";'),
    file("src/kit/c.ts", "export const c = 1;"),
    file("src/core/d.ts", "export const d = 1;"),
    file("src/core/e.ts", 'const d = () => import("./d.ts");', 'const later = () => import("./later.ts");'),
    file("src/core/later.ts", "export const later = 1;"),
    file("src/core/large.ts", ...Array(46).fill("export {};")),
    file("src/core/f.ts", 'import "./large.ts";', 'import address from "./worker.ts?worker&url";'),
    file("src/core/worker.ts", "postMessage(1);"),
  ];
  expect(found(files, "one importer")).toEqual(["src/core/b.ts"]);
});

test("lines count in characters, and tests only where their columns are meant", () => {
  const files = [
    file("src/core/a.ts", "😀".repeat(120), "x".repeat(121)),
    file("e2e/a.test.ts", "x".repeat(121)),
    file("README.md", "x".repeat(121)),
  ];
  expect(found(files, "columns")).toHaveLength(2);
  expect(found(files, "TypeScript")).toHaveLength(2);
});

test("an import of another feature counts, one of its own doesn't", () => {
  const files = [
    file("src/features/batch/a.ts", 'import "../compare/b.ts";', 'import "./c.ts";'),
    file("src/features/compare/b.ts", 'import "./messages/en.ts";'),
    file("src/app/a.ts", 'import "../features/compare/b.ts";'),
  ];
  expect(found(files, "feature")).toEqual(["src/features/batch/a.ts"]);
});

test("what the project has reached it keeps", () => {
  const held = ["imports from one feature into another", "lines of README"];
  const measures = measure(readProject(resolve(import.meta.dirname, "..")));
  const broken = measures.filter(({ name, goal, found }) => held.includes(name) && found.length > goal);
  expect(measures.filter(({ name }) => held.includes(name))).toHaveLength(held.length);
  expect(broken).toEqual([]);
});

test("no line of the rooms behind the page is past the columns", () => {
  const behindThePage =
    /^(?:src\/(?:api|audio|conformance|contract|http|server|service|start)|e2e\/(?:spec-fake|suite))\//;
  const long = found(readProject(resolve(import.meta.dirname, "..")), "columns") ?? [];
  expect(long.filter((line) => behindThePage.test(line))).toEqual([]);
});
