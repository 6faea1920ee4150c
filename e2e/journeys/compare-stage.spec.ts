import type { Page } from "@playwright/test";
import { findings } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { history, historyHolds, player, pressOnStage, speak } from "../page.ts";
import { twoFrames } from "../walk/settled.ts";

test.use({ viewport: { width: 1280, height: 720 } });

const text = "Two takes of the same words, for a room.";
const stage = (page: Page) => page.getByRole("dialog", { name: "Presentation" });
const view = (page: Page, name: string) => page.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name });
const place = (page: Page, name: string) =>
  stage(page).getByRole("radiogroup", { name: "Heard" }).getByRole("radio", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Sounds long enough for somebody to look while it does. */
const long = `${text} `.repeat(4).trim();

/** Two takes that differ in their speed, and Compare with both of them. */
async function openTwo(page: Page, script = text): Promise<void> {
  await page.goto("/");
  for (const takes of [1, 2]) {
    if (takes === 2) await page.getByRole("slider", { name: "Speed" }).press("ArrowRight");
    await speak(page, script);
    await expect(history(page).getByRole("row", { name: text })).toHaveCount(takes);
    await expect(player(page)).toContainText("complete");
  }
  await page.getByRole("tab", { name: "Compare" }).click();
  await button(page, "Compare the latest two").click();
}

test("on a low screen a blind test has its verdicts in sight, and what was heard stays heard on another tab", async ({
  page,
}) => {
  await openTwo(page);
  await view(page, "Blind test").check();
  await button(page, "Begin").click();
  for (const name of ["A is better", "No difference", "B is better"])
    await expect(button(page, name)).toBeInViewport({ ratio: 1 });
  const reason = page.getByText("Still to hear: A, B.", { exact: false }).first();
  await expect(reason).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowLeft");
  await expect(reason).toHaveAttribute("data-hasty");

  await history(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect(history(page)).toContainText("Still to hear: B.");
  await page.getByRole("tab", { name: "Takes" }).click();
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(history(page)).toContainText("Still to hear: B.");
  await expect(history(page)).not.toContainText("Still to hear: A");
});

test("a blind test before a room: a clicker goes through the places, hands are counted, the result is told", async ({
  page,
}) => {
  await openTwo(page);
  await view(page, "Blind test").check();
  await button(page, "On the stage").click();
  await expect(stage(page)).toContainText(text);
  await expect(stage(page).getByRole("button", { name: "Begin" })).toBeVisible();

  await page.keyboard.press("PageDown");
  await expect(place(page, "A")).toBeChecked();
  await expect(stage(page)).toContainText("Still to hear: B.");
  await page.keyboard.press("PageDown");
  await expect(place(page, "B")).toBeChecked();
  await expect(stage(page).getByText("Still to hear")).toHaveCount(0);
  for (const name of ["A is better", "No difference", "B is better"])
    await expect(stage(page).getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
  const letters = await place(page, "A").evaluate((radio) =>
    Number.parseFloat(getComputedStyle(radio.nextElementSibling ?? radio).fontSize),
  );
  expect(letters).toBeGreaterThan(100);
  expect(await findings(page, "dialog")).toEqual([]);

  // B is the black screen here, too, and what sounds falls silent with it.
  await page.keyboard.press("b");
  await expect(stage(page).getByRole("button", { name: /The screen is black/ })).toBeVisible();
  await page.keyboard.press("b");
  await stage(page).getByRole("spinbutton", { name: "Hands for A" }).fill("7");
  await stage(page).getByRole("spinbutton", { name: "Hands for B" }).fill("3");
  await page.keyboard.press("Enter");
  await expect(stage(page)).toContainText("1 round counted");
  await expect(stage(page)).toContainText("Still to hear: A, B.");

  // By hand: a press on a place plays it, also on that which is chosen.
  await place(page, "A").click();
  await expect(stage(page)).toContainText("Still to hear: B.");
  await pressOnStage(page, "End and show");
  const tally = stage(page).getByRole("region", { name: "Tally" });
  await expect(tally).toContainText(/Autumn.* (1 : 0|0 : 1) .*Autumn/);
  await expect(tally).toContainText(/hands (7 : 3|3 : 7)/);
  await expect(tally).not.toContainText("p =");
  await page.keyboard.press("i");
  await expect(tally).toContainText(/p = 1\.0000/);
  expect(await findings(page, "dialog")).toEqual([]);

  // One Escape, and the board has the same.
  await page.keyboard.press("Escape");
  await expect(stage(page)).toHaveCount(0);
  await expect(history(page).getByRole("region", { name: "Tally" })).toContainText(/Rounds1/);
});

test("what was put on the stage alone is there after a reload, and no more once it was left", async ({ page }) => {
  await openTwo(page);
  await button(page, "On the stage").click();
  const heard = stage(page).getByRole("radiogroup", { name: "Heard" }).getByRole("radio");
  await expect(heard).toHaveCount(2);
  await page.reload();
  await expect(heard).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await expect(stage(page)).toContainText(text);
  await expect(heard).toHaveCount(0);
});

// Larger screens have the same proportions, and no rule of their own.
for (const viewport of [
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
]) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test("all of a round and of its result with statistics is in sight, also of a long sentence", async ({ page }) => {
      await page.goto("/");
      const sentence = `${text} They last longer than a short one does, so that its letters have to be smaller here.`;
      for (const takes of [1, 2]) {
        await speak(page, sentence);
        await expect(history(page).getByRole("row", { name: text })).toHaveCount(takes);
        await expect(player(page)).toContainText("complete");
      }
      await page.getByRole("tab", { name: "Compare" }).click();
      await button(page, "Compare the latest two").click();
      await view(page, "Blind test").check();
      await button(page, "On the stage").click();
      await pressOnStage(page, "Begin");
      const areInSight = async (...names: readonly string[]) => {
        await page.mouse.move(20 * Math.random(), 20);
        for (const name of names)
          await expect(stage(page).getByRole("button", { name, exact: true })).toBeInViewport({ ratio: 1 });
        const hidden = await stage(page).evaluate(
          (dialog) =>
            [...dialog.querySelectorAll("*")].filter(
              (each) => getComputedStyle(each).overflowY === "auto" && each.scrollHeight > each.clientHeight + 1,
            ).length,
        );
        expect(hidden).toBe(0);
      };
      await areInSight("A is better", "B is better", "Count the hands", "End and show");
      for (const [name, left] of [
        ["A", /Still to hear: B\./],
        ["B", /^(?!.*Still to hear)/s],
      ] as const) {
        await place(page, name).click();
        await expect(stage(page)).toContainText(left);
      }
      await stage(page).getByRole("button", { name: "A is better" }).click();
      await pressOnStage(page, "End and show");
      await page.keyboard.press("i");
      await expect(stage(page).getByRole("listitem")).toContainText("Round 1");
      await areInSight("New test");
    });
  });
}

test("takes before a room: the words once, names by what differs; digits and a clicker go between them", async ({
  page,
}) => {
  await openTwo(page, long);
  await button(page, "On the stage").click();
  await expect(stage(page)).toContainText(text);
  const takes = stage(page).getByRole("radiogroup", { name: "Heard" }).getByRole("radio");
  await expect(takes.first()).toHaveAccessibleName(/^1 · Autumn · Speed [^·]+$/);
  await expect(takes.first()).toBeChecked();
  await page.keyboard.press("PageDown");
  await expect(stage(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await page.keyboard.press("2");
  await expect(takes.nth(1)).toBeChecked();
  await page.keyboard.press("1");
  await expect(takes.first()).toBeChecked();
  await page.keyboard.press("i");
  await expect(stage(page)).toContainText(/first sound .* · StreamSpeech v8|StreamSpeech v8 · first sound/);
  await expect(stage(page).getByRole("slider", { name: "Position" })).toBeInViewport({ ratio: 1 });
  expect(await findings(page, "dialog")).toEqual([]);
  await page.keyboard.press("PageDown");
  await expect(takes.nth(1)).toBeChecked();
  await page.keyboard.press("PageDown");
  await expect(stage(page)).toContainText("That was the last one.");

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.querySelector("dialog")?.scrollWidth)).toBeLessThanOrEqual(390);
  // Where a phone goes back, it goes back to the page.
  await historyHolds(page, 1);
  await page.goBack();
  await expect(stage(page)).toHaveCount(0);
  await expect(history(page)).toBeVisible();

  // It becomes a part of the programme without a look at the stage.
  await page.setViewportSize({ width: 1280, height: 720 });
  await button(page, "Add to presentation").click();
  await expect(history(page)).toContainText("Added to the presentation as number 1.");
});

test("a press before the comparison has come isn't lost: it begins when it is there, and the item stays", async ({
  page,
}) => {
  await openTwo(page, long);
  await button(page, "Add to presentation").click();
  await expect(history(page)).toContainText("Added to the presentation as number 1.");
  const letCome = await hold(page, /\/assets\/compare-stage-[^/]*\.js$/);
  const asked = page.waitForRequest(/\/assets\/compare-stage-/);
  await button(page, "Present").click();
  await asked;
  await expect(stage(page)).toBeVisible();
  await page.keyboard.press("PageDown");
  await page.evaluate(twoFrames);
  letCome();
  await expect(stage(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(stage(page).getByRole("radiogroup", { name: "Heard" }).getByRole("radio").first()).toBeChecked();
  await expect(stage(page).getByText("That was the last one.")).toHaveCount(0);
});
