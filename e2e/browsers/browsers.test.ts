import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { describeCandidates, findCandidates } from "./drive.ts";
import { browserLaunchOptions, findBrowser } from "./find.ts";
import { getBrowser } from "./install.ts";
import type { Machine } from "./machine.ts";

const playwrightBrowser = "/cache/ms-playwright/chrome";

/**
 * A machine with these executable files; `commands` records what was run, and `installs` says which files that brings.
 */
function machineWith(files: string[], options: Partial<Machine> & { installs?: Record<string, string> } = {}) {
  const present = new Set(files);
  const commands: string[] = [];
  const machine: Machine = {
    platform: "linux",
    environment: { PATH: "/usr/local/bin:/usr/bin" },
    isRoot: false,
    isExecutable: (path) => present.has(path),
    playwrightBrowser: () => playwrightBrowser,
    run: (command, argumentList) => {
      const line = [command.split("/").pop(), ...argumentList].join(" ");
      commands.push(line);
      const brought = Object.entries(options.installs ?? {}).find(([part]) => line.includes(part))?.[1];
      if (brought !== undefined) present.add(brought);
      return true;
    },
    say: () => undefined,
    ...options,
  };
  return { machine, commands };
}

const find = (files: string[], options: Partial<Machine> = {}) => findBrowser(machineWith(files, options).machine);

test("BROWSER_PATH comes before every browser on the machine", () => {
  const environment = { BROWSER_PATH: "/opt/my/browser", PATH: "/usr/bin" };
  expect(find(["/usr/bin/chromium", "/opt/my/browser"], { environment })).toBe("/opt/my/browser");
});

test("a BROWSER_PATH that names nothing executable is an error, not a reason to take another", () => {
  const environment = { BROWSER_PATH: "/opt/gone" };
  expect(() => find(["/usr/bin/chromium"], { environment })).toThrow(/BROWSER_PATH is "\/opt\/gone"/);
});

test("Chromium comes before Chrome, Chrome before Edge, Edge before Playwright's own", () => {
  const all = [playwrightBrowser, "/usr/bin/microsoft-edge", "/usr/bin/google-chrome", "/usr/bin/chromium"];
  const found = [];
  for (const files = [...all]; files.length > 0; files.pop()) found.push(find(files));
  expect(found).toEqual([...all].reverse());
});

test("a browser outside the usual places is found on PATH", () => {
  const environment = { PATH: "/usr/bin:/nix/profile/bin" };
  expect(find(["/nix/profile/bin/chromium"], { environment })).toBe("/nix/profile/bin/chromium");
});

test("macOS: applications of the machine and of the person", () => {
  const chrome = "/people/someone/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
  const edge = "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge";
  const mac = { platform: "darwin" as const, environment: { HOME: "/people/someone" } };
  expect(find([edge, chrome], mac)).toBe(chrome);
  expect(find([edge], mac)).toBe(edge);
});

test("Windows: program folders and Path with semicolons", () => {
  const edge = "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe";
  const environment = { "PROGRAMFILES(X86)": "C:\\Program Files (x86)", Path: "C:\\Windows;D:\\tools" };
  const windows = { platform: "win32" as const, environment };
  expect(find([edge], windows)).toBe(edge);
  expect(find(["D:\\tools\\chrome.exe"], windows)).toBe("D:\\tools\\chrome.exe");
});

test("root launches without the sandbox, and nobody else does", () => {
  const files = ["/usr/bin/chromium"];
  const { executablePath, args } = browserLaunchOptions(machineWith(files, { isRoot: true }).machine);
  expect(executablePath).toBe("/usr/bin/chromium");
  expect(args).toContain("--no-sandbox");
  expect(browserLaunchOptions(machineWith(files).machine).args).not.toContain("--no-sandbox");
});

test("the browser of tests leaves undone what Playwright has it leave undone, and what costs time", async () => {
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const page = await browser.newPage();
    await page.goto("chrome://version");
    const line = await page.locator("#command_line").innerText();
    const [playwrights = [], ours = []] = [...line.matchAll(/--disable-features=(\S*)/g)].map(([, names = ""]) =>
      names.split(","),
    );
    expect(playwrights).toContain("PaintHolding");
    // Edge's own begin with ms.
    expect(ours).toEqual(expect.arrayContaining(playwrights.filter((name) => !name.startsWith("ms"))));
  } finally {
    await browser.close();
  }
});

test("nothing is installed where a browser is", () => {
  const { machine, commands } = machineWith(["/usr/bin/chromium", "/usr/bin/apt-get"], { isRoot: true });
  expect(getBrowser(machine)).toBe("/usr/bin/chromium");
  expect(commands).toEqual([]);
});

test("root on Debian gets the package", () => {
  const installs = { "install -y": "/usr/bin/chromium" };
  const { machine, commands } = machineWith(["/usr/bin/apt-get"], { isRoot: true, installs });
  expect(getBrowser(machine)).toBe("/usr/bin/chromium");
  expect(commands).toEqual(["apt-get update -qq", "apt-get install -y -qq --no-install-recommends chromium"]);
});

test.each([
  ["anyone but root", ["/usr/bin/apt-get"], false],
  ["root without apt", [], true],
])("%s gets Playwright's download", (_, files, isRoot) => {
  const { machine, commands } = machineWith(files, { isRoot, installs: { "install chromium": playwrightBrowser } });
  expect(getBrowser(machine)).toBe(playwrightBrowser);
  expect(commands).toEqual([expect.stringMatching(/cli\.js install chromium$/)]);
});

test("when every way fails, the error says what to do", () => {
  const { machine, commands } = machineWith(["/usr/bin/apt-get"], { isRoot: true, run: () => false });
  expect(() => getBrowser(machine)).toThrow(/BROWSER_PATH[\s\S]*apt-get install chromium[\s\S]*playwright install/);
  expect(commands).toEqual([]);
});

const everything = [
  "/usr/bin/chromium",
  "/usr/bin/firefox-esr",
  "/usr/bin/WebKitWebDriver",
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/bin/Xvfb",
  "/usr/bin/pulseaudio",
  "/usr/bin/parec",
];
const candidatesWith = (files: string[]) => findCandidates(machineWith(files).machine);

test("three browsers are heard where everything is there", () => {
  expect(describeCandidates(candidatesWith(everything)).split("\n")).toEqual([
    "chromium: heard at a sound card",
    "firefox: heard at a sound card",
    "webkit: heard at a sound card",
  ]);
});

test("a browser that isn't heard is named with what is missing; the others are heard", () => {
  const candidates = candidatesWith(everything.filter((file) => !file.includes("WebKit") && !file.includes("webkit")));
  expect(candidates.filter(({ missing }) => missing.length === 0).map(({ name }) => name)).toEqual([
    "chromium",
    "firefox",
  ]);
  expect(describeCandidates(candidates)).toContain(
    "webkit: not heard at a sound card, because these are missing: WebKitWebDriver (webkit2gtk-driver), MiniBrowser",
  );
});

test("without a sound card none is heard, and each says why", () => {
  const candidates = candidatesWith(everything.filter((file) => !file.includes("parec")));
  expect(candidates.map(({ missing }) => missing)).toEqual([
    ["parec (pulseaudio-utils)"],
    ["parec (pulseaudio-utils)"],
    ["parec (pulseaudio-utils)"],
  ]);
});
