import type { Page } from "@playwright/test";

/**
 * Stands between the page and what it asks of `address`, and lets answers through from the moment on in which the
 * returned function is called.
 */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
