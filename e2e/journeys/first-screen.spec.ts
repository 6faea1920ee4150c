import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";

const scripts = /\/assets\/[^/]+\.js$/;
const script = (page: Page) => page.locator("textarea[data-script]");
const firstScreen = (page: Page) => page.locator("[data-first-screen]");

/** Waits until React has put the page into the place of the first screen. */
async function isTakenOver(page: Page): Promise<void> {
  await expect(firstScreen(page)).toHaveCount(0);
  await page.locator("header button[data-state=good]").waitFor();
}

/** Where everything stands that has a name or a text, in words. */
function placesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, button, label, textarea, select, [role=tab], [role=slider]")]
      // What the service has to say comes later.
      .filter((element) => element.checkVisibility() && element.closest("header button, [role=tabpanel]") === null)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const name = element.getAttribute("aria-label") ?? element.textContent;
        return `${element.tagName} ${name}: ${[x, y, width, height].map(Math.round).join(" ")}`;
      }),
  );
}

for (const { name, ...use } of [
  { name: "desktop", viewport: { width: 1440, height: 900 } },
  { name: "desktop, dark and Chinese", viewport: { width: 1280, height: 800 }, locale: "zh-CN", colorScheme: "dark" },
  { name: "phone", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  { name: "phone, Chinese", viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: "zh-CN" },
] as const) {
  test.describe(name, () => {
    test.use(use);

    test("the first screen is there before any script of the page, and nothing of it moves when that comes", async ({
      page,
    }) => {
      const release = await hold(page, scripts);
      await page.goto("/", { waitUntil: "commit" });
      await expect(firstScreen(page)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await placesOf(page);
      expect(before.length).toBeGreaterThan(25);
      const colours = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const colour = await colours();
      release();
      await isTakenOver(page);
      expect(await placesOf(page)).toEqual(before);
      expect(await colours()).toBe(colour);
    });
  });
}

test("what is written and pressed before the page is there is kept: text, caret, keyboard and Speak", async ({
  page,
}) => {
  const release = await hold(page, scripts);
  await page.goto("/", { waitUntil: "commit" });
  await script(page).fill("Written before the page was there.");
  await script(page).press("Home");
  await script(page).pressSequentially("Yes: ");
  const requested = page.waitForRequest("**/v1/audio/speech");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await script(page).focus();
  release();
  await isTakenOver(page);
  await expect(script(page)).toHaveValue("Yes: Written before the page was there.");
  await expect(script(page)).toBeFocused();
  expect(await script(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe("Yes: ".length);
  expect((await requested).postDataJSON()).toMatchObject({ input: "Yes: Written before the page was there." });
  await expect(page.locator("[data-take]").first()).toHaveAttribute("data-status", "complete");
});

test("a model that is chosen before the page is there is chosen then, and no other press is made of it", async ({
  page,
}) => {
  const release = await hold(page, scripts);
  await page.goto("/", { waitUntil: "commit" });
  await firstScreen(page).getByText("RefVoice 2").click();
  release();
  await isTakenOver(page);
  await expect(page.getByRole("radio", { name: "RefVoice 2" })).toBeChecked();
});

test("who comes back sees their script, language and colours at first, and nothing that they have set otherwise", async ({
  page,
}) => {
  const state = { language: "zh", scheme: "dark", model: "cloud-tts", script: "你好,世界。", volume: 0.5 };
  await page.addInitScript(
    (stored) => localStorage.setItem("speech-playground", stored),
    JSON.stringify({ state, version: 1 }),
  );
  const release = await hold(page, scripts);
  await page.goto("/", { waitUntil: "commit" });
  await expect(script(page)).toHaveValue(state.script);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("语音试验台");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  for (const control of await firstScreen(page).getByRole("radio", { includeHidden: true }).all())
    await expect(control).not.toBeVisible();
  await script(page).press("End");
  await script(page).pressSequentially("再见。");
  release();
  await isTakenOver(page);
  await expect(script(page)).toHaveValue(`${state.script}再见。`);
  await expect(page.getByRole("radio", { name: "Cloud TTS" })).toBeChecked();
});
