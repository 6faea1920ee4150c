import type { Page } from "@playwright/test";

/** Notes every word that lights up from the next page on, in its order. Returns what reads them. */
export async function watchLight(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const lit: string[] = [];
    Object.assign(window, { lit });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof Element && target.hasAttribute("data-lit")) lit.push(target.textContent);
      }
    }).observe(document, { subtree: true, attributeFilter: ["data-lit"] });
  });
  return () => page.evaluate(() => Reflect.get(window, "lit"));
}
