import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { describeCandidates, findCandidates } from "./browsers/drive.ts";
import { getBrowser } from "./browsers/install.ts";
import buildPrograms from "./build-programs.ts";
import { findNginx } from "./deployment/nginx.ts";
import { checkSizeBudget } from "./size-budget.ts";

/**
 * `npm test`: everything that CI checks, in the order in which a mistake is cheapest to learn. Stops at the first failure.
 */
const root = resolve(import.meta.dirname, "..");
const manifestSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/** The file behind a package's command, to be run by this Node: no shell, no PATH, the same on every system. */
function commandFile(packageName: string, command = packageName): string {
  const manifestPath = join(root, "node_modules", packageName, "package.json");
  const { bin } = manifestSchema.parse(JSON.parse(readFileSync(manifestPath, "utf8")));
  const file = typeof bin === "string" ? bin : bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(dirname(manifestPath), file);
}

function run(packageName: string, command: string, ...argumentList: string[]): void {
  const { status, signal } = spawnSync(process.execPath, [commandFile(packageName, command), ...argumentList], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: "1" },
  });
  if (status !== 0) throw new Error(`${command} ${argumentList.join(" ")} ended with ${signal ?? `code ${status}`}`);
}

const steps: [heading: string, step: () => void][] = [
  [
    "Browser",
    () => {
      const browser = getBrowser();
      console.log(browser);
      console.log(describeCandidates(findCandidates()));
    },
  ],
  [
    "nginx",
    () =>
      console.log(
        findNginx() ??
          "not installed: the server README's configuration of it is read, but not run (apt-get install nginx)",
      ),
  ],
  ["Types", () => run("typescript", "tsc", "-b")],
  ["Lint and arrows", () => run("@biomejs/biome", "biome", "check", "--error-on-warnings", ".")],
  ["Build", buildPrograms],
  ["Size budget", () => console.log(checkSizeBudget(join(root, "dist/page")))],
  ["Unit tests", () => run("vitest", "vitest", "run")],
  ["End-to-end tests", () => run("@playwright/test", "playwright", "test", "--config", "e2e/playwright.config.ts")],
];

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const begin = performance.now();
for (const [index, [heading, step]] of steps.entries()) {
  const since = performance.now();
  console.log(`\n── ${index + 1}/${steps.length} ${heading}`);
  try {
    step();
  } catch (error) {
    console.error(`\n✗ ${heading} failed after ${seconds(since)}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
  console.log(`✓ ${heading}: ${seconds(since)}`);
}
console.log(`\n✓ Everything passed in ${seconds(begin)}`);
