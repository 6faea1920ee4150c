import type { Locator, Page } from "@playwright/test";
import { findingsByLook } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { areKept } from "../kept.ts";
import { isHeardAt } from "../page.ts";
import { prepareShow, showTexts } from "../show-programme.ts";

// Speech is made, which on a busy machine takes a while.
test.setTimeout(150_000);

// Sounds long enough for somebody to look while it does.
const words = "The same words from two voices, and time enough to hear which of them one likes better, or neither.";
const rooms = [
  { viewport: { width: 1280, height: 720 }, colorScheme: "light", locale: "en-US", by: "clicker" },
  { viewport: { width: 1920, height: 1080 }, colorScheme: "dark", locale: "zh-CN", by: "clicker" },
  { viewport: { width: 820, height: 1180 }, colorScheme: "dark", locale: "en-US", by: "finger" },
  { viewport: { width: 1280, height: 720 }, colorScheme: "light", locale: "zh-CN", by: "finger" },
] as const;
const texts = {
  "en-US": {
    ...{ present: "Present", next: "Next", play: "Play", pause: "Pause", speak: "Speak", again: "Speak it again" },
    ...{ failed: "This one can't be heard at this moment.", last: "That was the last one.", heard: "Heard" },
    ...{ begin: "Begin", better: "A is better", end: "End and show", tally: "Tally" },
  },
  "zh-CN": {
    ...{ present: "演示", next: "下一项", play: "播放", pause: "暂停", speak: "朗读", again: "再次朗读" },
    ...{ failed: "这一项目前无法播放。", last: "这是最后一项。", heard: "正在听" },
    ...{ begin: "开始", better: "A 更好", end: "结束并揭晓", tally: "统计" },
  },
};

const stage = (page: Page) => page.locator("dialog[data-stage]");
const button = (page: Page, name: string) => stage(page).getByRole("button", { name, exact: true });

/** Two takes, a programme, and the stage open at its first item. The next request is answered with 500. */
async function open(page: Page, t: (typeof texts)["en-US"]): Promise<() => void> {
  let faults = 0;
  await page.route(/\/v1\/audio\//, async (route) => {
    if (route.request().method() !== "POST" || faults === 0) return route.fallback();
    faults--;
    return route.fulfill({ status: 500, json: { error: { message: "Not now.", type: "error" } } });
  });
  await page.goto("/");
  for (const count of [1, 2]) {
    await page.locator("textarea").first().fill(words);
    await page.getByRole("button", { name: t.speak, exact: true }).click();
    await areKept(page, count);
  }
  await prepareShow(page, ["slide", "take", "chinese", "comparison", "blind"]);
  await page.reload();
  await page.getByRole("button", { name: t.present, exact: true }).click();
  await expect(stage(page).getByRole("heading", { name: "Welcome" })).toBeVisible();
  return () => {
    faults++;
  };
}

/** Nothing that can be pressed, and no words, reach over the screen's edge, and axe finds nothing. */
async function isWhole(page: Page): Promise<void> {
  const outside = await stage(page).evaluate((dialog) =>
    [...dialog.querySelectorAll("button, input, p, h2, section")]
      .filter((each) => each.checkVisibility() && each.closest("[class*=isuallyHidden]") === null)
      .map((each) => ({ each, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
      .filter(({ box }) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      .map(({ each }) => each.outerHTML.slice(0, 200)),
  );
  expect(outside).toEqual([]);
  expect(await findingsByLook(page, "dialog")).toEqual([]);
}

for (const { by, ...use } of rooms) {
  test.describe(`${use.viewport.width} × ${use.viewport.height}, ${use.colorScheme}, ${use.locale}`, () => {
    // axe is run as a script of the page, which the page's own policy forbids.
    test.use({ ...use, hasTouch: by === "finger", bypassCSP: true, reducedMotion: "reduce" });
    const t = texts[use.locale];

    if (by === "clicker")
      test("a clicker alone gets through a show, a retry included", async ({ page, expectPageErrors }) => {
        expectPageErrors(/status of 500/);
        const fail = await open(page, t);
        const on = () => page.keyboard.press("PageDown");
        const back = () => page.keyboard.press("PageUp");
        await isWhole(page);
        await on();
        await expect(stage(page)).toContainText(words);
        await on();
        await isHeardAt(stage(page).getByRole("slider"));
        await on();
        await expect(stage(page)).toContainText(showTexts.chinese);
        fail();
        await on();
        await expect(stage(page).getByRole("alert")).toContainText(t.failed);
        await isWhole(page);
        await back();
        await isHeardAt(stage(page).getByRole("slider"));
        await on();
        const heard = stage(page).getByRole("radio");
        await expect(heard).toHaveCount(2);
        await isWhole(page);
        await on();
        await expect(button(page, t.pause)).toBeVisible();
        await on();
        await expect(heard.nth(1)).toBeChecked();
        await on();
        await expect(button(page, t.begin)).toBeVisible();
        for (const places of ["a", "a b"]) {
          await on();
          await expect(stage(page).locator(`[data-heard="${places}"]`)).toBeVisible();
        }
        await isWhole(page);
        await on();
        await expect(stage(page).getByRole("region", { name: t.tally })).toBeVisible();
        await isWhole(page);
        await on();
        await expect(stage(page)).toContainText(t.last);
      });
    else
      test("a finger alone gets through a show, a retry included", async ({ page, expectPageErrors }) => {
        expectPageErrors(/status of 500/);
        const fail = await open(page, t);
        /** Brings what is hidden in a still room, and presses. */
        async function tap(target: Locator): Promise<void> {
          await expect(target).toBeVisible();
          const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
          await page.touchscreen.tap(30, 30);
          await page.touchscreen.tap(x + width / 2, y + height / 2);
        }
        await isWhole(page);
        await tap(button(page, t.next));
        await expect(stage(page)).toContainText(words);
        await tap(button(page, t.play));
        await isHeardAt(stage(page).getByRole("slider"));
        await swipeLeft(page);
        await expect(stage(page)).toContainText(showTexts.chinese);
        fail();
        await tap(button(page, t.speak));
        await expect(stage(page).getByRole("alert")).toContainText(t.failed);
        await isWhole(page);
        await tap(stage(page).getByRole("alert").getByRole("button", { name: t.again }));
        await isHeardAt(stage(page).getByRole("slider"));
        await tap(button(page, t.next));
        const heard = stage(page).getByRole("radiogroup", { name: t.heard });
        await isWhole(page);
        await tap(stage(page).locator("[data-look=play]"));
        await tap(heard.locator("label").nth(1));
        await expect(heard.getByRole("radio").nth(1)).toBeChecked();
        await tap(button(page, t.next));
        await tap(button(page, t.begin));
        for (const [place, places] of ["a", "a b"].entries()) {
          await tap(heard.locator("label").nth(place));
          await expect(stage(page).locator(`[data-heard="${places}"]`)).toBeVisible();
        }
        await isWhole(page);
        await tap(button(page, t.better));
        await tap(button(page, t.end));
        await expect(stage(page).getByRole("region", { name: t.tally })).toContainText(/1 : 0|0 : 1/);
        await isWhole(page);
      });
  });
}

/** A finger swipes from the middle of the words to the left. */
async function swipeLeft(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const debugging = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", x: number) =>
    debugging.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x, y: height / 3 }],
    });
  await touch("touchStart", width * 0.7);
  for (const share of [0.6, 0.5, 0.4]) await touch("touchMove", width * share);
  await touch("touchEnd", 0);
}
