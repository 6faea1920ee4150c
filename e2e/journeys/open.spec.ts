import { expect, test } from "../fixtures.ts";

test("the page opens under its name", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle("Speech Playground");
});
