import { type Browser, chromium, type Page } from "@playwright/test";
import { browserLaunchOptions } from "../browsers/find.ts";
import { startProduct } from "../product.ts";
import { percentile, printTable, type Row, ratio } from "./table.ts";

const characters = 500_000;
const keys = 24;
const pastes = 5;
/**
 * Milliseconds between two keys: longer than the page waits before it counts a long script, so that counting is
 * measured too.
 */
const pace = 250;
/** How many times a bare text area's delay the page's may be. */
const mostRatio = 1.5;
/** One frame at 60 Hz, in milliseconds. */
const frame = 1_000 / 60;

const script = "The night train leaves at ten. ".repeat(Math.ceil(characters / 31)).slice(0, characters);

/** The times of one text area, in milliseconds from the key to the frame that shows what it did. */
interface Delays {
  readonly typing: number[];
  readonly pasting: number[];
  /** The same keys by the browser's own event timing, in steps of 8 ms; it tells nothing of those below 16 ms. */
  readonly byEventTiming: number[];
}

/**
 * The page under the hand: typing into a script of 500,000 characters and pasting as many, against a bare text area of
 * the same size and type in the same run, turn by turn; and filtering 322 voices. Throws where the page is slower than
 * 1.5 × the bare text area, or a filter takes longer than a frame.
 */
export async function benchPage(): Promise<Row[]> {
  const product = await startProduct();
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const rows = [...(await inputDelays(browser, product.address)), await voiceFilter(browser, product.address)];
    if (rows.some(({ verdict }) => verdict === "too slow")) throw new Error(`Too slow.\n${printTable(rows)}`);
    return rows;
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function inputDelays(browser: Browser, address: string): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await openScript(await context.newPage(), address);
  const bare = await openBare(await context.newPage(), page);
  const source = await openBare(await context.newPage(), page);
  await source.locator("textarea").fill(script);
  const delays = { page: noDelays(), bare: noDelays() };
  const turns = [
    [page, delays.page],
    [bare, delays.bare],
  ] as const;
  for (let round = 0; round <= pastes; round++) {
    for (const [target, times] of turns) {
      await copyAll(source);
      await target.bringToFront();
      await target.locator("textarea").press("Control+A");
      await target.keyboard.press("Delete");
      const pasted = await press(target, "Control+V");
      const length = await target.locator("textarea").evaluate((area: HTMLTextAreaElement) => area.textLength);
      if (length !== characters) throw new Error(`${length} characters came by pasting ${characters}.`);
      await typeInto(target, round === 0 ? [] : times.typing);
      // The first round warms up.
      if (round > 0) times.pasting.push(pasted);
    }
  }
  for (const [target, times] of turns) times.byEventTiming.push(...(await target.evaluate(() => window.eventTimings)));
  await context.close();
  return (["typing", "pasting"] as const).map((what) => {
    const [value, peer] = [percentile(delays.page[what], 0.5), percentile(delays.bare[what], 0.5)];
    return {
      "500,000 characters": `${what}, median ms to the frame`,
      page: value.toFixed(1),
      "bare text area": peer.toFixed(1),
      ratio: ratio(value, peer),
      "event timing, 95 % ms": `${eventTiming(delays.page)} / ${eventTiming(delays.bare)}`,
      verdict: value <= peer * mostRatio ? "good" : "too slow",
    };
  });
}

async function voiceFilter(browser: Browser, address: string): Promise<Row> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await page.getByRole("button", { name: /^Voice:/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).waitFor();
  const times = await page.evaluate(() => {
    const input = document.querySelector("[role=combobox]");
    if (!(input instanceof HTMLInputElement)) throw new Error("There is no search field.");
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    const queries = ["c", "ch", "chi", "chin", "chinese", "chinese f", "中", "中文", "d", "deutsch", "", "e"];
    return [...queries, ...queries, ...queries].map((query) => {
      write?.call(input, query);
      const before = performance.now();
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // Reading the layout makes the browser lay out what was drawn: the whole of the work counts.
      document.body.getBoundingClientRect();
      return performance.now() - before;
    });
  });
  await page.close();
  const value = percentile(times, 0.5);
  return {
    "500,000 characters": "322 voices filtered, median ms",
    page: value.toFixed(1),
    verdict: value <= frame ? "good" : "too slow",
  };
}

declare global {
  interface Window {
    /** Milliseconds from each key to the end of the frame behind it. */
    keyDelays: number[];
    /** Durations of keys by the browser's event timing. */
    eventTimings: number[];
  }
}

/** Begins to measure keys on a page. */
async function measureKeys(page: Page): Promise<Page> {
  await page.evaluate(() => {
    window.keyDelays = [];
    window.eventTimings = [];
    const { port1, port2 } = new MessageChannel();
    const waiting: number[] = [];
    // A message that is posted from a frame's callback arrives when the frame has been laid out and painted.
    port1.onmessage = () => {
      for (const start of waiting.splice(0)) window.keyDelays.push(performance.now() - start);
    };
    window.addEventListener(
      "keydown",
      (event) => {
        if (["Control", "Shift"].includes(event.key)) return;
        requestAnimationFrame(() => {
          waiting.push(event.timeStamp);
          port2.postMessage(0);
        });
      },
      { capture: true },
    );
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === "keydown") window.eventTimings.push(duration);
    }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  });
  return page;
}

async function openScript(page: Page, address: string): Promise<Page> {
  await page.goto(address);
  await page.getByRole("button", { name: "Samples" }).waitFor();
  return measureKeys(page);
}

/** A text area with nothing around it, as large and in the same type as the page's own is with a long script. */
async function openBare(page: Page, like: Page): Promise<Page> {
  await like.locator("textarea").fill(script);
  const style = await like.locator("textarea").evaluate((area) => {
    const { width, height, font, lineHeight, padding, letterSpacing } = getComputedStyle(area);
    return { width, height, font, lineHeight, padding, letterSpacing };
  });
  await page.setContent('<textarea spellcheck="false"></textarea>');
  await page
    .locator("textarea")
    .evaluate((area, given) => Object.assign(area.style, given, { boxSizing: "border-box", resize: "none" }), style);
  return measureKeys(page);
}

async function copyAll(source: Page): Promise<void> {
  await source.bringToFront();
  await source.locator("textarea").press("Control+A");
  await source.keyboard.press("Control+C");
}

/** Presses a key and gives its time. */
async function press(page: Page, key: string): Promise<number> {
  // What came before must have been drawn, or its time would be this key's.
  await page.waitForTimeout(pace);
  const known = await page.evaluate(() => window.keyDelays.length);
  await page.keyboard.press(key);
  await page.waitForFunction((count) => window.keyDelays.length > count, known);
  return page.evaluate(() => window.keyDelays.at(-1) ?? Number.NaN);
}

async function typeInto(page: Page, times: number[]): Promise<void> {
  await page.locator("textarea").evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(600, 600));
  for (let at = 0; at < keys / 4; at++) times.push(await press(page, "abcdefgh".charAt(at % 8)));
}

function noDelays(): Delays {
  return { typing: [], pasting: [], byEventTiming: [] };
}

function eventTiming({ byEventTiming }: Delays): string {
  return byEventTiming.length === 0 ? "< 16" : percentile(byEventTiming, 0.95).toFixed(0);
}
