import { expect, test } from "../fixtures.ts";
import { player, speak, task } from "../page.ts";

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

test("a task that is sent answers where the press was, and leads to the tasks and to its sound", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Speak", exact: true });
  await page
    .getByRole("textbox", { name: "Script" })
    .fill("The harbour lay still, and the boats were waiting. ".repeat(120));
  await button.tap();
  const link = page.getByRole("button", { name: "See it under Tasks" });
  await expect(link).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(task(page)).not.toBeInViewport();
  await link.tap();
  await expect(task(page)).toBeInViewport();
  const hear = page.getByRole("main").getByRole("button", { name: "Hear it" });
  await expect(hear).toBeVisible({ timeout: 60_000 });
  await hear.tap();
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Hear it" })).toHaveCount(0);
});
