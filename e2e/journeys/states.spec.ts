import type { CDPSession, Page } from "@playwright/test";
import { findings, findingsByLook } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { foreignTexts } from "../walk/language.ts";
import { misplaced } from "../walk/layout.ts";
import { motions } from "../walk/motion.ts";
import { namesOf } from "../walk/names.ts";
import { whatStays } from "../walk/settled.ts";
import { spaceText } from "../walk/text-spacing.ts";
import { smallTargets } from "../walk/touch.ts";
import { walkThrough } from "../walk/walk.ts";

const english = namesOf("en");

test.use({ locale: "en-GB", reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });
test.beforeEach(({ expectPageErrors }) => {
  test.setTimeout(600_000);
  expectPageErrors(/Failed to load resource/);
});

/**
 * Walks through every state, to the end, so that all of what is wrong is known at once. What stands in many states is
 * named once.
 */
async function faultsOfAll(
  page: Page,
  names: typeof english,
  look: (state: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found = new Map<string, string>();
  await walkThrough(page, names, async (state) => {
    for (const fault of await look(state)) {
      if (!found.has(fault)) found.set(fault, state);
    }
  });
  return [...found].map(([fault, state]) => `${state}: ${fault}`);
}

/** What doesn't fit with the spacing of WCAG 1.4.12. */
async function misplacedWhenSpaced(page: Page): Promise<readonly string[]> {
  await spaceText(page, true);
  const found = await whatStays(page, () => misplaced(page));
  await spaceText(page, false);
  return found.map((fault) => `spaced, ${fault}`);
}

/**
 * Has the browser show letters of twice the size, as a person sets it there, and what doesn't fit then: what the page
 * says in em and rem follows, its media queries too.
 */
async function misplacedWhenLarge(page: Page, debugging: CDPSession): Promise<readonly string[]> {
  await debugging.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  const found = await whatStays(page, () => misplaced(page));
  await debugging.send("Page.setFontSizes", { fontSizes: { standard: 16, fixed: 13 } });
  return found.map((fault) => `in large letters, ${fault}`);
}

test.describe("to axe", () => {
  // axe is run as a script of the page, which the page's own policy forbids.
  test.use({ bypassCSP: true });

  test("every state is accessible, still where that is wished, in English, and fits spaced and large letters", async ({
    page,
  }) => {
    const debugging = await page.context().newCDPSession(page);
    const found = await faultsOfAll(page, english, async (state) => [
      // What an open menu covers in part isn't pressed before the menu is gone.
      ...(await findings(page, /menu|to do with takes/.test(state) ? "[role=menu]" : "html")),
      ...(await foreignTexts(page, "en")),
      ...(await motions(page)),
      ...(await misplacedWhenSpaced(page)),
      ...(await misplacedWhenLarge(page, debugging)),
    ]);
    expect(found).toEqual([]);
  });

  test.describe("in Chinese", () => {
    test.use({ locale: "zh-CN", colorScheme: "dark" });

    test("every state is in Chinese, named in it, and readable in dark colours", async ({ page }) => {
      const found = await faultsOfAll(page, namesOf("zh"), async () => [
        ...(await foreignTexts(page, "zh")),
        ...(await findingsByLook(page)),
      ]);
      expect(found).toEqual([]);
    });
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("every control of every state has 44 × 44 pixels and is in its place, with spaced text as well", async ({
    page,
  }) => {
    const found = await faultsOfAll(page, english, async () => [
      ...(await whatStays(page, async () => [...(await smallTargets(page)), ...(await misplaced(page))])),
      ...(await misplacedWhenSpaced(page)),
    ]);
    expect(found).toEqual([]);
  });
});
