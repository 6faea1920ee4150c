import type { Page } from "@playwright/test";
import { findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { areKept } from "../kept.ts";
import { isHeardAt, player, pressOnStage, speak } from "../page.ts";

// Speech is made, which on a busy machine takes a while.
test.setTimeout(120_000);

/** It sounds for longer than anybody looks for it. */
const audience = "From row three: how long does the night train take to the sea, and where does it stop?";

const stage = (page: Page) => page.getByRole("dialog", { name: "Presentation" });
const words = (page: Page) => stage(page).getByRole("region", { name: "Words" });
const part = (window: Page, name: "Now" | "Next") => window.getByRole("region", { name, exact: true });

/** Two scripts in the programme, the first one with notes, and the stage open at it. */
async function prepare(page: Page): Promise<void> {
  await page.goto("/");
  const script = page.getByRole("textbox", { name: "Script" });
  for (const text of ["First, the rails.", "Then a whistle."]) {
    await script.fill(text);
    await page.getByRole("button", { name: "Present", exact: true }).click();
    await expect(words(page)).not.toBeEmpty();
    await page.keyboard.press("l");
    await stage(page).getByRole("button", { name: "Add the page's script" }).click();
    await expect(stage(page).getByRole("listitem").filter({ hasText: text })).toBeVisible();
    await pressOnStage(page, "Leave the presentation");
    await expect(stage(page)).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await page.keyboard.press("l");
  await stage(page).getByRole("button", { name: "More: First, the rails." }).click();
  await stage(page).getByRole("menuitem", { name: "Notes…" }).click();
  const notes = stage(page).getByRole("form", { name: "Notes" });
  await notes.getByRole("textbox").fill("Look up.\nThen wait.");
  await notes.getByRole("button", { name: "Save the notes" }).click();
  await expect(stage(page).getByRole("status").filter({ hasText: "notes saved" })).toBeVisible();
  await page.keyboard.press("l");
}

async function openWindow(page: Page): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("w")]);
  await expect(part(window, "Now")).toContainText("First, the rails.");
  return window;
}

test("a window on a second screen drives the stage; both find each other again after a reload, with the notes", async ({
  page,
}) => {
  await prepare(page);
  const window = await openWindow(page);
  await expect(window).toHaveTitle("Presenter's window");
  await expect(part(window, "Now")).toContainText("Look up.");
  await expect(part(window, "Now")).toContainText("Script · Autumn");
  await expect(part(window, "Now")).toContainText("live");
  await expect(part(window, "Next")).toContainText("Then a whistle.");
  await expect(window.getByText("1 of 2")).toBeVisible();
  // A room sees nothing of it.
  await expect(stage(page)).not.toContainText("Look up.");

  await window.keyboard.press("PageDown");
  await expect(part(window, "Now")).toContainText("kept", { timeout: 60_000 });
  await expect(window.getByRole("definition").nth(2)).toHaveText(/^\d:\d\d$/);
  // Nothing sounds in the window itself.
  expect(await window.evaluate(() => document.querySelectorAll("audio, video").length)).toBe(0);
  // The answer is whole before it is heard, and a press before that waits for its sound.
  await isHeardAt(stage(page).getByRole("slider", { name: "Position" }));
  await window.keyboard.press("PageDown");
  await expect(words(page)).toHaveText("Then a whistle.");
  await expect(part(window, "Next")).toContainText("Nothing comes after it.");
  await window.keyboard.press("b");
  await expect(stage(page).getByRole("button", { name: /The screen is black/ })).toBeVisible();
  await expect(window.getByText("The screen is black.")).toBeVisible();
  await window.keyboard.press("PageDown");
  await window.keyboard.press("1");
  await expect(window.getByText("Enter: to 1")).toBeVisible();
  await window.keyboard.press("Enter");
  await expect(words(page)).toHaveText("First, the rails.");

  await window.reload();
  await expect(part(window, "Now")).toContainText("Look up.");
  await window.getByRole("button", { name: "Next", exact: true }).click();
  await expect(words(page)).toHaveText("Then a whistle.");

  await page.reload();
  await expect(words(page)).toHaveText("Then a whistle.");
  await expect(window.getByText("2 of 2")).toBeVisible();
  // Pressed before the stage is there again, a key is lost: it isn't done later, when nobody expects it.
  await expect(async () => {
    await window.keyboard.press("Home");
    await expect(words(page)).toHaveText("First, the rails.", { timeout: 1_000 });
  }).toPass();
  await expect(part(window, "Now")).toContainText("Look up.");

  await Promise.all([window.waitForEvent("close"), pressOnStage(page, "Leave the presentation")]);
});

test("the programme, a sentence and the keys open in the window itself; it tells what is left of a comparison", async ({
  page,
}) => {
  await page.goto("/");
  for (const count of [1, 2]) {
    await speak(page, "The same words from two voices, which last for some seconds. ".repeat(4).trim());
    await expect(player(page)).toContainText("complete");
    await areKept(page, count);
  }
  await page.getByRole("button", { name: "Manage takes" }).click();
  await page.getByRole("menuitem", { name: "Programme…" }).click();
  const programme = page.getByRole("dialog", { name: "Programme" });
  await programme.getByRole("button", { name: /^Add takes/ }).click();
  await programme.getByRole("combobox", { name: "Add them as" }).selectOption("one comparison");
  for (const box of await programme.getByRole("checkbox").all()) await box.check();
  await programme.getByRole("button", { name: "Add", exact: true }).click();
  await programme.getByRole("button", { name: "Add the page's script" }).click();
  await expect(programme.getByRole("listitem")).toHaveCount(2);
  await programme.getByRole("button", { name: "Present", exact: true }).click();
  await expect(stage(page).getByRole("radiogroup", { name: "Heard" })).toBeVisible();
  const [window] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("w")]);
  await expect(part(window, "Now")).toContainText("Comparison");

  const left = window.getByRole("definition").nth(2);
  await expect(left).toHaveText(/^0:[1-3]\d$/);
  const whole = await left.textContent();
  await window.keyboard.press("PageDown");
  await expect(window.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(left).not.toHaveText(whole ?? "");

  await window.keyboard.press("l");
  const list = window.getByRole("region", { name: "Programme" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  // A room sees nothing of it.
  await expect(stage(page).getByRole("region", { name: "Programme" })).toHaveCount(0);
  await list.getByRole("button", { name: /^2/ }).click();
  await expect(words(page)).toContainText("The same words");
  await expect(list).toHaveCount(0);

  // Written while the screen is black, it brings the picture back and is spoken.
  await window.keyboard.press("b");
  await expect(window.getByText("The screen is black.")).toBeVisible();
  await window.keyboard.press("s");
  await window.getByRole("textbox", { name: "A sentence from the audience" }).fill(audience);
  await window.keyboard.press("Enter");
  await expect(window.getByText("The screen is black.")).toBeHidden();
  await expect(words(page)).toHaveText(audience);
  await expect(stage(page).getByRole("button", { name: "Pause" })).toBeVisible({ timeout: 60_000 });

  await window.keyboard.press("?");
  await expect(window.getByRole("region", { name: "Keys" })).toContainText("a sentence from the audience");
  await window.keyboard.press("Escape");
  await expect(window.getByRole("region", { name: "Keys" })).toHaveCount(0);
  const refused = window.getByText("Only the stage itself can have the whole screen: press F there.");
  await window.keyboard.press("f");
  await expect(refused).toBeVisible();
  await window.keyboard.press("m");
  await expect(refused).toHaveCount(0);
  // A clicker's F5 takes the show nowhere else.
  await window.keyboard.press("F5");
  await expect(refused).toBeVisible();
  await expect(words(page)).toHaveText(audience);
});

test("a window whose code doesn't come says so, and comes with another try", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(/ERR_FAILED/);
  await prepare(page);
  // Neither its code nor its texts.
  await context.route(/\/assets\/(show-window|texts)-.*\.js$/, (route) => route.abort());
  const [window] = await Promise.all([page.waitForEvent("popup"), page.keyboard.press("w")]);
  await expect(window.getByRole("alert")).toContainText("This window didn't load.");
  await context.unrouteAll();
  await window.getByRole("button", { name: "Reload" }).click();
  await expect(part(window, "Now")).toContainText("First, the rails.");
});

test("that it didn't come is said in the chosen language; a window of a name that is none is the page", async ({
  page,
  context,
  expectPageErrors,
}) => {
  expectPageErrors(/ERR_FAILED/);
  await page.goto("/");
  await page.getByRole("button", { name: "简体中文" }).click();
  const speakButton = page.getByRole("button", { name: "朗读", exact: true });
  await expect(speakButton).toBeVisible();
  await context.route(/\/assets\/(show-window|texts)-.*\.js$/, (route) => route.abort());
  await page.goto("/?beside#window=presenter&stage=none");
  await expect(page.getByRole("alert")).toContainText("此窗口没有加载成功");
  await context.unrouteAll();
  await page.goto("/#window=settings");
  await expect(speakButton).toBeVisible();
});

test("two stages have a window each, which hears its own alone", async ({ page, context }) => {
  await prepare(page);
  const window = await openWindow(page);
  const other = await context.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Present", exact: true }).click();
  await expect(words(other)).toHaveText("First, the rails.");
  const otherWindow = await openWindow(other);
  await otherWindow.keyboard.press("End");
  await expect(words(other)).toHaveText("Then a whistle.");
  await expect(part(otherWindow, "Now")).toContainText("Then a whistle.");
  await expect(words(page)).toHaveText("First, the rails.");
  await expect(part(window, "Now")).toContainText("First, the rails.");
  // With its tab goes its window.
  await Promise.all([otherWindow.waitForEvent("close"), other.close()]);
  await expect(part(window, "Now")).toContainText("First, the rails.");
});

test("a blocked window is said with the remedy, and a press tries again", async ({ page }) => {
  await prepare(page);
  const openAsEver = await page.evaluateHandle(() => {
    const { open } = window;
    window.open = () => null;
    return open;
  });
  await page.keyboard.press("w");
  const said = stage(page).getByText("The browser blocked the window. Allow pop-ups for this page, then press W.");
  await expect(said).toBeVisible();
  await page.evaluate((open) => {
    window.open = open;
  }, openAsEver);
  await openWindow(page);
  await expect(said).toHaveCount(0);
});

for (const viewport of [
  { width: 1100, height: 720 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} px`, () => {
    // axe is run as a script of the page, which the page's own policy forbids.
    test.use({ bypassCSP: true, reducedMotion: "reduce" });

    test("axe finds nothing in the window, and nothing reaches over its edge", async ({ page }) => {
      await prepare(page);
      const window = await openWindow(page);
      await window.setViewportSize(viewport);
      expect(await findingsInBothColours(window, "main")).toEqual([]);
      const { scrollWidth, scrollHeight } = await window.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, scrollHeight };
      });
      expect(scrollWidth).toBeLessThanOrEqual(viewport.width);
      expect(scrollHeight).toBeLessThanOrEqual(viewport.height);
    });
  });
}
