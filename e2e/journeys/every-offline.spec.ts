import { findCandidates } from "../browsers/drive.ts";
import { expect, test } from "../heard.ts";
import { countSounds } from "../kept.ts";
import { startProduct } from "../product.ts";

// Starting a browser and a session counts here too, and nothing is judged by it.
test.describe.configure({ timeout: 180_000 });

const text = "Kept here.";

// Chromium has a journey of its own, with more in it.
const others = findCandidates().filter(({ name, missing }) => name !== "chromium" && missing.length === 0);

for (const { name } of others) {
  test(`${name}: where the server is gone, the page opens all the same, with what was spoken`, async ({ openIn }) => {
    const product = await startProduct();
    try {
      const page = await openIn(name, product.address);
      await page.fill("textbox", "Script", text);
      await page.click("button", "Speak");
      await page.until(() => navigator.serviceWorker.controller?.state ?? null);
      await page.until(
        () => document.querySelector("section[aria-label=Player]")?.textContent?.includes("complete") || null,
      );
      await expect.poll(() => page.evaluate(countSounds)).toBe(1);
      await product.stop();
      await page.evaluate(() => {
        // Once this has been answered.
        setTimeout(() => location.reload(), 0);
        return true;
      });
      const shown = await page.until(() => {
        const badge = [...document.querySelectorAll("header button")].find(({ textContent }) =>
          textContent.includes("No connection"),
        );
        const takes = document.querySelector("section[aria-label=History]")?.textContent ?? "";
        return badge !== undefined && takes.includes("1 take") ? takes : null;
      });
      expect(shown).toContain(text);
    } finally {
      await product.stop();
    }
  });
}
