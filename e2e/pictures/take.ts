import { join } from "node:path";
import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "../browsers/find.ts";
import { startProduct } from "../product.ts";

/** README's pictures, taken from the real product while it speaks: `npm run pictures`. */
const pictures = {
  "desktop-light": { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  "desktop-dark": { viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true, isMobile: true },
} as const;

const product = await startProduct();
const browser = await chromium.launch(browserLaunchOptions());
for (const [name, options] of Object.entries(pictures)) {
  const page = await browser.newPage(options);
  await page.goto(product.address);
  await page.getByRole("button", { name: "Speak" }).click();
  await page.getByRole("region", { name: "Player" }).getByText("complete").waitFor();
  // A third of the sentence has been heard: the picture shows sound in motion.
  await page.waitForFunction(() => {
    const position = document.querySelector<HTMLInputElement>('section input[type="range"]');
    return position !== null && Number(position.value) > Number(position.max) / 3;
  });
  await page.screenshot({ path: join(import.meta.dirname, `${name}.png`) });
  await page.close();
}
await browser.close();
await product.stop();
