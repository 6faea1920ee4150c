import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { zipOf } from "../large-zip.ts";
import { history, importZip } from "../page.ts";

const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("speech-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const sounds = opening.result.transaction("sounds").objectStore("sounds").getAll();
          sounds.onsuccess = () => {
            opening.result.close();
            resolve(sounds.result.reduce((sum: number, { blob }: { blob: Blob }) => sum + blob.size, 0));
          };
        };
      }),
  );

test("a small zip that becomes a large one asks first, and no leaves nothing behind", async ({ page }) => {
  await page.goto("/");
  const bomb = await zipOf(3, { bytes: 6_000_000, words: 10 });
  expect(bomb.length).toBeLessThan(100_000);
  await importZip(page, "bomb.zip", bomb);
  await expect(history(page)).toContainText("bomb.zip holds 3 takes. They need up to 18.0 MB of room in this browser");
  await expect(history(page)).toContainText("are free");
  await history(page).getByRole("button", { name: "Cancel" }).click();
  await expect(history(page)).not.toContainText("bomb.zip");
  expect(await kept(page)).toBe(0);
  await importZip(page, "bomb.zip", bomb);
  await history(page).getByRole("button", { name: "Import", exact: true }).click();
  await expect(history(page)).toContainText("3 takes imported.");
  expect(await kept(page)).toBe(18_000_000);
});

test("large files are read beside the page: it parses none of them, but where it has no worker to do so", async ({
  browser,
  baseURL,
}) => {
  const file = await zipOf(2, { bytes: 1_000, words: 30_000 });
  /** The longest text that the page parses itself. */
  async function longestParsed(hasWorkers: boolean): Promise<number> {
    const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
    const page = await context.newPage();
    await page.addInitScript((hasWorkers) => {
      const { parse } = JSON;
      const longest = { parsed: 0 };
      JSON.parse = (text: string, ...others: []) => {
        longest.parsed = Math.max(longest.parsed, text.length);
        return parse(text, ...others);
      };
      Object.assign(window, { longest });
      if (hasWorkers) return;
      window.Worker = class {
        constructor() {
          throw new Error("no workers here");
        }
      } as unknown as typeof Worker;
    }, hasWorkers);
    await page.goto("/");
    await importZip(page, "words.zip", file);
    await expect(history(page)).toContainText("2 takes imported.");
    const { parsed } = await page.evaluate(() => Reflect.get(window, "longest") as { parsed: number });
    await context.close();
    return parsed;
  }
  expect(await longestParsed(true)).toBeLessThan(20_000);
  expect(await longestParsed(false)).toBeGreaterThan(1_000_000);
});
