import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { type PacedService, paced, stalled, startPacedService } from "../paced-service.ts";
import { chooseTransport, player } from "../page.ts";
import { type Product, startProduct } from "../product.ts";
import { measureMp3 } from "../sound.ts";

/** Collects from now on what moves without having been asked for, in words. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    const elementOf = (node: Node | null) => (node instanceof Element ? node : (node?.parentElement ?? null));
    const nameOf = (node: Node | null) => {
      const element = elementOf(node);
      return `${element?.tagName.toLowerCase()} "${element?.textContent.slice(0, 40)}"`;
    };
    const observer = new PerformanceObserver((list) => read(list.getEntries()));
    function read(entries: PerformanceEntryList): void {
      for (const entry of entries) {
        // Chromium alone has these entries, so TypeScript doesn't know them.
        const { value, hadRecentInput, sources } = entry as LayoutShift;
        if (hadRecentInput) continue;
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const places = [from, to].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" "));
          return `${nameOf(node)} from ${places.join(" to ")}`;
        });
        seen.push(`${value.toFixed(5)}: ${moved.join("; ")}`);
      }
    }
    observer.observe({ type: "layout-shift", buffered: true });
    Object.assign(window, {
      layoutShifts: () => {
        read(observer.takeRecords());
        return seen;
      },
    });
  });
  return () => page.evaluate("layoutShifts()");
}

interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

for (const { name, ...use } of [
  { name: "desktop", viewport: { width: 1440, height: 900 } },
  { name: "small desktop, Chinese", viewport: { width: 1280, height: 800 }, locale: "zh-CN" },
  { name: "phone", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
]) {
  test.describe(name, () => {
    test.use(use);

    test("nothing moves by itself: at a first visit, while a sentence is spoken, when its take stands there", async ({
      page,
    }) => {
      const shifts = await watchShifts(page);
      await page.goto("/");
      await page.locator("header button[data-state=good]").waitFor();
      await page.waitForLoadState("networkidle");
      expect(await shifts()).toEqual([]);
      await page.locator("button[aria-keyshortcuts=Control\\+Enter]").click();
      const bar = page.locator("section[aria-label=Player], section[aria-label=播放器]");
      await expect(bar).toContainText(/complete|完成/);
      await expect(page.locator("[data-take]").first()).toHaveAttribute("data-status", "complete");
      await page.waitForLoadState("networkidle");
      expect(await shifts()).toEqual([]);
    });
  });
}

test("a workbench folds script and form into one line: to speak, choose a voice and mend what is wrong", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  const board = page.getByRole("region", { name: "History" });
  const height = () => board.evaluate((element) => element.getBoundingClientRect().height);
  const tab = (name: string) => page.getByRole("tab", { name });
  const script = page.getByRole("textbox", { name: "Script" });
  const tall = await height();
  await tab("Request").click();
  expect(await height()).toBeGreaterThanOrEqual(560);
  await expect(tab("Request")).toBeFocused();
  // From one workbench to another nothing moves.
  const place = await tab("Batch").boundingBox();
  await tab("Batch").click();
  expect(await tab("Batch").boundingBox()).toMatchObject({ x: place?.x, y: place?.y });
  // What is written in the line is what is spoken.
  await script.fill("One line.");
  await page.getByRole("textbox", { name: /^Speed/ }).waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("textbox", { name: /^Speed/ }).fill("5");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Go to “Speed”" }).click();
  await expect(page.getByRole("textbox", { name: /^Speed/ })).toBeFocused();
  await page.keyboard.insertText("0");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("button", { name: /^Voice:/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).fill("Noah");
  await page.keyboard.press("Enter");
  const sent = page.waitForRequest("**/v1/audio/speech");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ input: "One line.", voice: "Noah" });
  await expect(player(page)).toContainText("complete");
  expect(await height()).toBeGreaterThanOrEqual(560);
  // The key unfolds, and the tab keeps that; a list has it as it was.
  await page.keyboard.press("f");
  expect(await height()).toBeLessThan(560);
  await tab("Takes").click();
  expect(await height()).toBe(tall);
  await page.reload();
  await tab("Batch").click();
  expect(await height()).toBeLessThan(560);
  await page.getByRole("button", { name: "Fold script and form into one line" }).click();
  expect(await height()).toBeGreaterThanOrEqual(560);
});

/** How high the player is from now on, each height once. */
async function watchPlayer(page: Page): Promise<() => Promise<number[]>> {
  await player(page).evaluate((element) => {
    const heights = new Set<number>();
    new ResizeObserver(() => heights.add(element.getBoundingClientRect().height)).observe(element);
    Object.assign(window, { playerHeights: () => [...heights] });
  });
  return () => page.evaluate("playerHeights()");
}

const widths = [
  { name: "390 px", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { name: "768 px", viewport: { width: 768, height: 1024 } },
  { name: "1440 px", viewport: { width: 1440, height: 900 } },
] as const;

for (const { name, ...use } of widths) {
  test.describe(name, () => {
    test.use(use);

    test("the player is as high with words and a finished file as it was when the sound began", async ({ page }) => {
      await page.goto("/");
      await chooseTransport(page, "WebSocket");
      await page.getByRole("button", { name: "Speak", exact: true }).click();
      await expect(player(page)).toContainText("first byte");
      const heights = await watchPlayer(page);
      await expect(player(page).getByRole("button", { name: "Captions" })).toBeVisible();
      await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
      await expect(page.locator("[data-take]").first()).toHaveAttribute("data-status", "complete");
      expect(await heights()).toHaveLength(1);
    });
  });
}

test.describe("sound that runs dry", () => {
  // By one worker: each that takes part starts a service and the playground.
  test.describe.configure({ mode: "default" });

  let service: PacedService;
  let stalling: Product;
  test.beforeAll(async () => {
    service = await startPacedService();
    stalling = await startProduct({ environment: { SPEECH_BASE_URL: service.address, SPEECH_API_KEY: "any" } });
  });
  test.afterAll(async () => {
    await stalling.stop();
    await service.stop();
  });

  for (const { name, ...use } of widths) {
    test.describe(name, () => {
      test.use(use);

      test("it is told of in a place of its own, and nothing moves for it", async ({ page, request, baseURL }) => {
        const input = "One small step, and the door is open at last, and we all go in.";
        const answer = await request.post(`${baseURL}/v1/audio/speech`, {
          data: { model: "streamspeech-v8", input, voice: "Autumn" },
        });
        const sound = await answer.body();
        const { seconds } = await measureMp3(sound);
        const shifts = await watchShifts(page);
        await page.goto(stalling.address);
        await page.locator("header button[data-state=good]").waitFor();
        await page.waitForLoadState("networkidle");
        // Whose name is longer than the usual one moves the badge by that.
        const before = await shifts();
        service.next({ contentType: "audio/mpeg", steps: stalled(paced(sound, seconds, 1.5), 1_000, 4_000) });
        await page.getByRole("button", { name: "Speak", exact: true }).click();
        const stalls = player(page).getByTitle("stalls");
        await expect(stalls).toContainText(/\d · \d/);
        await expect(stalls).toBeInViewport({ ratio: 1 });
        await expect(player(page)).toContainText("first byte");
        const inside = await stalls.evaluate((element) => {
          const box = element.getBoundingClientRect();
          const line = element.parentElement?.getBoundingClientRect();
          const before = element.previousElementSibling?.getBoundingClientRect();
          return line !== undefined && before !== undefined && box.right <= line.right + 1 && box.left >= before.right;
        });
        expect(inside).toBe(true);
        await expect(page.locator("[data-take]").first()).toHaveAttribute("data-status", "complete");
        expect((await shifts()).slice(before.length)).toEqual([]);
        // A page that is still there may ask for a part of itself, or for its typeface.
        await page.goto("about:blank");
      });
    });
  }
});
