import { posix } from "node:path";
import type { BrowserName, DrivenBrowser } from "./driven.ts";
import { findBrowser } from "./find.ts";
import { type Machine, thisMachine } from "./machine.ts";
import { launchChromium, launchFirefox } from "./puppeteer.ts";
import { launchWebKit } from "./webkit.ts";

/** A browser as it stands on this machine: ready to be started with a window, or what it lacks. */
export interface Candidate {
  readonly name: BrowserName;
  /** Programs that are missing, with Debian's package for each; empty when it can be started. */
  readonly missing: readonly string[];
  /** `environment` says where its window opens and where its sound goes: DISPLAY and PULSE_SERVER. */
  launch(environment: Readonly<Record<string, string>>): Promise<DrivenBrowser>;
}

const miniBrowsers = ["x86_64", "aarch64"].flatMap((processor) =>
  ["4.1", "4.0", "6.0"].map((version) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
);

/** What a browser with a window and a sound card needs on any machine without either, by Debian package. */
const surroundings = { Xvfb: "xvfb", pulseaudio: "pulseaudio", parec: "pulseaudio-utils" };

function commandOf({ environment, isExecutable }: Machine, name: string): string | undefined {
  const folders = (environment["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  return folders.map((folder) => posix.join(folder, name)).find(isExecutable);
}

/** The browsers that are tried with a window and a sound card, found or not. Only Linux can have them so. */
export function findCandidates(machine: Machine = thisMachine): readonly Candidate[] {
  const lacking = Object.entries(surroundings)
    .filter(([command]) => commandOf(machine, command) === undefined)
    .map(([command, debian]) => (command === debian ? command : `${command} (${debian})`));
  const candidate = (
    name: BrowserName,
    programs: Readonly<Record<string, string | undefined>>,
    launch: Candidate["launch"],
  ): Candidate => {
    const absent = Object.entries(programs).filter(([, path]) => path === undefined);
    return { name, missing: [...absent.map(([program]) => program), ...lacking], launch };
  };
  const { isRoot } = machine;
  const chromium = findBrowser(machine);
  const firefox = commandOf(machine, "firefox-esr") ?? commandOf(machine, "firefox");
  const driver = commandOf(machine, "WebKitWebDriver");
  const miniBrowser = miniBrowsers.find(machine.isExecutable);
  return [
    candidate("chromium", { chromium }, (environment) =>
      launchChromium({ executable: present(chromium), isRoot, environment }),
    ),
    candidate("firefox", { "firefox-esr": firefox }, (environment) =>
      launchFirefox({ executable: present(firefox), isRoot, environment }),
    ),
    candidate("webkit", { "WebKitWebDriver (webkit2gtk-driver)": driver, MiniBrowser: miniBrowser }, (environment) =>
      launchWebKit({ executable: present(driver), miniBrowser: present(miniBrowser), isRoot, environment }),
    ),
  ];
}

function present(executable: string | undefined): string {
  if (executable === undefined) throw new Error("A browser that isn't there can't be started.");
  return executable;
}

/** One line for each browser: whether it is tried with a window and a sound card, and what it lacks otherwise. */
export function describeCandidates(candidates: readonly Candidate[]): string {
  return candidates
    .map(({ name, missing }) =>
      missing.length === 0
        ? `${name}: heard at a sound card`
        : `${name}: not heard at a sound card, because these are missing: ${missing.join(", ")}`,
    )
    .join("\n");
}
