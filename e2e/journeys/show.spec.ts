import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { areKept } from "../kept.ts";
import { elsewhereAddress, isHeardAt, player, pressOnStage, speak } from "../page.ts";
import { prepareShow, showTexts } from "../show-programme.ts";

// Speech is made, and a sound that isn't coming is awaited, which on a busy machine takes a while.
test.setTimeout(150_000);

// Sounds long enough for somebody to look while it does.
const words = "The same words from two voices, and time enough to hear which of them one likes better, or neither.";

const stage = (page: Page) => page.getByRole("dialog", { name: "Presentation" });
const shown = (page: Page) => stage(page).getByRole("region", { name: "Words" });

test("a show of each kind of item runs to its end, whatever fails in it, and its report holds its figures", async ({
  page,
  context,
  baseURL,
  expectPageErrors,
}) => {
  expectPageErrors(/status of (500|429)/, /ERR_INTERNET_DISCONNECTED/);
  // This machine is reached without a network, too: whether a request left it couldn't be told.
  await page.goto(elsewhereAddress(baseURL));
  for (const count of [1, 2]) {
    await speak(page, words);
    await expect(player(page)).toContainText("complete");
    await areKept(page, count);
  }
  await prepareShow(page, ["slide", "take", "chinese", "task", "stalls", "live", "comparison", "blind"]);
  /** What becomes of what is sent next. */
  const faults: (500 | 429 | "stall")[] = [];
  await page.route(/\/v1\/audio\//, async (route) => {
    const fault = route.request().method() === "POST" ? faults.shift() : undefined;
    if (fault === undefined) await route.fallback();
    else if (fault !== "stall")
      await route.fulfill({
        status: fault,
        headers: { "retry-after": "1" },
        json: { error: { message: "Not now.", type: "error" } },
      });
  });
  const on = () => page.keyboard.press("PageDown");
  const again = () => page.keyboard.press("PageUp");
  const isHeard = () => isHeardAt(stage(page).getByRole("slider", { name: "Position" }));

  await page.reload();
  await page.getByRole("button", { name: "Present", exact: true }).click();
  await expect(stage(page).getByRole("heading", { name: "Welcome" })).toBeVisible();
  await on();
  await expect(shown(page)).toHaveText(words);
  await on();
  await isHeard();
  await on();

  await expect(shown(page)).toHaveText(showTexts.chinese);
  faults.push(500);
  await on();
  const message = stage(page).getByRole("alert");
  await expect(message).toContainText("This one can't be heard at this moment.");
  await again();
  await isHeard();
  await on();

  await expect(shown(page)).toHaveText(showTexts.task);
  faults.push(429);
  await on();
  await expect(message).toContainText("The service is busy at this moment.");
  await again();
  await isHeard();
  await areKept(page, 4);
  await on();

  await expect(shown(page)).toHaveText(showTexts.stalls);
  faults.push("stall");
  await on();
  await expect(stage(page)).toContainText("Forward goes on, back tries again.");
  await on();

  await expect(shown(page)).toHaveText(showTexts.live);
  await context.setOffline(true);
  await expect(stage(page)).toContainText("No network: this one is spoken live.");
  await on();
  await expect(message).toContainText("No network at this moment.");
  await context.setOffline(false);
  await expect(message).toHaveCount(0);
  await on();
  await isHeard();
  await areKept(page, 5);
  await page.keyboard.press("n");

  const heard = stage(page).getByRole("radiogroup", { name: "Heard" });
  await expect(heard.getByRole("radio")).toHaveCount(2);
  await expect(stage(page)).toContainText(/StreamSpeech v8 · first sound/);
  await on();
  await expect(stage(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await on();
  await expect(heard.getByRole("radio").nth(1)).toBeChecked();
  await on();

  await expect(stage(page)).toContainText("8 of 8");
  await expect(stage(page).getByRole("button", { name: "Begin" })).toBeVisible();
  await on();
  await expect(stage(page)).toContainText("Still to hear: B.");
  await on();
  await expect(stage(page).getByText("Still to hear")).toHaveCount(0);
  await stage(page).getByRole("spinbutton", { name: "Hands for A" }).fill("7");
  await stage(page).getByRole("spinbutton", { name: "Hands for B" }).fill("3");
  await page.keyboard.press("Enter");
  await pressOnStage(page, "End and show");
  await on();
  await expect(stage(page)).toContainText("That was the last one.");

  await page.keyboard.press("l");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    stage(page).getByRole("button", { name: "Save the report" }).click(),
  ]);
  const report = await readFile(await file.path(), "utf8");
  const titles = [
    "1. Welcome",
    `2. ${words}`,
    `3. ${showTexts.chinese}`,
    "4. A long task takes",
    `5. ${showTexts.stalls}`,
  ];
  const places = [...titles, `6. ${showTexts.live}`].map((title) => report.indexOf(title));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places[0]).toBeGreaterThan(0);
  // What stalled isn't among the takes.
  expect(report).toMatch(
    /<th>StreamSpeech v8<\/th><td>5<\/td><td>[\d.,]+ m?s<\/td>(<td>\d+:[\d.]+<\/td>){2}(<td>[\d,]+ tokens<\/td>){2}/,
  );
  // Each take's sound is in it once.
  expect(report.match(/<audio /g)).toHaveLength(5);
  expect(report.length).toBeLessThan(500_000);
  expect(report).toMatch(/(1 : 0|0 : 1) .* · hands (7 : 3|3 : 7)/);
});
