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

test("what the first take needs comes when somebody moves, and no part between the press and the answer's end", async ({
  page,
}) => {
  const answers = await watchAnswers(page);
  // Not the worker that draws the sound, which has a thread of its own.
  const isPart = (address: string) => /\/assets\/(?!worker-).*\.js$/.test(address);
  const parts = () => answers().filter(({ address }) => isPart(address)).length;
  await page.goto("/");
  await page.locator("header button[data-state=good]").waitFor();
  await isIdle(answers);
  const byItself = parts();
  await restComes(page, answers);
  expect(parts()).toBeGreaterThan(byItself);
  const late: string[] = [];
  // What looks through a take that has ended comes behind that, on a slow machine in front of the sound.
  let ended = false;
  page.on("requestfinished", (request) => {
    ended ||= request.method() === "POST";
  });
  page.on("request", (request) => {
    if (!ended && isPart(request.url())) late.push(request.url());
  });
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("first sound");
  // But for the keys of headphones, which want to know of a sound.
  expect(late.filter((address) => !address.includes("/media-session-"))).toEqual([]);
  // It is drawn behind the sound, and is there then.
  await expect(page.getByRole("button", { name: "More", exact: true }).first()).toBeVisible();
});
