import { expect, test } from "../fixtures.ts";
import { keepRunning } from "../looks.ts";
import { historyHolds, player, speak, task } from "../page.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, reducedMotion: "reduce" });

test("a tab that is pressed comes up to the top, with the player still at hand", async ({ page }) => {
  await page.goto("/");
  await speak(page, "The lamp is lit.");
  const tabs = page.getByRole("tablist");
  await tabs.scrollIntoViewIfNeeded();
  expect((await tabs.boundingBox())?.y ?? 0).toBeGreaterThan(300);
  await page.getByRole("tab", { name: "Request" }).tap();
  await expect(page.getByRole("button", { name: "Copy body" })).toBeVisible();
  // Below the line that the script and the form are folded into.
  await expect.poll(async () => (await tabs.boundingBox())?.y).toBeLessThan(160);
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeInViewport({ ratio: 1 });
  await expect(player(page).getByRole("button", { name: /Play|Pause/ })).toBeInViewport();
});

test("a tab comes up to the top also where there is little in it, or it comes late; nothing moves by it", async ({
  page,
}) => {
  await page.goto("/");
  const tabs = page.getByRole("tablist");
  for (const name of ["Compare", "Batch", "Checks", "Tasks", "Takes"]) {
    await page.evaluate(() => scrollTo(0, 0));
    const tab = page.getByRole("tab", { name });
    await tab.scrollIntoViewIfNeeded();
    await tab.tap();
    // A workbench's line stays above its tabs.
    const top = name === "Tasks" || name === "Takes" ? tabs : page.getByRole("main");
    const fromTop = async () => Math.abs((await top.boundingBox())?.y ?? Number.NaN);
    await expect.poll(fromTop, { message: name }).toBeLessThan(1);
    await expect(page.getByRole("tabpanel")).not.toBeEmpty();
    expect(await fromTop(), name).toBeLessThan(1);
  }
});

test("a dialog that is opened far down the page lies on the screen, with the player behind it at hand", async ({
  page,
}) => {
  await page.goto("/");
  const voice = page.getByRole("button", { name: /^Voice:/ });
  await voice.tap();
  await page.getByRole("button", { name: "Natural voices…" }).tap();
  const dialog = page.getByRole("dialog", { name: "Natural voices" });
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect.poll(async () => (await dialog.boundingBox())?.y).toBeGreaterThan(0);
  await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport();
  await expect(dialog.getByRole("heading", { name: "Natural voices" })).toBeInViewport();
  await expect(player(page)).toBeInViewport({ ratio: 1 });
});

test("a task that is sent answers where the press was, and leads to the tasks and to its sound", async ({ page }) => {
  const letEnd = await keepRunning(page);
  await page.goto("/");
  const button = page.getByRole("button", { name: "Speak", exact: true });
  await page.getByRole("radio", { name: "Async" }).check();
  await page
    .getByRole("textbox", { name: "Script" })
    .fill("The harbour lay still, and the boats were waiting. ".repeat(20));
  await button.tap();
  const link = page.getByRole("button", { name: "See it under Tasks" });
  await expect(link).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(task(page)).not.toBeInViewport();
  await link.tap();
  await expect(task(page)).toBeInViewport();
  letEnd();
  const hear = page.getByRole("main").getByRole("button", { name: "Hear it" });
  await expect(hear).toBeVisible({ timeout: 60_000 });
  await hear.tap();
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Hear it" })).toHaveCount(0);
});

test("the list of voices covers the screen: going back closes it, and what was touched is what is spoken of", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  const trigger = page.getByRole("button", { name: /^Voice:/ });
  const search = page.getByRole("combobox", { name: "Search voices" });
  const address = page.url();
  await trigger.tap();
  await search.fill("Sylvie");
  await expect(page.getByRole("option", { name: /^Sylvie/ })).toBeVisible();
  await search.fill("french");
  await page.locator('[role=option]:has-text("Sylvie") [data-action=hear]').tap();
  await expect(page.getByRole("button", { name: /(Hear|Stop) Sylvie/ })).toBeVisible();
  await historyHolds(page, 1);
  await page.goBack();
  await expect(search).toHaveCount(0);
  await expect(trigger).toBeVisible();
  expect(page.url()).toBe(address);

  // Closed otherwise, it leaves no page behind to which one would go back.
  await trigger.tap();
  await page.getByRole("button", { name: "Close" }).last().tap();
  await expect(search).toHaveCount(0);
  await historyHolds(page, 0);
  await page.goBack();
  expect(page.url()).not.toBe(address);
});

test("whatever the width and the size of letters, nothing makes the page wider than the screen", async ({
  page,
  context,
}) => {
  const debugging = await context.newCDPSession(page);
  for (const { width, letters } of [
    { width: 320, letters: 16 },
    { width: 390, letters: 24 },
    { width: 390, letters: 28 },
  ]) {
    await debugging.send("Page.setFontSizes", { fontSizes: { standard: letters, fixed: letters } });
    await page.setViewportSize({ width, height: 700 });
    await page.goto("/");
    await expect(page.getByRole("tab", { name: "Takes" })).toBeVisible();
    for (const model of ["Cloud TTS", "RefVoice 2", "StreamSpeech v8"]) {
      await page.getByRole("radio", { name: model }).check();
      await expect(page.locator("[data-field]").first()).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${model}, letters of ${letters} px`).toBe(width);
    }
  }
});

test("on its side, the text, Speak and the sound are on one screen", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto("/");
  const button = page.getByRole("button", { name: "Speak", exact: true });
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
  await speak(page, "The lamp is lit.");
  await expect(player(page)).toContainText("complete");
  for (const [width, height] of [
    [844, 390],
    [667, 375],
    [932, 430],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByRole("tab", { name: "Takes" }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole("textbox", { name: "Script" })).toBeInViewport({ ratio: 1 });
    await expect(button).toBeInViewport({ ratio: 1 });
    // Who will speak stands beside it, or in the form where that does.
    if (width < 896) await expect(page.getByRole("button", { name: /^Autumn: / })).toBeInViewport({ ratio: 1 });
    const [pressed, sound] = await Promise.all([button.boundingBox(), player(page).boundingBox()]);
    if (pressed === null || sound === null) throw new Error("There is no button or no player.");
    expect(pressed.y + pressed.height).toBeLessThanOrEqual(sound.y);
    expect(sound.y + sound.height).toBeLessThanOrEqual(height + 0.5);
    await expect(player(page).getByText(/^0:0/)).toBeInViewport({ ratio: 1 });
    await page.getByRole("tab", { name: "Checks" }).tap();
    await expect(page.getByRole("tabpanel")).toBeInViewport();
  }
});

test("on a tablet on its side no field is wider than its column", async ({ page }) => {
  await page.setViewportSize({ width: 1_024, height: 768 });
  await page.goto("/");
  for (const model of ["Cloud TTS", "RefVoice 2", "StreamSpeech v8"]) {
    await page.getByRole("radio", { name: model }).check();
    await expect(page.getByRole("slider").first()).toBeVisible();
    const column = page.getByRole("complementary");
    expect(await column.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), model).toBe(0);
  }
});
