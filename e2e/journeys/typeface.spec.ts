import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { player, speak } from "../page.ts";

const letters = /\.woff2$/;
const heading = (page: Page) => page.getByRole("heading", { level: 1, name: "Speech Playground" });

/** How wide the page sets its own name, which tells one typeface from another. */
async function widthOfName(page: Page): Promise<number> {
  return heading(page).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().width;
  });
}

/** From where to where each button and field reaches from top to bottom, by its name. */
const linesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("header button, textarea, label, button[aria-keyshortcuts]")]
      .filter((element) => element.checkVisibility() && element.closest("[role=tabpanel], section") === null)
      .map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return `${element.getAttribute("aria-label") ?? element.textContent}: ${Math.round(top)}–${Math.round(bottom)}`;
      }),
  );

/** How much of the page has moved by itself since it was opened, as browsers count it. */
const shifted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const watch = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value);
        });
        watch.observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

async function isThere(page: Page): Promise<void> {
  await page.locator("header button[data-state]").first().waitFor();
  await expect(page.locator("[data-first-screen]")).toHaveCount(0);
}

/** Speaks, and waits until this device has the page's typeface. */
async function speakAndKeep(page: Page): Promise<void> {
  await speak(page, "The page has letters of its own.");
  await expect(player(page)).toContainText("complete");
  await expect.poll(() => page.evaluate(() => localStorage.getItem("speech-playground-typeface"))).toMatch(letters);
}

test.describe("with the page kept on the device", () => {
  test.use({ serviceWorkers: "allow" });

  test("a first visit does without the page's typeface, each later one has it at once, and no line moves", async ({
    page,
    context,
    expectPageErrors,
  }) => {
    expectPageErrors(/Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED/);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (letters.test(request.url())) asked.push(request.url());
    });
    await page.goto("/");
    await isThere(page);
    const [width, lines] = [await widthOfName(page), await linesOf(page)];
    expect(asked).toEqual([]);

    await speakAndKeep(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    expect(asked.length).toBeGreaterThan(0);
    expect(await widthOfName(page)).toBe(width);

    await page.reload();
    await isThere(page);
    const own = await widthOfName(page);
    expect(own).not.toBe(width);
    expect(Math.abs(own / width - 1)).toBeLessThan(0.04);
    expect(await shifted(page)).toBeLessThan(0.001);
    await page.getByRole("textbox", { name: "Script" }).fill("");
    expect(lines.length).toBeGreaterThan(5);
    expect((await linesOf(page)).filter((line) => !lines.includes(line))).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await isThere(page);
    expect(await widthOfName(page)).toBe(own);
  });
});

test("where the typeface comes late, what stood in for it stays", async ({ page }) => {
  await page.goto("/");
  await isThere(page);
  const width = await widthOfName(page);
  await speakAndKeep(page);
  const release = await hold(page, letters);
  const answered = page.waitForEvent("requestfinished", (one) => letters.test(one.url()));
  await page.reload({ waitUntil: "commit" });
  await isThere(page);
  expect(await widthOfName(page)).toBe(width);
  release();
  await answered;
  await page.evaluate(() => document.fonts.ready);
  expect(await widthOfName(page)).toBe(width);
});

test("the stage has the page's typeface on a first visit", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await isThere(page);
  const width = await widthOfName(page);
  // However long the way is: the page waits for a second at most, and its clock stands still.
  await page.clock.pauseAt(Date.now() + 60_000);
  const came = page.waitForEvent("requestfinished", (one) => letters.test(one.url()));
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await came;
  await page.clock.resume();
  await expect(page.getByRole("dialog", { name: "Presentation" })).toBeVisible();
  expect(await widthOfName(page)).not.toBe(width);
});
