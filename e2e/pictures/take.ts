import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "../browsers/find.ts";
import { startProduct } from "../product.ts";
import { pictureFile, pictureNames, pictures, pose } from "./pictures.ts";

/** README's pictures, taken from the real product: `npm run pictures [-- name …]`. */
const asked = process.argv.slice(2);
const names = pictureNames.filter((name) => asked.length === 0 || asked.includes(name));
const product = await startProduct();
const browser = await chromium.launch(browserLaunchOptions());
for (const name of names) {
  const page = await browser.newPage(pictures[name]);
  await pose(page, product.address);
  await page.screenshot({ path: pictureFile(name) });
  await page.close();
}
await browser.close();
await product.stop();
