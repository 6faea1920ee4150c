import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { services } from "../letter-service/both.ts";

const text = "One small step, and the door is open at last, and we all go in.";
const player = (page: Page) => page.getByRole("region", { name: "Player" });
const board = (page: Page) => page.getByRole("region", { name: "History" });
const row = (page: Page, name: string) => board(page).getByRole("row", { name });

async function speak(page: Page, script = text): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

/** Lets the page's origin store so many bytes; all that the disk holds when undefined. */
async function allowStorage(page: Page, context: BrowserContext, quotaSize?: number): Promise<void> {
  const debugging = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await debugging.send("Storage.overrideQuotaForOrigin", { origin, ...(quotaSize === undefined ? {} : { quotaSize }) });
}

for (const { name, test } of services) {
  test.describe(name, () => {
    test("a full storage: the take is heard, stays in memory and says so; with room again it is kept", async ({
      page,
      context,
    }) => {
      // Before the database is there: the browser asks seldom how much room is left.
      await page.goto("/healthz");
      await allowStorage(page, context, 20_000);
      await page.goto("/");
      await speak(page);
      await expect(player(page)).toContainText("complete");
      await expect(board(page)).toContainText("The browser's storage is full");
      await row(page, text).getByRole("button", { name: "Hear" }).click();
      await expect(player(page).getByRole("button", { name: /^(Pause|Play)$/ })).toBeEnabled();
      await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
      await speak(page, "And another one.");
      await expect(row(page, "And another one.")).toContainText("kB");

      await allowStorage(page, context);
      await board(page).getByRole("button", { name: "Try again" }).click();
      await expect(board(page)).not.toContainText("storage is full");
      await isKept(page, text);
      await isKept(page, "And another one.");
      await page.reload();
      await row(page, text).getByRole("button", { name: "Hear" }).click();
      await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
    });
  });
}
