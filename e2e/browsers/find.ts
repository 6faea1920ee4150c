import { posix, win32 } from "node:path";
import { type Machine, thisMachine } from "./machine.ts";

/** Names under which Linux distributions and vendors install each browser, in the order in which we want them. */
const commands = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
  "microsoft-edge",
];
const linuxFolders = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
const linuxFiles = ["/usr/lib/chromium/chromium", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge"];
const macFiles = [
  "Chromium.app/Contents/MacOS/Chromium",
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const windowsFiles = [
  "Chromium\\Application\\chrome.exe",
  "Google\\Chrome\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];
const windowsCommands = ["chromium.exe", "chrome.exe", "msedge.exe"];

const defined = (values: (string | undefined)[]): string[] => values.flatMap((value) => (value ? [value] : []));

function usualPlaces({ platform, environment }: Machine): string[] {
  if (platform === "win32") {
    const folders = defined(["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].map((name) => environment[name]));
    return windowsFiles.flatMap((file) => folders.map((folder) => win32.join(folder, file)));
  }
  if (platform === "darwin") {
    const folders = [
      "/Applications",
      ...defined([environment["HOME"]]).map((home) => posix.join(home, "Applications")),
    ];
    return macFiles.flatMap((file) => folders.map((folder) => posix.join(folder, file)));
  }
  return [...commands.flatMap((name) => linuxFolders.map((folder) => posix.join(folder, name))), ...linuxFiles];
}

function onPath({ platform, environment }: Machine): string[] {
  const { delimiter, join } = platform === "win32" ? win32 : posix;
  const folders = defined((environment["PATH"] ?? environment["Path"] ?? "").split(delimiter));
  const names = platform === "win32" ? windowsCommands : commands;
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * The executable of the Chromium family that the tests drive: what BROWSER_PATH names, else Chromium, Chrome or Edge in
 * their usual places or on PATH, else Playwright's own; undefined when there is none.
 * Throws when BROWSER_PATH names no executable file, because then another browser isn't what was asked for.
 */
export function findBrowser(machine: Machine = thisMachine): string | undefined {
  const chosen = machine.environment["BROWSER_PATH"];
  if (chosen !== undefined && chosen !== "") {
    if (machine.isExecutable(chosen)) return chosen;
    throw new Error(`BROWSER_PATH is "${chosen}", where there is no executable file. Correct it, or unset it.`);
  }
  return [...usualPlaces(machine), ...onPath(machine), machine.playwrightBrowser()].find(machine.isExecutable);
}

/**
 * Two pages for the address bar's suggestions, which Chromium loads for each new window: more work than the page that
 * is tested.
 */
export const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"] as const;

/**
 * What Chromium is told not to do. It takes the last such list that it is given, so this one repeats Playwright's, as
 * far as it concerns Chromium.
 */
const disabledFeatures = [
  ...addressBar,
  // Playwright's.
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/**
 * How Playwright and Vitest launch that browser. Chromium's sandbox refuses to work for root, as in most containers.
 */
export function browserLaunchOptions(machine: Machine = thisMachine): { executablePath?: string; args: string[] } {
  const executablePath = findBrowser(machine);
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      "--mute-audio",
      `--disable-features=${disabledFeatures.join(",")}`,
      ...(machine.isRoot ? ["--no-sandbox"] : []),
    ],
  };
}
