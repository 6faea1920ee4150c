import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import {
  type BrowserName,
  type DrivenBrowser,
  type DrivenPage,
  elementsOfRole,
  isNamed,
  type Json,
  type Role,
  sourceForPage,
  untilGiven,
} from "./driven.ts";
import { addressBar } from "./find.ts";
import { isKeyName, readChord } from "./keys.ts";
import { memoryOfTree } from "./processes.ts";
import { within } from "./within.ts";

/** How long a browser may take to close a page or itself, in seconds. */
const closing = 20;

export interface LaunchOptions {
  readonly executable: string;
  readonly isRoot: boolean;
  /** Where its window opens and where its sound goes: DISPLAY and PULSE_SERVER. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts Chromium with a window, its sound on, driven over the DevTools protocol. */
export function launchChromium({ executable, isRoot, environment }: LaunchOptions): Promise<DrivenBrowser> {
  return drive("chromium", (folder) =>
    puppeteer.launch({
      browser: "chrome",
      executablePath: executable,
      headless: false,
      userDataDir: folder,
      ignoreDefaultArgs: ["--mute-audio"],
      args: [
        // What is measured has the focus of nobody: without these a window in the background is throttled.
        "--disable-renderer-backgrounding",
        "--disable-backgrounding-occluded-windows",
        "--lang=en",
        `--disable-features=${addressBar.join(",")}`,
        ...(isRoot ? ["--no-sandbox"] : []),
      ],
      env: { ...process.env, ...environment },
      defaultViewport: null,
    }),
  );
}

/** Starts stock Firefox with a window, driven over WebDriver BiDi. */
export function launchFirefox({ executable, environment }: LaunchOptions): Promise<DrivenBrowser> {
  return drive("firefox", (folder) =>
    puppeteer.launch({
      browser: "firefox",
      executablePath: executable,
      headless: false,
      extraPrefsFirefox: {
        "browser.download.dir": folder,
        "browser.download.folderList": 2,
        "browser.download.useDownloadDir": true,
        "browser.download.alwaysOpenPanel": false,
        "browser.helperApps.neverAsk.saveToDisk": "audio/mpeg,audio/wav",
        "intl.accept_languages": "en-US",
      },
      env: { ...process.env, ...environment, HOME: folder, MOZ_CRASHREPORTER_DISABLE: "1" },
      defaultViewport: null,
    }),
  );
}

async function drive(name: BrowserName, launch: (folder: string) => Promise<Browser>): Promise<DrivenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const release = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const browser = await launch(folder).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const process = browser.process();
  return {
    name,
    version: (await browser.version()).replace("/", " "),
    async open(address) {
      const context = await browser.createBrowserContext(
        name === "chromium" ? { downloadBehavior: { policy: "allow", downloadPath: folder } } : {},
      );
      const page = await context.newPage();
      const errors: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(`console.error: ${message.text()}`);
      });
      page.on("pageerror", (error) => errors.push(`uncaught: ${error instanceof Error ? error.message : error}`));
      await page.goto(address);
      await page.bringToFront();
      return drivePage(page, errors, folder, () => within(closing, "a page to close", context.close()));
    },
    memory: () => (process?.pid === undefined ? Promise.resolve(Number.NaN) : memoryOfTree(process.pid)),
    async close() {
      await within(closing, `${name} to close`, browser.close()).catch(() => process?.kill("SIGKILL"));
      await release();
    },
  };
}

function drivePage(page: Page, errors: string[], folder: string, close: () => Promise<void>): DrivenPage {
  const find = (role: Role, name: string | RegExp): Promise<ElementHandle> =>
    untilGiven(`${role} ${name}`, async () => {
      if (typeof name === "string") return page.$(`::-p-aria([name="${name}"][role="${role}"])`);
      for (const element of await page.$$(elementsOfRole[role])) {
        // A pattern is matched on the attribute: the elements that have such names carry them there.
        const label = await element.evaluate((found) => found.getAttribute("aria-label") ?? found.textContent ?? "");
        if (isNamed(label.trim(), name)) return element;
      }
      return null;
    });
  async function click(role: Role, name: string | RegExp): Promise<void> {
    const element = await find(role, name);
    const label = await element.evaluateHandle((found) =>
      found instanceof HTMLInputElement && found.type === "radio" ? (found.labels?.[0] ?? found) : found,
    );
    await label.click();
  }
  function evaluate<Result extends Json, Arguments extends readonly Json[]>(
    run: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result> {
    return page.evaluate(`(${sourceForPage(run)})(...${JSON.stringify(given)})`) as Promise<Result>;
  }
  return {
    click,
    async fill(role, name, text) {
      const element = await find(role, name);
      await element.click({ count: 3 });
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      // As an input method gives it: all at once.
      await element.evaluate((_, given) => document.execCommand("insertText", false, given), text);
    },
    async select(name, value) {
      await (await find("combobox", name)).select(value);
    },
    async press(...keys) {
      for (const { held, pressed } of keys.map(readChord)) {
        for (const modifier of held) await page.keyboard.down(modifier);
        await (isKeyName(pressed) ? page.keyboard.press(pressed) : page.keyboard.type(pressed));
        for (const modifier of held) await page.keyboard.up(modifier);
      }
    },
    evaluate,
    until: (run, ...given) => untilGiven(run.toString(), () => evaluate(run, ...given)),
    async download(role, name) {
      const before = new Set(await readdir(folder));
      await click(role, name);
      return untilGiven("a download", () => newFile(folder, before));
    },
    screenshot: () => page.screenshot(),
    errors: () => Promise.resolve(errors),
    close,
  };
}

/** The file that has come to a folder, once it is whole; null before. */
export async function newFile(
  folder: string,
  before: ReadonlySet<string>,
): Promise<{ readonly name: string; readonly bytes: Uint8Array } | null> {
  const names = (await readdir(folder)).filter((name) => !before.has(name));
  const name = names.find((each) => /\.(?:mp3|wav|pcm|ulaw)$/.test(each));
  if (name === undefined || names.some((each) => /\.(?:part|crdownload|wkdownload)$/.test(each))) return null;
  const bytes = await readFile(join(folder, name));
  if (bytes.length === 0) return null;
  // The next one may have the same name.
  await rm(join(folder, name));
  return { name, bytes };
}
