import { mkdir, rename, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "@playwright/test";
import { freePort } from "../../src/start/free-port.mjs";
import { findings } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { player, row, speak } from "../page.ts";
import { type Product, startProduct } from "../product.ts";

// By one worker: each that takes part starts the playground.
test.describe.configure({ mode: "default" });

/** A playground that shares by links, under the address that its links begin with. */
let sharing: Product;
test.beforeAll(async () => {
  const PORT = String(await freePort());
  const PLAYGROUND_PUBLIC_URL = `http://127.0.0.1:${PORT}`;
  sharing = await startProduct({ environment: { PORT, PLAYGROUND_PUBLIC_URL, PLAYGROUND_SHARE_HOURS: "24" } });
});
test.afterAll(async () => sharing.stop());

const text = "Somebody else hears this by a link, and reads it: <b>nothing</b> more.";

async function openDialog(page: Page): Promise<void> {
  await row(page, /Somebody else/)
    .getByRole("button", { name: "More", exact: true })
    .click();
  await page.getByRole("menuitem", { name: "Share by a link…" }).click();
}

test("a take is shared by a link: somebody else reads and hears it, until its sender deletes it", async ({
  page,
  browser,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource.*(?:404|503)/);
  await page.goto(sharing.address);
  await speak(page, text);
  await expect(player(page)).toContainText("complete");
  await isKept(page, text);
  const dialog = page.getByRole("dialog", { name: "Share by a link" });
  await openDialog(page);
  await expect(dialog).toContainText("for 24 hours");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await expect(dialog).toContainText("It works until");
  const link = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/shared\/[\w-]{32}$/);

  // Asked for again, it is the same one.
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await openDialog(page);
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(link);

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText(text)).toBeVisible();
  await expect(other.getByText(/This page is here until .* UTC/)).toBeVisible();
  await other.locator("audio").evaluate(async (audio: HTMLAudioElement) => {
    await audio.play();
    audio.currentTime = 1.5;
  });
  await expect
    .poll(() => other.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(1.6);
  const download = other.waitForEvent("download");
  await other.getByRole("link", { name: "Download the audio" }).click();
  expect((await download).suggestedFilename()).toBe("shared.mp3");
  expect(await findings(other)).toEqual([]);

  // Its text can't be deleted from the disk.
  const file = join(sharing.dataFolder, "shared-takes", `${link.slice(-32)}.json`);
  await rename(file, `${file}.kept`);
  await mkdir(file);
  const remove = dialog.getByRole("button", { name: "Delete it now" });
  await remove.click();
  await expect(dialog).toContainText("opens nothing any more, but the server can't delete");
  await expect(dialog).not.toContainText("It works until");
  await rmdir(file);
  await rename(`${file}.kept`, file);
  await remove.click();
  await expect(dialog).toContainText("The link is gone");
  await other.reload();
  await expect(other.getByRole("heading", { name: /isn't here any more/ })).toBeVisible();
  await other.context().close();
});

test("a page that is opened anew while its link is made shows that link, and deletes it", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  await page.goto(sharing.address);
  await speak(page, text);
  await expect(player(page)).toContainText("complete");
  await isKept(page, text);
  const dialog = page.getByRole("dialog", { name: "Share by a link" });
  // The server has it; its answer never comes.
  let kept = "";
  const lose = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    kept = (await answer.json()).address;
  };
  await page.route("**/playground/shares", lose, { times: 1 });
  await openDialog(page);
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await expect.poll(() => kept).toContain("/shared/");
  await page.reload();
  await openDialog(page);
  await expect(dialog).toContainText("The server may have it");
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Make a link" }).click();
  await expect(dialog.getByRole("textbox", { name: "Link" })).toHaveValue(kept);
  await dialog.getByRole("button", { name: "Delete it now" }).click();
  await expect(dialog).toContainText("The link is gone");
  expect((await page.request.get(kept)).status()).toBe(404);
});
