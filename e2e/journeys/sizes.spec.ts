import { refVoice2 } from "../../src/contract/models/refvoice-2.ts";
import { expect, test } from "../fixtures.ts";
import { player, speak } from "../page.ts";
import { misplaced } from "../walk/layout.ts";
import { whatStays } from "../walk/settled.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
  { width: 320, height: 568 },
  { width: 844, height: 390 },
];

test.describe("without motion", () => {
  test.use({ reducedMotion: "reduce" });

  test("from a small phone to 4K, nothing is too wide, cut off, covered or too small to press", async ({ page }) => {
    const found: string[] = [];
    const lookAround = async (state: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        const faults = await whatStays(page, () => misplaced(page));
        found.push(...faults.map((fault) => `${state}, ${size.width} × ${size.height}: ${fault}`));
      }
    };
    await page.goto("/");
    await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Takes" })).toBeVisible();
    await lookAround("a first visit");
    await speak(page, "One small step, and the door is open.");
    await expect(player(page)).toContainText("complete");
    await expect(page.getByRole("grid", { name: "Takes" }).getByRole("row")).toHaveCount(1);
    await lookAround("after a sentence");
    await page.getByRole("radio", { name: "RefVoice 2" }).check();
    await page.getByRole("radio", { name: "Mood" }).check();
    await expect(page.getByRole("slider", { name: /^happy/i })).toBeVisible();
    await lookAround("RefVoice 2 with its faders");
    expect(found).toEqual([]);
  });
});

test("on a usual screen all eight faders of the mood are seen without scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("radio", { name: "Mood" }).check();
  const faders = refVoice2.fields.filter(({ group, kind }) => group === "emotion" && kind === "number");
  expect(faders).toHaveLength(8);
  for (const { key } of faders) await expect(page.locator(`[data-field=${key}]`)).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("Cloud TTS", { exact: true })).toBeInViewport({ ratio: 1 });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("the head cuts nothing off, its help lists no keys; a price alone in its row begins like the others", async ({
    page,
  }) => {
    await page.goto("/");
    const badge = page.getByRole("button", { name: "Connection: Embedded service" });
    await expect(badge).toHaveAttribute("data-state", "good");
    await expect(badge).toBeVisible();
    const cut = await badge.evaluate(
      (element) =>
        [...element.querySelectorAll("span")].filter(
          (span) => span.checkVisibility() && span.offsetWidth > 1 && span.scrollWidth > span.offsetWidth,
        ).length,
    );
    expect(cut).toBe(0);
    await page.getByRole("button", { name: "Help" }).click();
    const help = page.getByRole("dialog", { name: "Help" });
    await expect(help.getByRole("listitem")).toHaveCount(10);
    await expect(help.getByText("Keyboard shortcuts")).toBeHidden();
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "Async" }).check();
    const price = page.getByRole("paragraph").filter({ hasText: "Price:" });
    const modes = page.getByRole("radiogroup", { name: "Mode", exact: true });
    // Beside the sentence about the mode, unless there is no room for both.
    const sentence = page.getByRole("paragraph").filter({ hasText: /^A task that runs in the background/ });
    const beside = await price.boundingBox();
    const [said, chosen] = await Promise.all([sentence.boundingBox(), modes.boundingBox()]);
    if (beside === null || said === null || chosen === null) throw new Error("There is no price, sentence or mode.");
    expect(said.x).toBe(chosen.x);
    expect(beside.x).toBeGreaterThanOrEqual(said.x + said.width);
    await page.setViewportSize({ width: 280, height: 844 });
    const [alone, above] = await Promise.all([price.boundingBox(), modes.boundingBox()]);
    if (alone === null || above === null) throw new Error("There is no price or no mode.");
    expect(alone.y).toBeGreaterThanOrEqual(above.y + above.height);
    expect(alone.x).toBe(above.x);
    await expect(price).toHaveCSS("padding-inline-start", "0px");
  });
});
