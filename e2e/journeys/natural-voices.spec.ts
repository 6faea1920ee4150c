import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { decodeRecording } from "../../src/service/reference/decode.ts";
import { catalogue } from "../../src/service/voices/catalogue.ts";
import { type Release, startRelease, tinyArchives } from "../../src/service/voices/release.fixture.ts";
import { expect, test } from "../fixtures.ts";
import { player, speak } from "../page.ts";
import { type Product, startProduct } from "../product.ts";
import { heard, listen } from "../sound.ts";

const kitten = "kitten-nano-en-v0_8-int8";
const pocket = "sherpa-onnx-pocket-tts-int8-2026-01-26";
const card = (page: Page, name = kitten) => page.getByRole("listitem", { name });
const dialog = (page: Page) => page.getByRole("dialog", { name: /^(Natural voices|自然音色)$/ });

// By one worker: each that takes part starts the playground.
test.describe.configure({ mode: "default" });

let work = "";
let release: Release;
let product: Product;
test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "journey-voices-"));
  release = await startRelease(await tinyArchives(work, catalogue));
  product = await startProduct({
    environment: { SERVICE_VOICES_DIR: join(work, "voices"), SERVICE_VOICES_MIRROR: release.address },
  });
});
test.afterAll(async () => {
  await product.stop();
  release.server.closeAllConnections();
  release.server.close();
  await rm(work, { recursive: true, force: true });
});

async function openList(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Voice:/ }).click();
  await expect(page.getByRole("combobox", { name: "Search voices" })).toBeFocused();
}

/** What spoke a take, as the latest answer's head says. */
async function spokenBy(page: Page, text: string): Promise<string | undefined> {
  const answer = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.url().includes("/v1/audio/speech"),
    { timeout: 40_000 },
  );
  await speak(page, text);
  const headers = (await answer).headers();
  await expect(player(page)).toContainText("complete");
  return headers["x-speech-engine"];
}

test("a natural voice is brought from the page, says so, speaks, and goes again", async ({ page }) => {
  await listen(page);
  await page.goto(product.address);
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await openList(page);
  await expect(page.getByText("natural (", { exact: false })).toHaveCount(0);
  await page.getByRole("button", { name: "Natural voices…" }).click();
  await expect(dialog(page)).toBeVisible();
  await expect(card(page)).toContainText("English · 8 voices · 31 MB · Apache-2.0");

  release.stopAfter = 5_000;
  await card(page).getByRole("button", { name: "Get it" }).click();
  const bar = card(page).getByRole("progressbar");
  await expect(bar).toBeVisible();
  await expect(card(page)).toContainText(/Downloading: 0\.0 of 0\.\d MB \(\d+ %\)/);
  // Whoever comes back finds it under way.
  await page.reload();
  await page.getByRole("button", { name: /^Connection/ }).click();
  await page.getByRole("button", { name: "Natural voices…" }).click();
  await expect(bar).toBeVisible();
  release.server.closeAllConnections();
  await expect(card(page)).toContainText("The connection broke off. What has come is kept");
  release.stopAfter = undefined;
  await card(page).getByRole("button", { name: "Go on" }).click();
  await expect(card(page)).toContainText("Here, and used at once", { timeout: 30_000 });
  expect(release.requests.map(({ range }) => range)).toContain("bytes=5000-");
  await card(page).getByRole("button", { name: "Hear it" }).click();
  await expect(card(page).getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(card(page).getByRole("button", { name: "Hear it" })).toBeVisible({ timeout: 20_000 });
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await openList(page);
  const search = page.getByRole("combobox", { name: "Search voices" });
  const voices = page.getByRole("listbox", { name: "Voices" });
  await search.fill("natural male");
  await expect(voices.getByRole("option").first()).toContainText("natural (kitten)");
  await search.fill("spanish");
  await expect(voices).toContainText("by eSpeak NG");
  await search.fill("guy");
  await voices.getByRole("option", { name: /Guy/ }).first().click();
  await expect(page.getByRole("button", { name: /^Voice: Guy/ })).toContainText("natural (kitten)");
  expect(await spokenBy(page, "Hello there, this is natural.")).toBe(kitten);
  await expect.poll(async () => (await heard(page)).loudSeconds).toBeGreaterThan(0.3);
  await expect(page.getByRole("row").filter({ hasText: "this is natural" })).toContainText("kitten");
  await page.getByRole("radio", { name: "StreamSpeech v8" }).check();
  expect(await spokenBy(page, "And another one.")).toBe(kitten);

  const cloned = await page.request.post(`${product.address}/v1/audio/speech`, {
    data: { model: "refvoice-2", input: "Like a recording.", voice: `${product.address}/references/lower.mp3` },
  });
  expect(cloned.status()).toBe(200);
  const { samples } = await decodeRecording(await cloned.body());
  expect(samples.filter((sample) => Math.abs(sample) > 0.02).length).toBeGreaterThan(1_000);

  await page.getByRole("button", { name: /^Connection/ }).click();
  await expect(page.getByRole("dialog", { name: "Connection" })).toContainText(kitten);
  await page.getByRole("button", { name: "Natural voices…" }).click();
  await card(page).getByRole("button", { name: "Remove…" }).click();
  await card(page).getByRole("button", { name: "Remove", exact: true }).click();
  await expect(card(page).getByRole("button", { name: "Get it" })).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  expect(await spokenBy(page, "And now without it.")).toBe("espeak-ng");
});

test("a cloning model is brought after consent, speaks like a recording, and goes again", async ({ page }) => {
  await listen(page);
  await page.goto(product.address);
  const refVoice = page.getByRole("radio", { name: "RefVoice 2" });
  await refVoice.check();
  await expect(refVoice).toHaveAccessibleDescription(/voice adaptation/);
  await page.getByRole("radio", { name: "Speech", exact: true }).check();
  await page.getByRole("button", { name: "Lower voice" }).click();
  const openModels = async () => {
    await page.getByRole("button", { name: /^Connection/ }).click();
    await page.getByRole("button", { name: "Natural voices…" }).click();
  };
  await openModels();
  const cloning = card(page, pocket);
  const getIt = cloning.getByRole("button", { name: "Get it" });
  await expect(getIt).toBeDisabled();
  await cloning.getByRole("checkbox", { name: /^I use only voices that I may use/ }).check();
  await getIt.click();
  await expect(cloning).toContainText("Here, and used at once", { timeout: 30_000 });
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await expect(refVoice).toHaveAccessibleDescription(/voice cloning: English \(pocket\)/);
  expect(await spokenBy(page, "This is like the recording.")).toBe(pocket);
  await expect.poll(async () => (await heard(page)).loudSeconds).toBeGreaterThan(0.3);
  await expect(page.getByRole("row").filter({ hasText: "like the recording" })).toContainText("RefVoice 2 · pocket");

  await openModels();
  await cloning.getByRole("button", { name: "Remove…" }).click();
  await cloning.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(getIt).toBeVisible();
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await expect(refVoice).toHaveAccessibleDescription(/voice adaptation/);
  expect(await spokenBy(page, "And this without it.")).toBe("espeak-ng");
});

test("a wrong checksum is told in the page's language, with what to do", async ({ page }) => {
  await page.goto(product.address);
  await page.getByRole("button", { name: "简体中文" }).click();
  const right = release.checksums;
  release.checksums = right.replaceAll(/[0-9a-f]{64}/g, "1".repeat(64));
  await page.getByRole("button", { name: /^连接/ }).click();
  await page.getByRole("button", { name: "自然音色…" }).click();
  await card(page).getByRole("button", { name: "下载" }).click();
  await expect(card(page)).toContainText("下载的内容与发布方的校验和不符，已丢弃。请重试。");
  release.checksums = right;
  await expect(card(page).getByRole("button", { name: "下载" })).toBeVisible();
});
