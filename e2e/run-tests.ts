import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import * as z from "zod";
import { describeCandidates, findCandidates } from "./browsers/drive.ts";
import { getBrowser } from "./browsers/install.ts";
import { findNginx } from "./deployment/nginx.ts";

/**
 * `npm test`: everything that CI checks, what is cheapest to learn first. Stops behind the phase in which something
 * failed.
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

/** Runs a script by this Node; rejects when it doesn't end well. */
async function runScript(file: string, ...argumentList: string[]): Promise<void> {
  const child = spawn(process.execPath, [file, ...argumentList], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, CI: "1" },
  });
  const [code, signal] = await once(child, "exit");
  if (code !== 0)
    throw new Error(`${relative(root, file)} ${argumentList.join(" ")} ended with ${signal ?? `code ${code}`}`);
}

const run = (packageName: string, command: string, ...argumentList: string[]): Promise<void> =>
  runScript(commandFile(packageName, command), ...argumentList);

/** Journeys through the product in real browsers. */
const journeys = (...which: string[]): Promise<void> =>
  run("@playwright/test", "playwright", "test", "--config", "e2e/playwright.config.ts", ...which);

/** What is checked at once, since none of it needs the other's result or all of the machine all of the time. */
type Phase = Readonly<Record<string, () => unknown>>;

const phases: readonly Phase[] = [
  {
    Browser() {
      console.log(getBrowser());
      console.log(describeCandidates(findCandidates()));
    },
    nginx: () =>
      console.log(
        findNginx() ??
          "not installed: the server README's configuration of it is read, but not run (apt-get install nginx)",
      ),
  },
  {
    Types: () => run("typescript", "tsc", "-b"),
    "Lint and arrows": () => run("@biomejs/biome", "biome", "check", "--error-on-warnings", "."),
    Build: () => runScript(join(root, "src/start/main.mjs"), "--build"),
  },
  // Not side by side: sound that is heard, and tests of time, need the cores to themselves.
  { "Unit tests": () => run("vitest", "vitest", "run") },
  { "End-to-end tests": () => journeys("--grep-invert", "@alone") },
  // Beside another journey a sound may be held up on its way to the card.
  { "Moments of sound": () => journeys("--grep", "@alone", "--workers", "1") },
];

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const begin = performance.now();
for (const [index, phase] of phases.entries()) {
  console.log(`\n── ${index + 1}/${phases.length} ${Object.keys(phase).join(", ")}`);
  const checks = Object.entries(phase).map(async ([heading, check]) => {
    const since = performance.now();
    try {
      await check();
    } catch (error) {
      console.error(`\n✗ ${heading} failed after ${seconds(since)}: ${error instanceof Error ? error.message : error}`);
      return false;
    }
    console.log(`✓ ${heading}: ${seconds(since)}`);
    return true;
  });
  if ((await Promise.all(checks)).includes(false)) process.exit(1);
}
console.log(`\n✓ Everything passed in ${seconds(begin)}`);
