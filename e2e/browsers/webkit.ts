import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Builder, By, Key, Origin, type WebDriver, type WebElement } from "selenium-webdriver";
import { freePort } from "../../src/start/free-port.mjs";
import {
  type DrivenBrowser,
  type DrivenPage,
  elementsOfRole,
  isNamed,
  type Json,
  type Role,
  sourceForPage,
  untilGiven,
} from "./driven.ts";
import { codeOf, readChord } from "./keys.ts";
import { memoryOfTree } from "./processes.ts";
import { type LaunchOptions, newFile } from "./puppeteer.ts";
import { within } from "./within.ts";

export interface WebKitOptions extends LaunchOptions {
  /** The browser that WebKitWebDriver starts: WebKitGTK's own MiniBrowser. */
  readonly miniBrowser: string;
}

/** Starts WebKitGTK with a window for each page, driven by WebKitWebDriver. */
export async function launchWebKit({ executable, miniBrowser, environment }: WebKitOptions): Promise<DrivenBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "webkit-"));
  const downloads = join(folder, "Downloads");
  await mkdir(downloads);
  await mkdir(join(folder, ".config"));
  await writeFile(join(folder, ".config/user-dirs.dirs"), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
  const port = await freePort();
  const driver = spawn(executable, [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      ...environment,
      HOME: folder,
      XDG_CACHE_HOME: join(folder, "cache"),
      XDG_CONFIG_HOME: join(folder, ".config"),
      LANG: "C.UTF-8",
      // A machine without a graphics card has nothing to composite with.
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      GTK_A11Y: "none",
    },
  });
  const stop = () => driver.kill();
  process.once("exit", stop);
  const server = `http://127.0.0.1:${port}`;
  await answering(server, driver);
  let version = "WebKitGTK";
  async function open(address: string): Promise<DrivenPage> {
    const session = await new Builder()
      .usingServer(server)
      .withCapabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": {
          binary: miniBrowser,
          args: ["--automation"],
        },
      })
      .build();
    const capabilities = await session.getCapabilities();
    version = `WebKitGTK ${capabilities.get("browserVersion")}`;
    await session.manage().setTimeouts({ script: 60_000 });
    await session.get(address);
    await session.executeScript(keepErrors);
    return drivePage(session, downloads);
  }
  await (await open("about:blank")).close();
  return {
    name: "webkit",
    version,
    open,
    memory: () => (driver.pid === undefined ? Promise.resolve(Number.NaN) : memoryOfTree(driver.pid)),
    async close() {
      const exit = once(driver, "exit");
      stop();
      await exit;
      process.off("exit", stop);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Keeps what goes wrong in a page from here on. WebDriver has no console, and WebKitGTK tells it nowhere else while it
 * is driven: what was wrong before, while the page was loaded, is not known here.
 */
const keepErrors = `
  const errors = (window.keptErrors = []);
  const write = console.error;
  console.error = (...values) => {
    errors.push("console.error: " + values.map(String).join(" "));
    write.apply(console, values);
  };
  addEventListener("error", (event) => errors.push("uncaught: " + event.message));
  addEventListener("unhandledrejection", (event) => errors.push("uncaught: " + String(event.reason)));
  addEventListener("securitypolicyviolation", (event) => errors.push("blocked: " + event.violatedDirective));
`;

function drivePage(session: WebDriver, downloads: string): DrivenPage {
  const find = (role: Role, name: string | RegExp): Promise<WebElement> =>
    untilGiven(`${role} ${name}`, async () => {
      for (const element of await session.findElements(By.css(elementsOfRole[role]))) {
        if (isNamed(await nameOf(element), name)) return element;
      }
      return null;
    });
  async function click(role: Role, name: string | RegExp): Promise<void> {
    const element = await find(role, name);
    const target = await session.executeScript<WebElement>(
      "const [found] = arguments; return found.type === 'radio' ? (found.labels[0] ?? found) : found;",
      element,
    );
    if (role !== "slider") return target.click();
    // A slider is drawn by what lies around it, so the driver takes it for hidden; a person presses the place.
    const [x, y] = await session.executeScript<[number, number]>(
      "const box = arguments[0].getBoundingClientRect();" +
        "return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);",
      target,
    );
    await session.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform();
  }
  function evaluate<Result extends Json, Arguments extends readonly Json[]>(
    run: (...given: Arguments) => Result | Promise<Result>,
    ...given: Arguments
  ): Promise<Result> {
    return session.executeScript<Result>(`return (${sourceForPage(run)})(...arguments);`, ...given);
  }
  return {
    click,
    async fill(role, name, text) {
      const element = await find(role, name);
      await element.sendKeys(Key.chord(Key.CONTROL, "a"));
      await element.sendKeys(text);
    },
    async select(name, value) {
      const list = await find("combobox", name);
      await list.findElement(By.css(`option[value="${value}"]`)).click();
    },
    async press(...keys) {
      for (const { held, pressed } of keys.map(readChord)) {
        const actions = session.actions();
        for (const modifier of held) actions.keyDown(codeOf(modifier));
        actions.keyDown(codeOf(pressed)).keyUp(codeOf(pressed));
        for (const modifier of held) actions.keyUp(codeOf(modifier));
        await actions.perform();
      }
    },
    evaluate,
    until: (run, ...given) => untilGiven(run.toString(), () => evaluate(run, ...given)),
    async download(role, name) {
      const before = new Set(await readdir(downloads));
      await click(role, name);
      return untilGiven("a download", () => newFile(downloads, before));
    },
    screenshot: async () => Buffer.from(await session.takeScreenshot(), "base64"),
    // A page that was loaded anew keeps none.
    errors: () => session.executeScript<string[]>("return window.keptErrors ?? [];"),
    close: () => within(20, "a page to close", session.quit()),
  };
}

/** The browser's own accessible name; empty for what isn't in its accessibility tree, where the driver fails. */
async function nameOf(element: WebElement): Promise<string> {
  return element.getAccessibleName().catch(() => "");
}

async function answering(server: string, driver: ChildProcess): Promise<void> {
  await untilGiven("WebKitWebDriver", async () => {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
    const response = await fetch(`${server}/status`).catch(() => null);
    return response?.ok === true ? true : null;
  });
}
