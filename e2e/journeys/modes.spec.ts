import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

// A trace keeps a copy of the page for every step, and here a page is half a million characters.
test.use({ trace: "off" });

/** What the mode switch shows: the selected mode, and which modes can be chosen. */
async function shownModes(page: Page) {
  const group = page.getByRole("radiogroup", { name: "Mode" });
  const on: string[] = [];
  let selected = "";
  for (const name of ["Speech", "Stream", "Async"]) {
    const radio = group.getByRole("radio", { name, exact: true });
    if (await radio.isChecked()) selected = name;
    if (await radio.isEnabled()) on.push(name);
  }
  return { selected, on };
}

async function fill(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(text);
}

const all = ["Speech", "Stream", "Async"];
/** What StreamSpeech shows at its thresholds and beside them, by the length of the text. */
const atThresholds: Readonly<Record<number, { readonly selected: string; readonly on: readonly string[] }>> = {
  0: { selected: "Stream", on: all },
  999: { selected: "Stream", on: all },
  1000: { selected: "Stream", on: all },
  1001: { selected: "Speech", on: ["Speech", "Async"] },
  4999: { selected: "Speech", on: ["Speech", "Async"] },
  5000: { selected: "Speech", on: ["Speech", "Async"] },
  5001: { selected: "Async", on: ["Async"] },
  500001: { selected: "Async", on: [] },
};

test("StreamSpeech switches modes at its thresholds and back again", async ({ page }) => {
  await page.goto("/");
  const lengths = Object.keys(atThresholds).map(Number);
  for (const length of [...lengths, ...lengths.toReversed()]) {
    await fill(page, "a".repeat(length));
    await expect.poll(() => shownModes(page), { message: `${length} characters` }).toEqual(atThresholds[length]);
  }
});

test("thresholds count code points: an emoji as one, a letter with a mark as two", async ({ page }) => {
  await page.goto("/");
  for (const unit of ["😀", "e\u0301"]) {
    const size = Array.from(unit).length;
    for (const length of [1_000, 1_001, 5_000, 5_001]) {
      await fill(page, unit.repeat(Math.floor(length / size)) + "a".repeat(length % size));
      await expect.poll(() => shownModes(page), { message: `${length} in ${unit}` }).toEqual(atThresholds[length]);
    }
  }
});

test("a mode that is off says why, and the switch is said where one looks", async ({ page }) => {
  await page.goto("/");
  await fill(page, "a".repeat(1_001));
  const stream = page.getByRole("radio", { name: "Stream", exact: true });
  await expect(stream).toBeDisabled();
  await expect(stream).toHaveAccessibleDescription(/1,000 characters.*1,001/);
  await expect(page.getByText("Stream takes up to 1,000 characters, so speech is used.").first()).toBeVisible();
  await fill(page, "a".repeat(1_000));
  await expect(stream).toBeChecked();
});

test("the person's own choice comes back by itself", async ({ page }) => {
  await page.goto("/");
  const group = page.getByRole("radiogroup", { name: "Mode" });
  await fill(page, "short");
  await group.getByRole("radio", { name: "Speech", exact: true }).check();
  await fill(page, "a".repeat(5_001));
  await expect(group.getByRole("radio", { name: "Async", exact: true })).toBeChecked();
  await fill(page, "short again");
  await expect(group.getByRole("radio", { name: "Speech", exact: true })).toBeChecked();
});

test("Cloud TTS has speech only, up to 5,000 characters; beyond, the page sends parts and says how many", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await fill(page, "a".repeat(5_000));
  await expect.poll(() => shownModes(page)).toEqual({ selected: "Speech", on: ["Speech"] });
  await fill(page, "a".repeat(5_001));
  await expect.poll(() => shownModes(page)).toEqual({ selected: "Speech", on: ["Speech"] });
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeEnabled();
  await expect(page.getByText(/sent as 2 requests/)).toBeVisible();
});

test("RefVoice 2 is async by default, up to 2,048 characters, and never streams", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await fill(page, "a".repeat(2_048));
  await expect.poll(() => shownModes(page)).toEqual({ selected: "Async", on: ["Speech", "Async"] });
  await fill(page, "a".repeat(2_049));
  await expect.poll(() => shownModes(page)).toEqual({ selected: "Speech", on: ["Speech"] });
});

test("a script of 500,001 characters can be edited, and length and modes follow", async ({ page }) => {
  await page.goto("/");
  await fill(page, "字".repeat(500_001));
  await expect(page.getByText("500,001").first()).toBeVisible();
  const script = page.getByRole("textbox", { name: "Script" });
  await script.press("Control+Home");
  await script.press("Delete");
  await expect(page.getByText("500,000").first()).toBeVisible();
  await expect.poll(() => shownModes(page)).toEqual({ selected: "Async", on: ["Async"] });
});
