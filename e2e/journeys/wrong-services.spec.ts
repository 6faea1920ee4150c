import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { infoFrame, toneMp3, toneWav } from "../../src/audio/players/tone.fixture.ts";
import { expect } from "../fixtures.ts";
import { lookUntil, nextLook } from "../looks.ts";
import { history, player, speak, task } from "../page.ts";
import { json } from "../spec-fake/answer.ts";
import { test } from "../spec-fake/fixtures.ts";
import { done, running } from "../spec-fake/tasks.ts";

const failedToLoad = /Failed to load resource/;
const rows = (page: Page) => history(page).getByRole("row");
const script = "One small step.";

/** Opens the page and sends a task. The page's clock can run ahead to its looks. */
async function sendTask(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("radio", { name: "Async" }).check();
  await speak(page, script);
}

/** Opens the answer to the latest take. */
async function openAnswer(page: Page) {
  await page.getByRole("tab", { name: "Request" }).click();
  await page
    .getByRole("tab", { name: "Answer" })
    .or(page.getByRole("radio", { name: "Answer" }))
    .first()
    .click();
  return page.getByRole("region", { name: "What came" });
}

test("MP3 as application/json: kept whole, silent until somebody asks, with what the header said", async ({
  page,
  service,
}) => {
  const bytes = await toneMp3({ seconds: 30 });
  service.nextSpeech = { status: 200, headers: { "content-type": "application/json" }, body: bytes };
  await page.goto("/");
  await speak(page, script);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The audio came with a wrong header");
  await expect(alert).toContainText("content-type: application/json");
  await expect(player(page).getByRole("button", { name: "Play" })).toBeEnabled();
  await player(page).getByRole("button", { name: "Play" }).click();
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  const saving = page.waitForEvent("download");
  await player(page)
    .getByRole("link", { name: /^Download/ })
    .click();
  expect(await readFile(await (await saving).path())).toEqual(Buffer.from(bytes));
});

test("an error of 7 bytes in GBK: shown decoded, saved as the 7 bytes", async ({ page, service, expectPageErrors }) => {
  expectPageErrors(failedToLoad);
  const bytes = Buffer.from([0xb3, 0xf6, 0xb4, 0xed, 0xc1, 0xcb, 0x0a]);
  service.nextSpeech = { status: 400, headers: { "content-type": "text/plain; charset=GBK" }, body: bytes };
  await page.goto("/");
  await speak(page, script);
  await expect(page.getByRole("alert")).toContainText("出错了");
  const came = await openAnswer(page);
  await expect(came).toContainText("7 bytes");
  const saving = page.waitForEvent("download");
  await came.getByRole("button", { name: "Save" }).click();
  expect(await readFile(await (await saving).path())).toEqual(bytes);
});

test("408 from the service: the browser doesn't send the paid request again by itself", async ({
  page,
  service,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  service.nextSpeech = { status: 408 };
  await page.goto("/");
  await speak(page, script);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("408 Request Timeout");
  await expect(alert).toContainText("It may have been charged");
  expect(service.seen.filter(({ method }) => method === "POST")).toHaveLength(1);
});

test("a task whose id has no prefix: followed through the playground's server to its sound", async ({
  page,
  service,
}) => {
  service.taskId = "9f1c-2";
  service.looks = [running, done];
  await sendTask(page);
  await lookUntil(page, "completed");
  expect(service.seen.map(({ target }) => target)).toContain("/api/tts/v1/audio/speech/tasks/9f1c-2");
  await expect(task(page).getByRole("button", { name: "Hear" })).toBeEnabled();
});

test("a task without an id: it may be running, and what came is told", async ({ page, service }) => {
  service.nextTask = json(200, { accepted: true, eta: 30 });
  await sendTask(page);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The task can't be followed");
  await expect(alert).toContainText('{"accepted":true,"eta":30}');
  await expect(alert).toContainText("may be running");
});

test("a failed task: the answer to its request, each look and the last object stand apart", async ({
  page,
  service,
}) => {
  service.looks = [running, { task: { status: "failed", fail_reason: "The engine stopped." } }];
  await sendTask(page);
  await nextLook(page);
  await nextLook(page);
  await expect(page.getByRole("alert")).toContainText("The engine stopped.");
  const came = await openAnswer(page);
  const looks = came.getByRole("list", { name: "Answers about the task" }).getByRole("listitem");
  await expect(looks).toHaveCount(2);
  await expect(looks.first()).toContainText("200");
  await expect(came.getByRole("region", { name: "Body", exact: true })).toContainText('"queued"');
  await expect(came).toContainText("What the service said of the task last");
});

test("WAV as audio/mpeg: a remark on the take's row and in its answer", async ({ page, service }) => {
  service.nextSpeech = { status: 200, headers: { "content-type": "audio/mpeg" }, body: toneWav(1) };
  await page.goto("/");
  await speak(page, script);
  await expect(rows(page).first()).toContainText("sent as audio/mpeg");
  await openAnswer(page);
  await expect(page.getByRole("region", { name: "Remarks", exact: true })).toContainText(
    "The content-type says audio/mpeg; the bytes are something else.",
  );
});

test("two MP3 files in one, sent in pieces: as long as both, and drawn to the end", async ({ page, service }) => {
  const tone = await toneMp3({ seconds: 2 });
  const file = Buffer.concat([infoFrame(576, 1_105, Math.floor(tone.length / 208)), tone]);
  service.nextSpeech = { status: 200, headers: { "content-type": "audio/mpeg" }, body: Buffer.concat([file, file]) };
  await page.goto("/");
  await speak(page, script);
  await expect(rows(page).first()).toContainText("0:04.");
  await expect(rows(page).first()).toContainText("2 files in one");
  await expect(player(page)).toContainText("0:04.");
});
