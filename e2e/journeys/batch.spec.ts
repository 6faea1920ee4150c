import type { Page } from "@playwright/test";
import { toneWav } from "../../src/audio/players/tone.fixture.ts";
import { findings, findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { areKept } from "../kept.ts";
import { history, isHeardInPlayer, player } from "../page.ts";

const speechRoute = "**/v1/audio/speech";
const grid = (page: Page) => page.getByRole("grid", { name: "Results" });
const cells = (page: Page) => grid(page).locator("[data-cell]");
const bar = (page: Page) => page.getByRole("toolbar", { name: "Batch" });

/** Two texts, two voices, two speeds. */
async function plan(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Batch" }).click();
  await page
    .getByRole("textbox", { name: "Texts" })
    .fill("The night train leaves at ten.\nNobody knows where it goes.");
  await page.getByLabel("Add a voice").fill("Noah");
  await page.getByLabel("Add a voice").press("Enter");
  await page.getByLabel("Vary a field").selectOption({ label: "Speed" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("region", { name: "Values" }).getByRole("textbox", { name: "Speed" }).fill("0..0.5 step 0.5");
}

test("voices are ticked in the form's own list, and go by their names", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Batch" }).click();
  const voices = page.getByRole("region", { name: "Voices" });
  await voices.getByRole("button", { name: "Choose voices…" }).click();
  // It comes with the focus in its search.
  const search = page.getByRole("combobox", { name: "Search voices" });
  await expect(search).toBeFocused();
  await page.keyboard.type("noah");
  await page.keyboard.press("Enter");
  await search.fill("luna");
  await page.keyboard.press("Alt+Shift+Enter");
  await page.keyboard.press("Control+Enter");
  await expect(voices.getByRole("listitem")).toHaveText(["Autumn", "Noah", "Luna"]);
});

/**
 * Answers each request with sound of a length of its own, but the first of one with a failure; returns what was asked.
 */
async function answerEight(page: Page, before: (count: number) => Promise<void> = async () => {}): Promise<string[]> {
  const bodies: string[] = [];
  await page.route(speechRoute, async (route) => {
    const body = route.request().postData() ?? "";
    bodies.push(body);
    const { voice, speed, input } = JSON.parse(body);
    await before(bodies.length);
    const isOdd = voice === "Noah" && speed === 0.5 && input.startsWith("Nobody");
    if (isOdd && bodies.filter((each) => each === body).length === 1) {
      await route.fulfill({ status: 500, json: { error: { message: "It broke.", code: "synthesis_failed" } } });
    } else {
      const seconds = 1 + (speed + (voice === "Noah" ? 0.1 : 0) + (input.startsWith("Nobody") ? 0.2 : 0)) / 2;
      await route.fulfill({ contentType: "audio/wav", body: Buffer.from(toneWav(seconds)) });
    }
  });
  return bodies;
}

/** The results of eight requests, of which one failed. */
async function runEight(page: Page): Promise<string[]> {
  const bodies = await answerEight(page);
  await page.goto("/");
  await plan(page);
  await history(page).getByRole("button", { name: "Start" }).click();
  await expect(bar(page)).toContainText("7 of 8 done · 1 failed", { timeout: 60_000 });
  return bodies;
}

test("a plan is priced before, outlives a reload, and names what isn't allowed or can't be read", async ({ page }) => {
  const bodies = await answerEight(page);
  await page.goto("/");
  await plan(page);
  const planner = history(page);
  await expect(planner).toContainText("8 requests · 228 tokens");
  await expect(planner.getByRole("button", { name: "Remove Autumn" })).toBeVisible();
  // As the script does.
  await page.reload();
  await page.getByRole("tab", { name: "Batch" }).click();
  await expect(planner).toContainText("8 requests · 228 tokens");

  // What the document doesn't allow is named before, and left out.
  const speeds = page.getByRole("region", { name: "Values" }).getByRole("textbox", { name: "Speed" });
  await speeds.fill("0, 0.5, 7");
  await expect(planner).toContainText("4 requests aren't sent:");
  await expect(planner).toContainText("Speed must be from -1 to 1, not 7. (4)");
  // Nor is a field sent unvaried because its values can't be read.
  await speeds.fill("0, b");
  await expect(planner).toContainText("Speed: “b” is no number and no range.");
  await expect(planner.getByRole("button", { name: "Start" })).toBeDisabled();
  // Nor is a voice taken for one of the model's list.
  await page.getByLabel("Add a voice").fill("Nobody");
  await page.getByLabel("Add a voice").press("Enter");
  const voices = page.getByRole("region", { name: "Voices" }).getByRole("listitem");
  await expect(voices.filter({ hasText: "Nobody" })).toContainText("not in the list");
  await expect(voices.filter({ hasText: "not in the list" })).toHaveCount(1);
  expect(bodies).toEqual([]);
  expect(await findings(page)).toEqual([]);
});

test("a batch is stopped, stays so over a reload, goes on where it was, and repeats what failed by a press", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 500/);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bodies = await answerEight(page, async (count) => {
    if (count === 2) await held;
  });
  await page.goto("/");
  await plan(page);
  const planner = history(page);
  await page.getByLabel("At the same time").selectOption("1");
  await planner.getByRole("button", { name: "Start" }).click();
  await expect.poll(() => bodies.length).toBe(2);
  await bar(page).getByRole("button", { name: "Stop" }).click();
  await expect(bar(page)).toContainText("Stopping");
  release();
  await expect(bar(page)).toContainText("2 of 8 done");
  await expect(bar(page).getByRole("button", { name: "Go on" })).toBeVisible();
  expect(bodies).toHaveLength(2);

  await areKept(page, 2);
  await page.reload();
  await page.getByRole("tab", { name: "Batch" }).click();
  await expect(bar(page)).toContainText("2 of 8 done");
  await expect(planner.getByRole("button", { name: "Start" })).toHaveCount(0);
  expect(bodies).toHaveLength(2);
  await bar(page).getByLabel("At the same time").selectOption("3");
  await bar(page).getByRole("button", { name: "Go on" }).click();
  await expect(bar(page)).toContainText("7 of 8 done · 1 failed", { timeout: 60_000 });
  expect(new Set(bodies).size).toBe(8);
  expect(bodies).toHaveLength(8);

  await grid(page).locator('[data-cell="7"]').getByRole("button", { name: "Send again" }).click();
  await expect(bar(page)).toContainText("8 of 8 done");
  await expect(bar(page)).not.toContainText("failed");
  expect(bodies).toHaveLength(9);

  // Whoever comes back finds the results, not a form that would send all of it once more.
  await page.getByRole("tab", { name: "Takes" }).click();
  await page.getByRole("tab", { name: "Batch" }).click();
  await expect(bar(page)).toContainText("8 of 8 done");
  await expect(planner.getByRole("button", { name: "Start" })).toHaveCount(0);
  await planner.getByRole("button", { name: "New batch" }).click();
  await expect(planner.getByRole("button", { name: "Start" })).toBeVisible();
});

test("results are sorted, say what was measured, and are reached, heard and starred by the keyboard alone", async ({
  page,
  expectPageErrors,
}) => {
  // So narrow that not every column has room.
  await page.setViewportSize({ width: 960, height: 720 });
  expectPageErrors(/status of 500/);
  const bodies = await runEight(page);
  // Sorted by size, the failed one comes last.
  await expect(cells(page)).toHaveCount(8);
  await grid(page).getByRole("button", { name: "Size" }).click();
  await expect(grid(page).getByRole("columnheader", { name: "Size" })).toHaveAttribute("aria-sort", "ascending");
  const sizes = async () =>
    (
      await cells(page).evaluateAll((rows) =>
        rows.map((row) => row.querySelectorAll("[role=gridcell]")[9]?.textContent),
      )
    )
      .map((text) => Number.parseInt(text ?? "", 10))
      .map((size) => (Number.isNaN(size) ? Number.POSITIVE_INFINITY : size));
  const order = await sizes();
  expect(order).toEqual([...order].sort((one, other) => one - other));
  expect(order.filter(Number.isFinite)).toHaveLength(7);
  await expect(grid(page).locator('[data-cell="7"]')).toContainText("failed 500The service failed: It broke.");
  await expect(grid(page).locator('[data-cell="0"]')).toContainText("LUFS");
  // What differs has a column of its own, and short sounds differ by hundredths of a second.
  await expect(grid(page).getByRole("columnheader", { name: "Speed" })).toBeVisible();
  await expect(
    grid(page).locator('[data-cell="1"]').getByRole("gridcell", { name: "0.5", exact: true }).first(),
  ).toBeVisible();
  await expect(grid(page).locator('[data-cell="0"]')).toContainText(/\d\.\d\d s/);
  // What has no room is reached by the arrows.
  const silence = grid(page).getByRole("columnheader", { name: "Trailing silence" });
  await expect(silence).not.toBeInViewport();
  await grid(page).focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowRight");
  await expect(silence).toBeInViewport();

  await cells(page).first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = page.locator("[data-cell]:focus");
  const second = await focused.getAttribute("data-cell");
  await page.keyboard.press(" ");
  await isHeardInPlayer(page);
  await expect(grid(page).locator(`[data-cell="${second}"]`)).toHaveAttribute("data-shown", "true");
  await page.keyboard.press("s");
  await expect(focused.getByRole("button", { name: "Star" })).toHaveAttribute("aria-pressed", "true");
  expect(bodies).toHaveLength(8);
  expect(await findingsInBothColours(page)).toEqual([]);
});

test("results are ordinary takes: exported, listed, and told apart in Compare by what was varied", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 500/);
  await runEight(page);
  await bar(page).getByRole("button", { name: "Export…" }).click();
  await expect(page.getByRole("dialog", { name: "Export 8 takes" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(history(page).getByRole("grid", { name: "Takes" })).toHaveAttribute("aria-rowcount", "8");
  // What failed has no sound that could be presented.
  await history(page)
    .getByRole("row")
    .filter({ hasText: "500 synthesis_failed" })
    .getByRole("button", { name: "More" })
    .click();
  await expect(page.getByRole("menuitem", { name: "Add to presentation (no audio)" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Add a take" }).click();
  await page.getByRole("button", { name: /^Add “Noah · Speed 0\.5 · The night/ }).click();
  // The other one is alone by now among those that can be added.
  await page.getByRole("button", { name: /^Add “Noah · The night/ }).click();
  await expect(history(page).getByRole("radio", { name: /Noah · Speed 0\.5 · The night/ })).toHaveCount(1);
});

test("on to the next while it plays, and a pause that the service asks for is kept", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 429/);
  const sent: number[] = [];
  await page.route(speechRoute, async (route) => {
    sent.push(Date.now());
    if (sent.length > 1) return route.continue();
    await route.fulfill({ status: 429, headers: { "retry-after": "3" }, json: { error: { message: "Slowly." } } });
  });
  await page.goto("/");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("One.\nTwo.\nThree.");
  await page.getByLabel("At the same time").selectOption("1");
  await history(page).getByRole("button", { name: "Start" }).click();
  await expect(bar(page)).toContainText("The service asks for a pause");
  await expect(bar(page)).toContainText("2 of 3 done · 1 failed", { timeout: 60_000 });
  expect(sent).toHaveLength(3);
  expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(2_900);

  await bar(page).getByRole("checkbox", { name: "Play on" }).check();
  await cells(page).nth(1).getByRole("button", { name: "Hear" }).click();
  await expect(cells(page).nth(2)).toHaveAttribute("data-shown", "true");
  await expect(player(page)).toContainText("Three.");
});

test("on a phone it is planned and looked at without anything cut off", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sound = Buffer.from(toneWav(1));
  await page.route(speechRoute, (route) => route.fulfill({ contentType: "audio/wav", body: sound }));
  await page.goto("/");
  await plan(page);
  await expect(history(page)).toContainText("8 requests");
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await history(page).getByRole("button", { name: "Start" }).click();
  await expect(bar(page)).toContainText("8 of 8 done");
  expect(await overflow()).toBe(0);
  expect(await findings(page)).toEqual([]);
});

test("results that sound go to the programme together; in the list of takes what was varied tells them apart", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Batch" }).click();
  await page.getByRole("textbox", { name: "Texts" }).fill("The night train leaves at ten.");
  await page.getByLabel("Vary a field").selectOption({ label: "Speed" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("region", { name: "Values" }).getByRole("textbox", { name: "Speed" }).fill("0.1, 0.5");
  await history(page).getByRole("button", { name: "Start" }).click();
  await expect(bar(page)).toContainText("2 of 2 done");
  await bar(page).getByRole("button", { name: "Add to presentation" }).click();
  await expect(history(page)).toContainText("Added to the presentation as number 1 and 2.");

  await page.getByRole("tab", { name: "Takes" }).click();
  const rows = history(page).getByRole("row", { name: "The night train leaves at ten." });
  await expect(rows).toHaveCount(2);
  for (const speed of ["0.1", "0.5"]) await expect(rows.filter({ hasText: `Speed ${speed}` })).toHaveCount(1);
  const heights = await rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  expect(new Set(heights).size).toBe(1);

  // Both get a star by one press, and lose it by another.
  await rows.first().press("x");
  const choosing = page.getByRole("toolbar", { name: "Select takes…" });
  await choosing.getByRole("button", { name: "All 2 shown" }).click();
  const starred = () => rows.getByRole("button", { name: "Star", pressed: true });
  await choosing.getByRole("button", { name: "Star" }).click();
  await expect(starred()).toHaveCount(2);
  await choosing.getByRole("button", { name: "Star", pressed: true }).click();
  await expect(starred()).toHaveCount(0);
});
