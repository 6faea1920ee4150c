import type { Page } from "@playwright/test";
import { findings, findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { history, player, row } from "../page.ts";

// Sounds long enough for somebody to go over to the other voice while it does.
const text = "Two voices say the same words, one beside the other, so that whoever listens can tell which is better.";
const view = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name, exact: true });
const heard = (page: Page) => history(page).getByRole("radiogroup", { name: "Heard" });
const table = (page: Page, name: string) => history(page).getByRole("table", { name, exact: true });
const position = (page: Page) => history(page).getByRole("slider", { name: "Position" });

/** Speaks the text with a voice, in the capitalised names, and waits for the end of it. */
async function speakWith(page: Page, voice: string, takes: number): Promise<void> {
  await page.getByRole("button", { name: /^Voice:/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).fill(voice);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Voice:/ })).toHaveAccessibleName(new RegExp(voice));
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(row(page, text)).toHaveCount(takes);
  await expect(player(page)).toContainText("complete");
  await isKept(page, text);
}

/** Two takes of the same text in two voices, and the Compare tab with both of them. */
async function openTwo(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("radio", { name: "Capitalised" }).check();
  await speakWith(page, "Luna", 1);
  await speakWith(page, "Noah", 2);
  const second = row(page, text).filter({ hasText: "Luna" });
  await second.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Compare" }).click();
  await expect(page.getByRole("tab", { name: "Compare" })).toHaveAttribute("aria-selected", "true");
  await expect(history(page)).toContainText("Add another take to compare this one with.");
  await page.getByRole("button", { name: "Add a take" }).click();
  await page.getByRole("searchbox", { name: "Find a take" }).fill("noah");
  await page.getByRole("button", { name: /^Add “Noah/ }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(heard(page).getByRole("radio")).toHaveCount(2);
}

test("two voices against each other: heard at the same moment, seen on one axis, read field by field", async ({
  page,
}) => {
  await openTwo(page);
  const [luna, noah] = [/^1 · Luna/, /^2 · Noah/].map((name) => heard(page).getByRole("radio", { name }));
  await expect(luna ?? page.locator("none")).toBeChecked();
  await expect(heard(page).getByRole("img", { name: /^Waveform of Noah.*dBFS/ })).toBeVisible();
  await page.getByRole("radio", { name: "Both", exact: true }).check();
  await expect(heard(page).getByRole("img", { name: /^Spectrogram of Luna.*strongest at \d/ })).toBeVisible();
  await expect(heard(page)).toContainText(/-?\d+\.\d\d LUFS/);

  // The slider is where both of them are: going over doesn't move it back.
  await page.getByRole("button", { name: "Play all from here, one heard" }).click();
  await expect.poll(async () => Number(await position(page).inputValue())).toBeGreaterThan(0.1);
  const before = Number(await position(page).inputValue());
  await page.keyboard.press("2");
  await expect(noah ?? page.locator("none")).toBeChecked();
  // Where it was over by then, it isn't begun anew.
  const pause = history(page).getByRole("button", { name: /^Pause/ });
  if (await pause.isVisible()) await pause.click();
  const ended = Number(await position(page).inputValue());
  expect(ended === 0 || ended >= before).toBe(true);

  await page.getByRole("checkbox", { name: "Match levels" }).check();
  await expect(heard(page)).toContainText("0.0 dB");

  // A loop by keys, and a closer look.
  await position(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("[");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("]");
  await expect(history(page)).toContainText("loop 0.50 s to 1.00 s");
  await page.getByRole("button", { name: "No loop" }).click();
  await page.getByRole("button", { name: "Closer" }).click();
  await expect(page.getByRole("button", { name: "All of it" })).toBeEnabled();
  await page.getByRole("button", { name: "All of it" }).click();

  await view(page, "Requests").check();
  await expect(table(page, "What the service reads").getByRole("row", { name: /VoiceId/ })).toContainText('"Noah"');
  const body = table(page, "Body, path by path");
  await expect(body.getByRole("row")).toHaveCount(2);
  await expect(body.getByRole("row").nth(1)).toContainText("VoiceId");
  await expect(history(page).getByRole("region", { name: "Bodies, line by line" })).toContainText(
    '+   "VoiceId": "Noah"',
  );

  await view(page, "Answers").check();
  await expect(table(page, "Measured on the samples").getByRole("row", { name: /integrated loudness/ })).toContainText(
    /LUFS.*LUFS/,
  );
  await expect(table(page, "What came").getByRole("row", { name: /HTTP status/ })).toContainText("200");

  // What was measured is kept with the take.
  await page.getByRole("tab", { name: "Request" }).click();
  await view(page, "Answer").check();
  await expect(history(page).getByRole("region", { name: "What came" })).toContainText("integrated loudness");
});

test("the latest two are those that can be heard, whatever failed since", async ({ page, expectPageErrors }) => {
  expectPageErrors(/status of 400/);
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await speakWith(page, "Luna", 1);
  await speakWith(page, "Noah", 2);
  await page.getByRole("textbox", { name: /^Speed/ }).fill("5");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("Speed");
  await expect(row(page, text)).toHaveCount(3);
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Compare the latest two" }).click();
  await expect(heard(page).getByRole("radio")).toHaveCount(2);
  await expect(heard(page)).toContainText("Luna");
  await expect(heard(page)).toContainText("Noah");
  await expect(heard(page)).not.toContainText("No audio is kept");
});

test("a blind test hides what stands where, counts the rounds, and says what chance would have done", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openTwo(page);
  await view(page, "Blind test").check();
  await page.getByRole("button", { name: "Begin" }).click();
  const places = page.getByRole("radiogroup", { name: "Heard" });
  await expect(places.getByRole("radio")).toHaveCount(2);
  await expect(heard(page)).not.toContainText(/Luna|Noah/);
  await expect(history(page).getByRole("checkbox", { name: "Match levels" })).toBeChecked();
  await expect(history(page)).toContainText("A and B switch to it");
  // Nobody judges what they haven't heard, by a button or by a key.
  await expect(page.getByRole("button", { name: "A is better" })).toBeDisabled();
  await expect(history(page)).toContainText("Still to hear: A, B.");
  await page.keyboard.press("ArrowLeft");
  await expect(history(page)).toContainText("0 rounds counted");
  for (const round of [1, 2, 3]) {
    await expect(history(page)).toContainText(`Round ${round}`);
    const play = history(page).getByRole("button", { name: "Play", exact: true });
    if (await play.isVisible()) await play.click();
    await expect(history(page)).toContainText("Still to hear: B.");
    await page.keyboard.press("b");
    await expect(places.getByRole("radio", { name: "B" })).toBeChecked();
    // Where the sound was over by then, it is heard from the start.
    if (await play.isVisible()) await play.click();
    await expect(page.getByRole("button", { name: "A is better" })).toBeEnabled();
    await page.getByRole("button", { name: round === 3 ? "No difference" : "A is better" }).click();
  }
  await expect(history(page)).toContainText("3 rounds counted");
  await page.getByRole("button", { name: "End and show" }).click();
  const tally = history(page).getByRole("region", { name: "Tally" });
  await expect(tally).toContainText(/Rounds3/);
  await expect(tally).toContainText(/no difference1/);
  await expect(tally).toContainText(/preferred 1 · Luna.*preferred 2 · Noah/);
  await expect(tally).toContainText(/p = (1\.0000|0\.5000): .* in 2 rounds/);
  await tally.getByRole("button", { name: "Copy as CSV" }).click();
  await expect(tally.getByRole("button").filter({ hasText: "Copied" })).toBeVisible();
  const csv = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd();
  expect(csv.split("\r\n")).toHaveLength(4);
  expect(csv.split("\r\n").at(-1)).toMatch(/,none$/);
  await expect(tally.getByRole("listitem").first()).toHaveText(
    /^Round 1: A was (1 · Luna, B was 2 · Noah|2 · Noah, B was 1 · Luna) · A is better$/,
  );

  // The tally outlives the tab.
  await page.getByRole("tab", { name: "Takes" }).click();
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(history(page).getByRole("region", { name: "Tally" })).toContainText(/Rounds3/);
});

test("fits a phone, reads in both themes, and speaks Chinese", async ({ page }) => {
  await openTwo(page);
  await expect(heard(page).getByRole("img", { name: /^Waveform of Noah/ })).toBeVisible();
  expect(await findingsInBothColours(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await heard(page).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const lane of await heard(page).getByRole("img").all()) {
    const box = await lane.boundingBox();
    expect(box?.width).toBeGreaterThan(300);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  expect(await findings(page, "section[aria-label=History]"), "phone").toEqual([]);
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByRole("radiogroup", { name: "正在听" }).getByRole("radio")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "历史" })).toContainText("匹配响度");
});
