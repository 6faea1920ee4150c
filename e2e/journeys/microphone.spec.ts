import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { createVoiceMeter } from "../../src/audio/analysis/measures/voice-meter.ts";
import { ownRecordingMostBytes } from "../../src/contract/own-recordings.ts";
import { tone, wavFile } from "../../src/service/adaptation/recordings.fixture.ts";
import { decodeRecording } from "../../src/service/reference/decode.ts";
import { findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { elsewhereAddress, player, row, speak } from "../page.ts";

const sample = (name: string) => new URL(`../../public/references/${name}.mp3`, import.meta.url);

const address = (page: Page) => page.getByRole("textbox", { name: "Reference recording" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Reference recording: your own" });
const use = (page: Page) => dialog(page).getByRole("button", { name: "Use this recording" });
const consent = (page: Page) => dialog(page).getByRole("checkbox", { name: /only voices that I may use/ });

async function openRecorder(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Record or choose a file…" }).click();
  return dialog(page);
}

async function chooseRefVoice(page: Page, at = "/"): Promise<void> {
  await page.goto(at);
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("radio", { name: "Speech", exact: true }).check();
}

async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  recorder = dialog(page),
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    recorder.getByRole("button", { name: "Choose a file…" }).click(),
  ]);
  await chooser.setFiles(file);
}

const wav = (name: string, bytes: Uint8Array) => ({ name, mimeType: "audio/wav", buffer: Buffer.from(bytes) });

/** Speaks with what the form holds, and says how high the voice is, in hertz. */
async function spokenPitch(page: Page): Promise<number> {
  const [response] = await Promise.all([
    page.waitForResponse("**/v1/audio/speech", { timeout: 60_000 }),
    speak(page, "One morning the river stood still."),
  ]);
  expect(response.status()).toBe(200);
  await expect(player(page)).toContainText("complete", { timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    player(page)
      .getByRole("link", { name: /^Download .*\.wav$/ })
      .click(),
  ]);
  // What opens the recording isn't in the file's name.
  expect(download.suggestedFilename()).toMatch(/^own One morning/);
  const { sampleRate, samples } = await decodeRecording(readFileSync(await download.path()));
  const meter = createVoiceMeter(sampleRate);
  meter.append([samples]);
  return meter.traits().pitch ?? 0;
}

test.describe("with a microphone", () => {
  test.use({ permissions: ["microphone"] });

  test("a recording and a file become voices, are removed, given again, and outlive a reload", async ({
    page,
    expectPageErrors,
  }) => {
    // Asked for after it was removed: that is how the page learns of it after a reload.
    expectPageErrors(/404 \(Not Found\).*\/references\/own-/);
    await chooseRefVoice(page);
    const recorder = await openRecorder(page);
    await recorder.getByRole("button", { name: "Record", exact: true }).click();
    await expect(recorder.getByRole("meter", { name: "Level" })).toHaveAttribute("aria-valuenow", /^[5-9]\d$/);
    await expect(recorder).toContainText("It stops by itself after 30 seconds");
    await recorder.getByRole("button", { name: "Stop", exact: true }).click();
    await expect(recorder).toContainText(/[5-9]\.\d s are ready/);
    await recorder.getByRole("button", { name: "Hear it" }).click();
    await recorder.getByRole("button", { name: "Stop", exact: true }).click();

    // Nothing leaves before one has agreed.
    const asked: string[] = [];
    page.on("request", (request) => request.url().endsWith("/playground/recordings") && asked.push(request.method()));
    await use(page).click();
    await expect(recorder).toContainText("Tick the box above first");
    expect(asked).toEqual([]);
    await consent(page).check();
    await use(page).click();
    await expect(recorder).toBeHidden();
    await expect(address(page)).toHaveValue(/\/references\/own-\d+-[\w-]{32}\.wav$/);
    await expect(page.getByText(/^Your own recording\. This playground's server keeps it until/)).toBeVisible();
    const low = await spokenPitch(page);
    await expect(row(page, /One morning/).getByText(/^own recording, until/)).toBeVisible();

    const recorded = await address(page).inputValue();
    await openRecorder(page);
    await expect(consent(page)).toBeChecked();
    await choose(page, { name: "higher.mp3", mimeType: "audio/mpeg", buffer: readFileSync(sample("higher")) });
    await use(page).click();
    await expect(address(page)).not.toHaveValue(recorded);
    const high = await spokenPitch(page);
    expect(high / low).toBeGreaterThan(1.2);

    const given = await address(page).inputValue();
    await page.getByRole("button", { name: "Remove it now" }).click();
    await expect(page.getByText(/server doesn't have it any more.*This browser still has it/)).toBeVisible();
    expect((await page.request.head(given)).status()).toBe(404);
    await page.reload();
    await page.getByRole("button", { name: "Send it again" }).click();
    await expect(page.getByRole("button", { name: "Remove it now" })).toBeVisible();
    const again = await address(page).inputValue();
    expect(again).not.toBe(given);
    expect((await page.request.head(again)).status()).toBe(200);

    await openRecorder(page);
    const kept = dialog(page).getByRole("listitem");
    await expect(kept).toHaveCount(2);
    await dialog(page).getByRole("button", { name: "Delete higher.mp3, here and on the server" }).click();
    await expect(kept).toHaveCount(1);
    await expect.poll(async () => (await page.request.head(again)).status()).toBe(404);
    await dialog(page)
      .getByRole("button", { name: /^Use Microphone/ })
      .click();
    await expect(page.getByRole("button", { name: "Remove it now" })).toBeVisible();
  });
});

test("the emotion's recording may be one's own, too", async ({ page }) => {
  await chooseRefVoice(page);
  await page.getByRole("radio", { name: "From an emotion recording" }).check();
  await page.getByRole("button", { name: "Record or choose a file…" }).nth(1).click();
  const recorder = page.getByRole("dialog", { name: "Emotion recording: your own" });
  await recorder.getByRole("checkbox").check();
  await choose(page, wav("tone.wav", wavFile(tone(220, 6))), recorder);
  await recorder.getByRole("button", { name: "Use this recording" }).click();
  await expect(page.getByRole("textbox", { name: "Emotion recording" })).toHaveValue(/\/references\/own-/);
  await expect(address(page)).toHaveValue("");
});

test("a refused microphone is said, with what to do, and a file still works", async ({ page }) => {
  await chooseRefVoice(page);
  const recorder = await openRecorder(page);
  await recorder.getByRole("button", { name: "Record", exact: true }).click();
  await expect(recorder.getByRole("alert")).toContainText("The microphone was refused. Allow it");
  await choose(page, wav("tone.wav", wavFile(tone(220, 6))));
  await expect(recorder).toContainText("6.0 s are ready");
  await expect(recorder.getByRole("alert")).toBeEmpty();
});

test("over plain http from elsewhere the page says why there is no microphone", async ({ page, baseURL }) => {
  await chooseRefVoice(page, elsewhereAddress(baseURL));
  const recorder = await openRecorder(page);
  await recorder.getByRole("button", { name: "Record", exact: true }).click();
  await expect(recorder.getByRole("alert")).toContainText("no microphone to a page over plain http");
});

test("a file that doesn't do is said to be so, and one that is too long is cut", async ({ page }) => {
  await chooseRefVoice(page);
  const recorder = await openRecorder(page);
  await consent(page).check();
  await choose(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("not a sound") });
  await expect(recorder.getByRole("alert")).toContainText("can't read any audio in this file");
  await choose(page, wav("short.wav", wavFile(tone(220, 2))));
  await expect(recorder).toContainText("It is too short");
  await expect(use(page)).toBeDisabled();
  await choose(page, wav("silence.wav", wavFile({ sampleRate: 22_050, samples: new Float32Array(6 * 22_050) })));
  await expect(recorder).toContainText("Nothing can be heard");
  await expect(use(page)).toBeDisabled();
  await choose(page, wav("long.wav", wavFile(tone(220, 42))));
  await expect(recorder).toContainText("The file lasts 42 s, and 30 can be used");
  const begins = recorder.getByRole("slider", { name: "Begins at" });
  await begins.press("End");
  await expect(begins).toHaveAttribute("aria-valuetext", "0:12.0");
  await use(page).click();
  await expect(address(page)).toHaveValue(/\/references\/own-/);
  const length = (await page.request.head(await address(page).inputValue())).headers()["content-length"];
  expect(Number(length)).toBe(ownRecordingMostBytes);
});

test("a file that is dropped on the address opens the recorder, and the script stays", async ({ page }) => {
  await chooseRefVoice(page);
  const script = await page.getByRole("textbox", { name: "Script" }).inputValue();
  const bytes = Buffer.from(wavFile(tone(220, 6))).toString("base64");
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([content], "tone.wav", { type: "audio/wav" }));
    return transfer;
  }, bytes);
  await address(page).dispatchEvent("drop", { dataTransfer: data });
  await expect(dialog(page)).toContainText("6.0 s are ready");
  await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue(script);
});

test.describe("to axe", () => {
  // axe is run as a script of the page, which the page's own policy forbids.
  test.use({ bypassCSP: true, reducedMotion: "reduce", viewport: { width: 390, height: 844 } });

  test("axe finds nothing in the recorder", async ({ page }) => {
    await chooseRefVoice(page);
    const recorder = await openRecorder(page);
    await choose(page, wav("long.wav", wavFile(tone(220, 42))));
    await expect(recorder).toContainText("The file lasts 42 s");
    await consent(page).check();
    expect(await findingsInBothColours(page)).toEqual([]);
  });
});
