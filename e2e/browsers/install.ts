import { posix } from "node:path";
import { findBrowser } from "./find.ts";
import { type Machine, playwrightCommand, thisMachine } from "./machine.ts";

const remedy = [
  "No browser for the tests was found, and none could be installed. One of these helps:",
  "  - install Chromium, Google Chrome or Microsoft Edge;",
  "  - set BROWSER_PATH to the executable of one that is installed elsewhere;",
  "  - on Debian or Ubuntu: apt-get install chromium;",
  "  - anywhere with internet access: npx playwright install --with-deps chromium",
].join("\n");

const hasApt = (machine: Machine): boolean =>
  machine.platform === "linux" &&
  (machine.environment["PATH"] ?? "").split(":").some((folder) => machine.isExecutable(posix.join(folder, "apt-get")));

/** Debian's package, which only root can install. */
function installPackage(machine: Machine): void {
  if (!machine.isRoot || !hasApt(machine)) return;
  machine.say("No browser found: installing the package chromium with apt-get");
  if (machine.run("apt-get", ["update", "-qq"])) {
    machine.run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
  }
}

function installWithPlaywright(machine: Machine): void {
  machine.say("No browser found: downloading Chromium with Playwright's installer");
  machine.run(process.execPath, [playwrightCommand, "install", "chromium"]);
}

/**
 * The browser that `findBrowser` finds, after installing one if there is none: Debian's package, then Playwright's
 * download. Throws an error that says what to do when that fails too.
 */
export function getBrowser(machine: Machine = thisMachine): string {
  for (const attempt of [undefined, installPackage, installWithPlaywright]) {
    attempt?.(machine);
    const found = findBrowser(machine);
    if (found !== undefined) return found;
  }
  throw new Error(remedy);
}
