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
