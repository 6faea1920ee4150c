import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

/** Collects from now on what moves without having been asked for, in words. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    const elementOf = (node: Node | null) => (node instanceof Element ? node : (node?.parentElement ?? null));
    const nameOf = (node: Node | null) => {
      const element = elementOf(node);
      return `${element?.tagName.toLowerCase()} "${element?.textContent.slice(0, 40)}"`;
    };
    // A busy machine lets the sound stall: the figure that tells so has no place before.
    const tellsOfStalls = (node: Node | null) => elementOf(node)?.closest("[data-warn]") != null;
    const observer = new PerformanceObserver((list) => read(list.getEntries()));
    function read(entries: PerformanceEntryList): void {
      for (const entry of entries) {
        // Chromium alone has these entries, so TypeScript doesn't know them.
        const { value, hadRecentInput, sources } = entry as LayoutShift;
        if (hadRecentInput || sources.every(({ node }) => tellsOfStalls(node))) continue;
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

    test("nothing moves by itself: at a first visit, while the first sentence is spoken, when its take stands there", async ({
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
