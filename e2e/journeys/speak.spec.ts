import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { openTechnical } from "../page.ts";
import { heard, listen, measureMp3 } from "../sound.ts";
import { spokenBy } from "../spoken.ts";

const speechRoute = "**/v1/audio/speech";

test("type, speak, hear: the right length, not silent, in the asked language, to the end", async ({
  page,
  product,
}) => {
  await listen(page);
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("One small step, and the door is open.");
  const answer = page.waitForResponse(speechRoute);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const response = await answer;
  expect(response.status()).toBe(200);
  expect(response.headers()["content-language"]).toMatch(/^en/);

  const player = page.getByRole("region", { name: "Player" });
  await expect.poll(async () => (await heard(page)).peak).toBeGreaterThan(0.05);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    player.getByRole("link", { name: /^Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Autumn One small step.*\.mp3$/);
  const measured = await measureMp3(await readFile(await download.path()));
  expect(measured.level).toBeGreaterThan(-35);

  const isThis = { model: "streamspeech-v8", mode: "stream", characters: 37, words: 8 };
  await expect.poll(() => spokenBy(product).at(-1)).toMatchObject(isThis);
  const spoken = spokenBy(product).at(-1);
  expect(spoken?.language).toMatch(/^en/);
  expect(measured.seconds).toBeGreaterThan(1.5);
  expect(Math.abs(measured.seconds - (spoken?.durationSeconds ?? 0))).toBeLessThan(0.12);

  // Played to its end: the button offers to play again, and what came out of the element was loud for most of it.
  await expect(player.getByRole("button", { name: "Play" })).toBeVisible();
  const { loudSeconds, missedSeconds } = await heard(page);
  expect(loudSeconds).toBeGreaterThan((measured.seconds - missedSeconds) * 0.5);
  expect(loudSeconds).toBeLessThan(measured.seconds * 1.2);
  await expect(player).toContainText("first sound");
});

test("a voice in Japanese with kanji, found by typing and chosen with the keyboard", async ({ page, product }) => {
  const text = "夜行列車は十時に出発します。";
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("button", { name: /^Voice:/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).fill("nanami");
  await page.keyboard.press("Enter");
  const before = spokenBy(product).length;
  const [request, response] = await Promise.all([
    page.waitForRequest(speechRoute),
    page.waitForResponse(speechRoute, { timeout: 40_000 }),
    page.getByRole("button", { name: "Speak", exact: true }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ model: "cloud-tts", input: text, voice: "ja-JP-NanamiNeural" });
  expect(response.status()).toBe(200);
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete", { timeout: 30_000 });
  await expect.poll(() => spokenBy(product).length).toBeGreaterThan(before);
  const spoken = spokenBy(product).findLast(({ characters }) => characters === Array.from(text).length);
  expect(spoken?.language).toMatch(/^ja/);
  expect(spoken?.words).toBeGreaterThanOrEqual(2);
  expect(spoken?.durationSeconds).toBeGreaterThan(1);
});

test("Ctrl+Enter speaks, and a reload keeps the script, the model and the fields", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  const script = page.getByRole("textbox", { name: "Script" });
  await script.fill("Kept.");
  const speed = page.getByRole("textbox", { name: /^Speed/ }).or(page.getByRole("spinbutton", { name: /^Speed/ }));
  await speed.first().fill("1.5");
  await speed.first().press("Enter");
  const request = page.waitForRequest(speechRoute);
  await script.press("Control+Enter");
  expect((await request).postDataJSON()).toMatchObject({ model: "cloud-tts", input: "Kept.", speed: 1.5 });
  await page.reload();
  await expect(script).toHaveValue("Kept.");
  await expect(page.getByRole("radio", { name: "Cloud TTS" })).toBeChecked();
  await expect(speed.first()).toHaveValue(/^1\.50?$/);
});

test("samples without a header are saved as a WAV that anything plays, and as they came from the take's menu", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("One small step.");
  await openTechnical(page);
  await page.getByRole("combobox", { name: "Codec" }).selectOption("pcm_mulaw");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const download = async (press: () => Promise<void>) => {
    const [file] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const wav = await download(() => page.getByRole("link", { name: /^Download .*\.wav$/ }).click());
  expect(wav.name).toBe("Autumn One small step.wav");
  expect([wav.bytes.toString("latin1", 0, 4), wav.bytes.readUInt16LE(20), wav.bytes.readUInt32LE(24)]).toEqual([
    "RIFF",
    7,
    22_050,
  ]);
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  const raw = await download(() => page.getByRole("menuitem", { name: "Download the raw samples" }).click());
  expect(raw.name).toBe("Autumn One small step-22050Hz.ulaw");
  expect(wav.bytes.subarray(58, 58 + raw.bytes.length).equals(raw.bytes)).toBe(true);
});

test("Stop before the first byte says that it may have been charged, in the player and in the row", async ({
  page,
}) => {
  await page.route("**/v1/audio/speech", () => {});
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("Never answered.");
  const sent = page.waitForRequest(speechRoute);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await sent;
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("No audio. It may have been charged.");
  await expect(page.getByRole("grid").getByRole("row").first()).toContainText("It may have been charged.");
});
