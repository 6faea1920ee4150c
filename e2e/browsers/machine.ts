import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

/**
 * What the search for a browser needs to know of the machine and may do to it: injected, so that tests can make one up.
 */
export interface Machine {
  platform: NodeJS.Platform;
  environment: Record<string, string | undefined>;
  isRoot: boolean;
  /** Whether a file is there that this user may run. */
  isExecutable: (path: string) => boolean;
  /** Where Playwright's own Chromium would be, installed or not. */
  playwrightBrowser: () => string;
  /** Runs a command to its end with its output shown and no standard input; true when it succeeded. */
  run: (command: string, argumentList: string[]) => boolean;
  /** Tells the person who is waiting what is being done. */
  say: (line: string) => void;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function run(command: string, argumentList: string[]): boolean {
  const { status } = spawnSync(command, argumentList, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 5 * 60_000,
  });
  return status === 0;
}

/** Playwright's command line, run by Node itself so that no shell and no PATH is involved. */
export const playwrightCommand = join(dirname(fileURLToPath(import.meta.resolve("@playwright/test"))), "cli.js");

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  platform: process.platform,
  environment: process.env,
  isRoot: process.getuid?.() === 0,
  isExecutable,
  playwrightBrowser: () => chromium.executablePath(),
  run,
  say: (line) => process.stderr.write(`${line}\n`),
};
