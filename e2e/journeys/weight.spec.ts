import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { type Answer, isIdle, restComes, watchAnswers } from "../network.ts";
import { player } from "../page.ts";

/**
 * What a first visit may load without a press, until nothing more comes: bytes with the fields of answers, and
 * requests.
 */
const until = { idle: { bytes: 260_000, requests: 20 }, firstPaint: { bytes: 40_000, requests: 5 } };

function check(answers: readonly Answer[], most: { readonly bytes: number; readonly requests: number }): void {
  const list = answers.map(({ address, bytes }) => `${bytes} ${address}`).join("\n");
  const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
  console.log(`${bytes} of ${most.bytes} bytes in ${answers.length} of ${most.requests} requests`);
  expect(bytes, list).toBeLessThanOrEqual(most.bytes);
  expect(answers.length, list).toBeLessThanOrEqual(most.requests);
}

for (const { name, ...use } of [
  { name: "desktop", viewport: { width: 1440, height: 900 } },
  { name: "desktop, Chinese", viewport: { width: 1440, height: 900 }, locale: "zh-CN" },
  { name: "phone", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
]) {
  test.describe(name, () => {
    test.use(use);

    test("a first visit loads little by itself, and next to nothing before it shows something", async ({ page }) => {
      const answers = await watchAnswers(page);
      const release = await hold(page, /\/assets\/[^/]+\.js$/);
      const visit = await page.goto("/", { waitUntil: "commit" });
      expect(visit?.request().redirectedFrom()).toBeNull();
      const painted = () => page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length);
      await expect.poll(painted).toBe(1);
      check(
        answers().filter(({ bytes }) => bytes > 0),
        until.firstPaint,
      );
      release();
      await page.locator("header button[data-state=good]").waitFor();
      await isIdle(answers);
      check(answers(), until.idle);
    });
  });
}

test("what the first take needs comes when somebody moves, and no part between the press and the sound", async ({
  page,
}) => {
  const answers = await watchAnswers(page);
  // Not the worker that draws the sound, which has a thread of its own.
  const isPart = (address: string) => /\/assets\/(?!worker-).*\.js$/.test(address);
  const parts = () => answers().filter(({ address }) => isPart(address));
  await page.goto("/");
  await page.locator("header button[data-state=good]").waitFor();
  await isIdle(answers);
  const byItself = parts().length;
  await restComes(page, answers);
  const beforePress = parts().map(({ address }) => address);
  expect(beforePress.length).toBeGreaterThan(byItself);
  // By the page's own clock: on a slow machine the test sees of late that there is a sound.
  await page.evaluate(() => {
    const bar = document.querySelector('section[aria-label="Player"]');
    const look = () => {
      if (bar?.textContent.includes("first sound") === true) window.performance.mark("first sound");
    };
    if (bar !== null) new MutationObserver(look).observe(bar, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("first sound");
  const asked = await page.evaluate(() => {
    const shown = performance.getEntriesByName("first sound").at(0)?.startTime ?? 0;
    return performance.getEntriesByType("resource").map(({ name, startTime }) => ({ name, early: startTime < shown }));
  });
  const early = asked.filter(({ early }) => early).map(({ name }) => new URL(name).pathname);
  expect(early).toEqual(expect.arrayContaining(beforePress));
  const late = early.filter((address) => isPart(address) && !beforePress.includes(address));
  // But for the keys of headphones, which want to know of a sound.
  expect(late.filter((address) => !address.includes("/media-session-"))).toEqual([]);
  // It is drawn behind the sound, and is there then.
  await expect(page.getByRole("button", { name: "More", exact: true }).first()).toBeVisible();
});
