import type { Page } from "@playwright/test";

/**
 * Notes every word that lights up from the next page on inside of what `place` selects, in its order: two places light
 * the same words, one a moment behind the other. Returns what reads them.
 */
export async function watchLight(page: Page, place = "body"): Promise<() => Promise<string[]>> {
  await page.addInitScript((within) => {
    const lit: string[] = [];
    Object.assign(window, { lit });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof Element) || !target.hasAttribute("data-lit")) continue;
        if (target.closest(within) !== null) lit.push(target.textContent);
      }
    }).observe(document, { subtree: true, attributeFilter: ["data-lit"] });
  }, place);
  return () => page.evaluate(() => Reflect.get(window, "lit"));
}

/**
 * The words of `lit` that don't follow the ones before in `text`. Words may be missing: a page that is held up for the
 * time of a word doesn't light it.
 */
export function outOfOrder(lit: readonly string[], text: string): readonly string[] {
  const words: readonly string[] = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  let at = 0;
  return lit.filter((word, index) => {
    if (word === lit[index - 1]) return false;
    const found = words.indexOf(word, at);
    at = found + 1;
    return found === -1;
  });
}
