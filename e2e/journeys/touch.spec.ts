import { expect, test } from "../fixtures.ts";
import { misplaced } from "../walk/layout.ts";
import { namesOf } from "../walk/names.ts";
import { whatStays } from "../walk/settled.ts";
import { smallTargets } from "../walk/touch.ts";
import { walkThrough } from "../walk/walk.ts";

test.use({
  locale: "en-GB",
  reducedMotion: "reduce",
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
});

test("on a phone every control of every state has 44 × 44 pixels to be pressed, and is in its place", async ({
  page,
  expectPageErrors,
}) => {
  test.setTimeout(600_000);
  expectPageErrors(/Failed to load resource/);
  // A control that stands in many states is named once.
  const found = new Map<string, string>();
  await walkThrough(page, namesOf("en"), async (state) => {
    const faults = await whatStays(page, async () => [...(await smallTargets(page)), ...(await misplaced(page))]);
    for (const fault of faults) {
      if (!found.has(fault)) found.set(fault, state);
    }
  });
  expect([...found]).toEqual([]);
});
