import { expect, test } from "../fixtures.ts";
import { player, speak } from "../page.ts";
import { misplaced } from "../walk/layout.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, reducedMotion: "reduce" });

    test("from a small phone to 4K, nothing is too wide, cut off, covered or too small to press", async ({ page }) => {
      const found: string[] = [];
      const lookAround = async (state: string) => {
        for (const size of sizes) {
          await page.setViewportSize(size);
          await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
          found.push(...(await misplaced(page)).map((fault) => `${state}, ${size.width} × ${size.height}: ${fault}`));
        }
      };
      await page.goto("/");
      await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
      await expect(page.getByRole("tab", { name: "Takes" })).toBeVisible();
      await lookAround("a first visit");
      await speak(page, "One small step, and the door is open.");
      await expect(player(page)).toContainText("complete");
      await expect(page.getByRole("grid", { name: "Takes" }).getByRole("row")).toHaveCount(1);
      await lookAround("after a sentence");
      await page.getByRole("radio", { name: "RefVoice 2" }).check({ force: true });
      await page.getByRole("radio", { name: "Mood" }).check({ force: true });
      await expect(page.getByRole("slider", { name: /^happy/i })).toBeVisible();
      await lookAround("RefVoice 2 with its faders");
      expect(found).toEqual([]);
    });
  });
}
