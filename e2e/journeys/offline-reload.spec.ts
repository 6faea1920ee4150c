import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { allModels, isHeardInPlayer, player, row, speak } from "../page.ts";
import { startProduct } from "../product.ts";

test.use({ serviceWorkers: "allow" });

const text = "Kept on the disk, and heard in a tunnel, where no train has any connection at all.";
const noAnswer = /Failed to load resource|Failed to fetch|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/;

/** Speaks, and waits until the page itself is kept, too. */
async function speakAndKeep(page: Page): Promise<void> {
  await speak(page, text);
  await expect(player(page)).toContainText("complete");
  await isKept(page, text);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

async function hearAgain(page: Page): Promise<void> {
  await row(page, text).getByRole("button", { name: /^Hear/ }).click();
  await isHeardInPlayer(page);
}

const connection = (page: Page) => page.getByRole("button", { name: /^Connection/ });

test("off line, a reload brings the page back, which says so, with kept takes that are heard", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(noAnswer);
  await page.goto("/");
  await speakAndKeep(page);
  await context.setOffline(true);
  await page.reload();
  await expect(connection(page)).toContainText("Offline");
  await hearAgain(page);
  // Parts that were never shown before come from the copy, too.
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.getByRole("tabpanel")).toContainText(/take/);
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByRole("banner")).toContainText("离线");
  await context.setOffline(false);
  await page.reload();
  await expect(page.getByRole("banner")).toContainText("3");
});

test("where a password is asked for, kept takes are heard off line all the same, and nothing asks in vain", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(noAnswer);
  const playground = await startProduct({ environment: { PLAYGROUND_PASSWORD: "open sesame" } });
  try {
    await page.goto(playground.address);
    await page.getByLabel("Password").fill("open sesame");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await speakAndKeep(page);
    await context.setOffline(true);
    await page.reload();
    await expect(connection(page)).toContainText("Offline");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await hearAgain(page);
  } finally {
    await playground.stop();
  }
});

test("while the server answers, its page opens; while it is gone, the kept one, from a new tab as well", async ({
  page,
  context,
  expectPageErrors,
}) => {
  // Two whole starts of the product.
  test.slow();
  expectPageErrors(noAnswer);
  const first = await startProduct();
  let second: Awaited<ReturnType<typeof startProduct>> | undefined;
  try {
    await page.goto(first.address);
    await speakAndKeep(page);
    await first.stop();
    await page.close();
    const kept = await context.newPage();
    await kept.goto(`${first.address}/?from=bookmark`);
    await expect(connection(kept)).toContainText("No connection");
    await hearAgain(kept);
    second = await startProduct({ environment: { PORT: new URL(first.address).port } });
    const answer = await kept.reload();
    expect(answer?.status()).toBe(200);
    await expect(kept.getByText(allModels)).toBeVisible();
  } finally {
    await second?.stop();
    await first.stop();
  }
});
