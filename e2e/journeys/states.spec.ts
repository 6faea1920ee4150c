import { expect, test } from "../fixtures.ts";
import { foreignTexts } from "../walk/language.ts";
import { misplaced } from "../walk/layout.ts";
import { motions } from "../walk/motion.ts";
import { namesOf } from "../walk/names.ts";
import { whatStays } from "../walk/settled.ts";
import { walkThrough } from "../walk/walk.ts";

test.use({ locale: "en-GB", reducedMotion: "reduce", viewport: { width: 1440, height: 900 } });

test("every state fits letters of twice the size, stands still where that is wished, and is in English", async ({
  page,
  expectPageErrors,
}) => {
  test.setTimeout(600_000);
  expectPageErrors(/Failed to load resource/);
  // As a person sets it in the browser: what the page says in em and rem follows, its media queries too.
  const debugging = await page.context().newCDPSession(page);
  await debugging.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  // A walk goes on to its end, so that all of what is wrong is known at once.
  const found: string[] = [];
  await walkThrough(page, namesOf("en"), async (state) => {
    const faults = await whatStays(page, async () => [
      ...(await misplaced(page)),
      ...(await foreignTexts(page, "en")),
      ...(await motions(page)),
    ]);
    found.push(...faults.map((fault) => `${state}: ${fault}`));
  });
  expect(found).toEqual([]);
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("every state is in Chinese", async ({ page, expectPageErrors }) => {
    test.setTimeout(600_000);
    expectPageErrors(/Failed to load resource/);
    const found: string[] = [];
    await walkThrough(page, namesOf("zh"), async (state) => {
      found.push(...(await foreignTexts(page, "zh")).map((text) => `${state}: ${text}`));
    });
    expect(found).toEqual([]);
  });
});
