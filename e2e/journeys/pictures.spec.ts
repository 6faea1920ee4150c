import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import { player } from "../page.ts";
import { difference, pictureFile, pictureNames, pictures, pose } from "../pictures/pictures.ts";

/** As much of a picture as may differ: letters are drawn in other ways, and figures are others. */
const tolerance = 0.02;

for (const name of pictureNames) {
  test.describe(name, () => {
    test.use(pictures[name]);

    test("README's picture is what the page looks like; else: npm run pictures", async ({ page, product, browser }) => {
      await pose(page, product.address);
      const now = await page.screenshot();
      const desk = await browser.newPage();
      const kept = readFileSync(pictureFile(name));
      expect(await difference(desk, now, kept)).toBeLessThan(tolerance);

      // The comparison sees it when a part of the page is another.
      await player(page).evaluate((part) => part.remove());
      expect(await difference(desk, await page.screenshot(), kept)).toBeGreaterThan(tolerance);
      await desk.close();
    });
  });
}
