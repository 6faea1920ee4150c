import type { Page } from "@playwright/test";
import { twoFrames } from "./settled.ts";

/**
 * Spaces text as WCAG 1.4.12 has a person space it, by a style sheet of the visitor's own, or takes that away again.
 * Resolves when what follows the text's size, the script's box first of all, has taken its place.
 */
export async function spaceText(page: Page, isSpaced: boolean): Promise<void> {
  await page.evaluate((spaced) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = spaced ? [sheet] : [];
  }, isSpaced);
  await page.evaluate(twoFrames);
}
