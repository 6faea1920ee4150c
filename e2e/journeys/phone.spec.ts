import { expect, test } from "../fixtures.ts";
import { player, speak } from "../page.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, reducedMotion: "reduce" });

test("a tab that is pressed comes up to the top, with the player still at hand", async ({ page }) => {
  await page.goto("/");
  await speak(page, "The lamp is lit.");
  const tabs = page.getByRole("tablist");
  await tabs.scrollIntoViewIfNeeded();
  expect((await tabs.boundingBox())?.y ?? 0).toBeGreaterThan(300);
  await page.getByRole("tab", { name: "Request" }).tap();
  await expect(page.getByRole("button", { name: "Copy body" })).toBeVisible();
  await expect.poll(async () => (await tabs.boundingBox())?.y).toBeLessThan(80);
  await expect(player(page).getByRole("button", { name: /Play|Pause/ })).toBeInViewport();
});
