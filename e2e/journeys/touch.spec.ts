import { expect, test } from "../fixtures.ts";
import { namesOf } from "../walk/names.ts";
import { smallTargets } from "../walk/touch.ts";
import { walkThrough } from "../walk/walk.ts";

test.use({
  locale: "en-GB",
  reducedMotion: "reduce",
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});

test("on a phone every control of every state has 44 × 44 pixels to be pressed", async ({ page, expectPageErrors }) => {
  test.setTimeout(600_000);
  expectPageErrors(/Failed to load resource/);
  const found: string[] = [];
  await walkThrough(page, namesOf("en"), async (state) => {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    found.push(...(await smallTargets(page)).map((fault) => `${state}: ${fault}`));
  });
  expect(found).toEqual([]);
});
