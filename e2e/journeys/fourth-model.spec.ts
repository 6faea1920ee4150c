import { rmSync } from "node:fs";
import type { Page } from "@playwright/test";
import { listOf, startFakeUpstream } from "../fake-upstream.ts";
import { expect, test } from "../fixtures.ts";
import { followInstructions, readInstructions } from "../newcomer.ts";
import { modelIds, player } from "../page.ts";
import { startProduct } from "../product.ts";
import { runIn } from "../project-copy.ts";

const model = (page: Page) => page.getByRole("radio", { name: "Tide 1" });

test("README's one file and one line make a fourth model: tested, built, shown in both languages, spoken", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const instructions = readInstructions();
  const project = followInstructions(instructions);
  const upstream = await startFakeUpstream(listOf(...modelIds, "tide-1"));
  try {
    runIn(project, "node_modules/typescript/bin/tsc", "-b", "src/contract", "src/tsconfig.page.json");
    runIn(
      project,
      "node_modules/@biomejs/biome/bin/biome",
      "check",
      "--vcs-enabled=false",
      instructions.file,
      instructions.list,
    );
    runIn(
      project,
      "node_modules/vitest/vitest.mjs",
      "run",
      "--project",
      "unit",
      "src/contract/models",
      "src/contract/golden",
    );
    runIn(project, "src/start/main.mjs", "--build");

    await test.step("in English, in front of another service: its form, limits, price and request", async () => {
      const environment = { SPEECH_BASE_URL: upstream.address, SPEECH_API_KEY: "sk-any" };
      const playground = await startProduct({ root: project, environment });
      try {
        await page.goto(playground.address);
        await expect(page.getByText(`· ${modelIds.length + 1} models`)).toBeVisible();
        await model(page).check();
        await expect(model(page)).toHaveAccessibleDescription(/Two calm voices/);
        await expect(page.getByRole("button", { name: /^Voice: Marina/ })).toBeVisible();
        await page.getByRole("textbox", { name: "Script" }).fill("The tide is out.");
        await expect(page.getByText("32 tokens")).toBeVisible();
        await page.getByRole("textbox", { name: "Warmth" }).fill("120");
        await expect(page.getByRole("textbox", { name: "Warmth" })).toHaveAccessibleDescription(
          /^Warmth must be from 0 to 100, not 120\./,
        );
        await page.getByRole("textbox", { name: "Warmth" }).fill("65");
        await page.getByRole("radio", { name: "Storyteller" }).check();
        await page.getByRole("switch", { name: "Breaths" }).check();
        await page.getByRole("button", { name: "Speak", exact: true }).click();
        await expect(player(page)).toContainText("complete");
        expect(upstream.spoken).toEqual([
          { model: "tide-1", input: "The tide is out.", voice: "marina", warmth: 65, style: "story", breaths: true },
        ]);
        await page.getByRole("textbox", { name: "Script" }).fill("a".repeat(3_001));
        await expect(page.getByRole("radio", { name: "Async" })).toBeChecked();
        await page.getByRole("textbox", { name: "Script" }).fill("a".repeat(20_001));
        await expect(page.getByText("20,001 characters are too long here: the limit is 20,000.").first()).toBeVisible();
        // A page that is still there may ask for a part of itself, or for its typeface.
        await page.goto("about:blank");
      } finally {
        await playground.stop();
      }
    });

    await test.step("in Chinese, by the embedded service: it speaks", async () => {
      const playground = await startProduct({ root: project });
      const chinese = await browser.newPage({ locale: "zh-CN" });
      try {
        await chinese.goto(playground.address);
        await model(chinese).check();
        await expect(chinese.getByRole("button", { name: /海风/ })).toBeVisible();
        await expect(chinese.getByRole("slider", { name: "暖度" })).toBeVisible();
        await expect(chinese.getByRole("radio", { name: "讲故事" })).toBeAttached();
        await expect(chinese.getByRole("switch", { name: "换气声" })).toBeAttached();
        await chinese.getByRole("button", { name: "朗读", exact: true }).click();
        await expect(chinese.getByRole("region", { name: "播放器" })).toContainText("完成");
      } finally {
        await chinese.close();
        await playground.stop();
      }
    });
  } finally {
    await upstream.stop();
    rmSync(project, { recursive: true, force: true });
  }
});
