import type { Page } from "@playwright/test";

/** Spaces text as WCAG 1.4.12 has a person space it, from the next load on: a style sheet of the visitor's own. */
export async function spaceText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets = [sheet];
  });
}
