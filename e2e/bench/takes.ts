import { type Browser, chromium, type Page } from "@playwright/test";
import { createTakeId } from "../../src/core/takes/take-id.ts";
import { sourceForPage } from "../browsers/driven.ts";
import { browserLaunchOptions } from "../browsers/find.ts";
import { zipOf } from "../large-zip.ts";
import { history, importZip, row } from "../page.ts";
import { startProduct } from "../product.ts";
import { percentile, printTable, type Row } from "./table.ts";

const takes = 10_000;
/** Rows that are written at a time. */
const portion = 1_000;
/** Nothing that a person does in the list should take longer than this, in milliseconds. */
const limit = 100;
const rounds = 8;
const everything = "10,000 takes";

const words = ["train", "river", "whistle", "window", "evening", "harbour", "lantern", "meadow", "copper", "winter"];

/**
 * Ten thousand takes under the hand: the list is moved through, filtered and searched, and takes are opened; from the
 * key or the press to the end of the frame that shows what it did. Then takes with many words are imported: for how
 * long the page doesn't answer meanwhile. Throws where the median of one of them is above 100 ms.
 */
export async function benchTakes(): Promise<Row[]> {
  const product = await startProduct();
  const browser = await chromium.launch(browserLaunchOptions());
  try {
    const times = await measure(browser, product.address);
    times.set("importing 4 takes of 30,000 words", await measureImport(browser, product.address));
    const rows = judged(times);
    if (rows.some(({ verdict }) => verdict === "too slow")) throw new Error(`Too slow.\n${printTable(rows)}`);
    return rows;
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measure(browser: Browser, address: string): Promise<Map<string, number[]>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await history(page).getByText("Nothing spoken yet").waitFor();
  await fillLibrary(page);
  await page.reload();
  await history(page).getByText(everything, { exact: true }).waitFor({ timeout: 60_000 });
  const search = page.getByRole("searchbox", { name: "Search takes" });
  const starred = page.getByRole("button", { name: "Only starred" });
  const times = new Map<string, number[]>();

  async function note(what: string, sight: Sight, act: () => Promise<unknown>): Promise<void> {
    await page.evaluate(`(${sourceForPage(beginToWatch)})(${JSON.stringify(sight)})`);
    await act();
    const took = await page.evaluate(() => window.sightAfter);
    times.set(what, [...(times.get(what) ?? []), took]);
  }

  for (let round = 0; round < rounds; round += 1) {
    await row(page, /^Take 9999 /).focus();
    await note("to the list's end, by a key", { row: "Take 0 " }, () => page.keyboard.press("End"));
    await note("to its beginning, by a key", { row: "Take 9999 " }, () => page.keyboard.press("Home"));
    await search.focus();
    await note("first key of a search", { not: everything }, () => page.keyboard.press("w"));
    await note("second key of a search", { not: await found(page) }, () => page.keyboard.press("i"));
    await note("end of a search", { count: everything }, () => page.keyboard.press("Escape"));
    await note("only starred", { not: everything }, () => starred.click());
    await note("all again", { count: everything }, () => starred.click());
    const name = `Take ${takes - 2 - round} `;
    await note("opening a take", { player: name }, () =>
      row(page, new RegExp(`^${name}`)).click({ position: { x: 300, y: 8 } }),
    );
  }
  await page.close();
  return times;
}

/** The longest task of the page in each round, in milliseconds. The browser tells of none below 50. */
async function measureImport(browser: Browser, address: string): Promise<number[]> {
  const file = await zipOf(4, { bytes: 10_000_000, words: 30_000 });
  const longest: number[] = [];
  while (longest.length < rounds) {
    const page = await browser.newPage();
    await page.goto(address);
    await importZip(page, "words.zip", file);
    const agree = history(page).getByRole("button", { name: "Import", exact: true });
    await agree.waitFor();
    await page.evaluate(() => {
      window.tasks = [];
      const watch = new PerformanceObserver((list) => {
        window.tasks.push(...list.getEntries().map(({ duration }) => duration));
      });
      watch.observe({ type: "longtask" });
    });
    await agree.click();
    await history(page).getByText("4 takes imported.").first().waitFor();
    longest.push(await page.evaluate(() => Math.max(0, ...window.tasks)));
    await page.close();
  }
  return longest;
}

function judged(times: ReadonlyMap<string, readonly number[]>): Row[] {
  return [...times].map(([what, values]) => ({
    takes: what,
    "median ms": percentile(values, 0.5).toFixed(1),
    "95 % ms": percentile(values, 0.95).toFixed(1),
    limit: `≤ ${limit}`,
    verdict: percentile(values, 0.5) <= limit ? "good" : "too slow",
  }));
}

const found = async (page: Page): Promise<string> => (await history(page).locator("[data-count]").textContent()) ?? "";

/** What must be seen: a row, a count, another count than this, or a take in the player; each by how its text begins. */
interface Sight {
  readonly row?: string;
  readonly count?: string;
  readonly not?: string;
  readonly player?: string;
}

declare global {
  interface Window {
    /** Milliseconds from the next key or press to the end of the frame that shows what was to be seen. */
    sightAfter: Promise<number>;
    /** How long tasks took, in milliseconds. */
    tasks: number[];
  }
}

/** Runs in the page. */
function beginToWatch({ row: rowName, count, not, player: take }: Sight): void {
  const isSeen = (): boolean => {
    const counted = document.querySelector("[role=tabpanel] [data-count]")?.textContent ?? "";
    if (rowName !== undefined) return document.querySelector(`[role=row][aria-label^="${rowName}"]`) !== null;
    if (count !== undefined) return counted === count;
    if (not !== undefined) return counted !== not;
    return document.querySelector('section[aria-label="Player"]')?.textContent.includes(take ?? "") === true;
  };
  window.sightAfter = new Promise((resolve) => {
    const begin = ({ timeStamp }: Event): void => {
      removeEventListener("keydown", begin, true);
      removeEventListener("pointerdown", begin, true);
      const look = (): void => {
        if (!isSeen()) return void requestAnimationFrame(look);
        // A message that is posted from a frame's callback arrives when the frame has been laid out and painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        port2.postMessage(0);
      };
      requestAnimationFrame(look);
    };
    addEventListener("keydown", begin, true);
    addEventListener("pointerdown", begin, true);
  });
}

/** Writes the takes where the page keeps them, each with a script of some hundred words and half a second of sound. */
async function fillLibrary(page: Page): Promise<void> {
  for (let first = 0; first < takes; first += portion) {
    const rows = Array.from({ length: portion }, (_, at) => describe(first + at));
    await page.evaluate(
      (written) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open("speech-playground");
          opening.onsuccess = () => {
            const transaction = opening.result.transaction(["takes", "details", "sounds"], "readwrite");
            for (const { row: stored, details } of written) {
              transaction.objectStore("takes").put(stored);
              transaction.objectStore("details").put(details);
              const blob = new Blob([new Uint8Array(16_000)]);
              transaction
                .objectStore("sounds")
                .put({ id: stored.id, format: stored.format, facts: stored.facts, blob });
            }
            transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
            transaction.onerror = () => reject(transaction.error);
          };
        }),
      rows,
    );
  }
}

/** A take as it is stored: see `takeRowSchema` and `takeDetailsSchema`. */
function describe(index: number) {
  const created = 1_750_000_000_000 + index * 60_000;
  const word = words[index % words.length] ?? "";
  const rest = "The night goes on, and nobody says a thing about it. ".repeat(12);
  const text = `Take ${index} speaks of a ${word}. ${rest}`;
  const id = createTakeId(created, (array) => array.fill(index));
  const format = { codec: "pcm_s16le", sampleRate: 16_000, channels: 1 };
  const facts = { bytes: 16_000, duration: 0.5, sampleRate: 16_000, channels: 1 };
  const common = { model: "streamspeech-v8", mode: "stream", transport: "http" };
  return {
    row: {
      ...common,
      ...{ id, created, status: "complete", voice: "Autumn", excerpt: text, characters: text.length },
      ...{ starred: index % 10 === 0, name: "", note: "", times: { firstAudio: 60, firstSound: 120, ended: 400 } },
      ...{ sound: "whole", format, facts, httpStatus: 200 },
    },
    details: {
      id,
      form: { ...common, values: { voice: "Autumn" }, text },
      request: { endpoint: "speech", path: "/v1/audio/speech", body: JSON.stringify({ input: text }) },
      log: { entries: [], dropped: 0 },
      words: [],
    },
  };
}
