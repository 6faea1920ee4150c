import type { Page } from "@playwright/test";

/**
 * Spaces text as WCAG 1.4.12 has a person space it, by a style sheet of the visitor's own, or takes that away again.
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
}
