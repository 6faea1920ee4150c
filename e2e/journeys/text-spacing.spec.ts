import { expect, test } from "../fixtures.ts";
import { misplaced } from "../walk/layout.ts";
import { namesOf } from "../walk/names.ts";
import { whatStays } from "../walk/settled.ts";
import { spaceText } from "../walk/text-spacing.ts";
import { walkThrough } from "../walk/walk.ts";

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ locale: "en-GB", reducedMotion: "reduce", viewport });

    test("with the spacing of WCAG 1.4.12, nothing is cut, covered or lost in any state", async ({
      page,
      expectPageErrors,
    }) => {
      test.setTimeout(600_000);
      expectPageErrors(/Failed to load resource/);
      await spaceText(page);
      const found: string[] = [];
      await walkThrough(page, namesOf("en"), async (state) => {
        found.push(...(await whatStays(page, () => misplaced(page))).map((fault) => `${state}: ${fault}`));
      });
      expect(found).toEqual([]);
    });
  });
}
