import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkSizeBudget, initialScripts } from "./size-budget.ts";

let folder = "";

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}

/** A built page: an entry that imports two shared chunks, one through the other, and a part that loads later. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "size-budget-"));
  write(
    ".vite/manifest.json",
    JSON.stringify({
      "index.html": { file: "assets/main.js", isEntry: true, imports: ["_a.js"], dynamicImports: ["later.ts"] },
      "_a.js": { file: "assets/a.js", imports: ["_b.js"] },
      "_b.js": { file: "assets/b.js", imports: ["_a.js"] },
      "later.ts": { file: "assets/later.js", isDynamicEntry: true, imports: ["_a.js"] },
      "style.css": { file: "assets/style.css", isEntry: true },
    }),
  );
  write(
    "index.html",
    '<script src="/theme.js"></script><script type="module" crossorigin src="/assets/main.js"></script>' +
      '<link rel="modulepreload" href="/assets/a.js"><link rel="stylesheet" href="/assets/style.css">',
  );
  for (const file of ["theme", "assets/main", "assets/a", "assets/b", "assets/later"]) write(`${file}.js`, "1;");
  write("assets/style.css", "a{}");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("counts what loads before the page shows, once each, and not what loads later", () => {
  const files = initialScripts(folder).map((script) => script.file);
  expect(files.sort()).toEqual(["assets/a.js", "assets/b.js", "assets/main.js", "theme.js"]);
});

test("counts the file compressed at build where there is one", () => {
  write("assets/b.js", randomBytes(5000));
  write("assets/b.js.br", Buffer.alloc(321));
  expect(initialScripts(folder)[0]).toEqual({ file: "assets/b.js", bytes: 321 });
});

test("compresses what the build left uncompressed", () => {
  write("assets/a.js", "const text = 1;\n".repeat(10_000));
  const size = initialScripts(folder).find((script) => script.file === "assets/a.js");
  expect(size?.bytes).toBeLessThan(500);
});

test("passes at the limit and fails one byte over it, with the figures", () => {
  write("assets/main.js", randomBytes(20_000));
  const total = initialScripts(folder).reduce((sum, script) => sum + script.bytes, 0);
  expect(checkSizeBudget(folder, total)).toContain("assets/main.js");
  expect(() => checkSizeBudget(folder, total - 1)).toThrow(/over the size budget.*\n.*20\.\d kB of 20\.\d kB/);
});

test("the limit is 160 kB of 1,000 bytes", () => {
  write("assets/main.js", randomBytes(159_000));
  expect(checkSizeBudget(folder)).toContain("of 160.0 kB");
  write("assets/main.js", randomBytes(161_000));
  expect(() => checkSizeBudget(folder)).toThrow("over the size budget");
});

test("a page without scripts is an error, not a page within its budget", () => {
  write(".vite/manifest.json", "{}");
  write("index.html", "<p></p>");
  expect(() => checkSizeBudget(folder)).toThrow("No script found");
});
