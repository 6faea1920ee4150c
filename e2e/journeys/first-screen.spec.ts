import type { Locator, Page } from "@playwright/test";
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

/** The middle of what is shown, in pixels. */
async function placeOf(shown: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await shown.boundingBox();
  if (box === null) throw new Error("It isn't shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where everything stands that has a name or a text, in words. */
function placesOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, button, label, textarea, select, [role=tab], [role=slider]")]
      // What the service has to say comes later.
      .filter((element) => element.checkVisibility() && element.closest("header button, [role=tabpanel]") === null)
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        // What a model's card says of the service, too.
        const name = element.getAttribute("aria-label") ?? element.firstChild?.textContent;
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
  // Twice, since nothing answers.
  const { x, y } = await placeOf(page.locator("[aria-keyshortcuts=Control\\+Enter]"));
  for (let presses = 0; presses < 2; presses += 1) await page.mouse.click(x, y);
  await script(page).focus();
  release();
  await isTakenOver(page);
  await expect(script(page)).toHaveValue("Yes: Written before the page was there.");
  await expect(script(page)).toBeFocused();
  expect(await script(page).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe("Yes: ".length);
  expect((await requested).postDataJSON()).toMatchObject({ input: "Yes: Written before the page was there." });
  await expect(page.locator("[data-take]").first()).toHaveAttribute("data-status", "complete");
});

test("what is chosen before the page is there is chosen then, one after the other", async ({ page }) => {
  const release = await hold(page, scripts);
  await page.goto("/", { waitUntil: "commit" });
  for (const name of ["Cloud TTS", "Tasks", "RefVoice 2"]) {
    const { x, y } = await placeOf(firstScreen(page).getByText(name, { exact: true }));
    await page.mouse.click(x, y);
  }
  release();
  await isTakenOver(page);
  await expect(page.getByRole("radio", { name: "RefVoice 2" })).toBeChecked();
  await expect(page.getByRole("tab", { name: "Tasks" })).toHaveAttribute("aria-selected", "true");
});

test("who can't see the page isn't told of controls that don't answer yet", async ({ page }) => {
  const release = await hold(page, scripts);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("textbox", { name: "Script" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  release();
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeEnabled();
});

test("settings that are damaged keep neither the first screen nor the page away", async ({ page }) => {
  for (const state of [null, { modes: null, values: null }, { script: null }, { language: "xx" }]) {
    await page.addInitScript(
      (stored) => {
        sessionStorage.clear();
        localStorage.setItem("speech-playground", stored);
      },
      JSON.stringify({ state, version: 1 }),
    );
    const release = await hold(page, scripts);
    await page.goto("/", { waitUntil: "commit" });
    await expect(script(page)).toBeVisible();
    release();
    await isTakenOver(page);
  }
});

test("who comes back sees their script, language and colours at first, and nothing that was set otherwise", async ({
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
  // All but the script is hidden from those who listen until it can be used.
  await expect(page.locator("h1")).toHaveText("语音试验台");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  for (const control of await firstScreen(page).locator("label, button, select").all())
    await expect(control).toBeHidden();
  await script(page).press("End");
  await script(page).pressSequentially("再见。");
  release();
  await isTakenOver(page);
  await expect(script(page)).toHaveValue(`${state.script}再见。`);
  await expect(page.getByRole("radio", { name: "Cloud TTS" })).toBeChecked();
});
