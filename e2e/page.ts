import { expect, type Locator, type Page } from "@playwright/test";
import { models } from "../src/contract/models/index.ts";
import { elsewhere } from "./hosts.ts";

export const modelIds = models.map(({ id }) => id);
/** What the header says of a service that lists them all. */
export const allModels = `· ${modelIds.length} models`;

/** The page's regions and what a person does first, by the names that a screen reader says in English. */
export const player = (page: Page) => page.getByRole("region", { name: "Player" });
export const history = (page: Page) => page.getByRole("region", { name: "History" });
export const row = (page: Page, name: string | RegExp) => history(page).getByRole("row", { name });
export const task = (page: Page) => page.getByRole("list", { name: "Tasks" }).getByRole("listitem");

/** Puts `script` in the place of what is written, and presses Speak. */
export async function speak(page: Page, script: string): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

/** Does something else after Speak: who only waits hears a task's sound by itself, and isn't told of it. */
export async function turnToSomethingElse(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
}

/**
 * Waits until the player has come beyond its first moments. Short sound may be over by the time when somebody looks.
 */
export function isHeardInPlayer(page: Page): Promise<void> {
  return isHeardAt(player(page).getByRole("slider", { name: "Position" }), 0.3);
}

/** Waits until a sound whose `position` is shown has come beyond its first moments; at its end it stays there. */
export async function isHeardAt(position: Locator, seconds = 0.1): Promise<void> {
  await expect.poll(async () => Number(await position.inputValue()), { timeout: 30_000 }).toBeGreaterThan(seconds);
}

/**
 * Presses one of the stage's buttons as a hand does, which moves where the controls are gone: nobody has moved for
 * three seconds then, and on a busy machine those are soon over.
 */
export async function pressOnStage(page: Page, name: string): Promise<void> {
  const still = page.locator("[data-stage][data-idle]");
  await page.addLocatorHandler(still, () => page.mouse.move(20 + 20 * Math.random(), 20));
  await page.getByRole("dialog", { name: "Presentation" }).getByRole("button", { name, exact: true }).click();
  await page.removeLocatorHandler(still);
}

/**
 * Waits until the history has so many entries above the page's own: one is there a moment after something covers the
 * page, and gone a moment after that has closed.
 */
export async function historyHolds(page: Page, layers: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.history.state?.covers ?? 0)).toBe(layers);
}

/** The page's address under a name that isn't trustworthy to a browser. */
export function elsewhereAddress(baseURL: string | undefined): string {
  const address = new URL(baseURL ?? "");
  address.hostname = elsewhere;
  return address.href;
}

/** Lets the page at `address` store so many bytes; all that the disk holds when undefined. Chromium only. */
export async function allowStorage(page: Page, address: string | undefined, quotaSize?: number): Promise<void> {
  const debugging = await page.context().newCDPSession(page);
  const { origin } = new URL(address ?? "");
  await debugging.send("Storage.overrideQuotaForOrigin", { origin, ...(quotaSize === undefined ? {} : { quotaSize }) });
}

/**
 * Imports a zip by the page's own way in: a button where there are no takes yet, an item of the menu where there are.
 */
export async function importZip(page: Page, name: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page
      .getByRole("button", { name: "Import takes…" })
      .or(page.getByRole("menuitem", { name: "Import takes…" }))
      .click(),
  ]);
  await chooser.setFiles({ name, mimeType: "application/zip", buffer });
}

/** Opens what the form keeps closed for who only listens: how a sound is sent and packed, and the factor of prices. */
export async function openTechnical(page: Page): Promise<void> {
  const summary = page.locator("summary", { hasText: /^(Technical details|技术细节)$/ });
  if (await summary.evaluate((element) => element.closest("details")?.open !== true)) await summary.click();
}

export async function chooseTransport(page: Page, name: "HTTP" | "WebSocket"): Promise<void> {
  await openTechnical(page);
  await page.getByRole("radio", { name, exact: true }).check();
}
