import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { isKept } from "../kept.ts";
import { keepRunning, lookUntil } from "../looks.ts";
import { history, isHeardInPlayer, player } from "../page.ts";

/** Presses Speak in async mode with `text`. */
async function sendTask(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("radio", { name: /^Async/ }).check();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

const sentence = "The harbour lay still, and the boats were waiting for the tide. ";

test("a long text becomes a task: its progress is seen, its sound is kept and outlives a reload", async ({ page }) => {
  await page.clock.install();
  const letEnd = await keepRunning(page);
  await page.goto("/");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await sendTask(page, sentence.repeat(8));
  // Who does something else is told when it is done; who only waits would hear it.
  await page.getByRole("textbox", { name: "Script" }).click();
  const tasks = page.getByRole("list", { name: "Tasks" });
  const card = tasks.getByRole("listitem").first();
  await expect(card).toContainText(/queued|in progress/);
  await expect(card).toContainText(/checks again in|asking/);
  letEnd();
  await lookUntil(page, "completed");
  await expect(page.getByText(/^Task done: /).last()).toBeVisible();
  expect(posts).toEqual(["/v1/audio/speech/tasks"]);

  await isKept(page, sentence.repeat(8));
  await page.reload();
  await page.getByRole("tab", { name: /Tasks/ }).click();
  await card.getByRole("button", { name: "Hear" }).click();
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    player.getByRole("link", { name: /^Download .*\.mp3$/ }).click(),
  ]);
  // Five hundred characters at 192 kbit/s: half a minute.
  expect((await readFile(await download.path())).length).toBeGreaterThan(300_000);
  expect(posts).toEqual(["/v1/audio/speech/tasks"]);
});

test("sound that is too large to be kept stays with the service, and is saved from there", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.storage, "estimate", { value: async () => ({ quota: 4_000, usage: 0 }) });
  });
  await page.clock.install();
  await page.goto("/");
  await sendTask(page, sentence);
  const card = page.getByRole("list", { name: "Tasks" }).getByRole("listitem").first();
  await lookUntil(page, "completed");
  await card.getByRole("button", { name: "Details" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^task_.*\.mp3$/);
  // A sentence at 192 kbit/s.
  expect((await readFile(await download.path())).length).toBeGreaterThan(50_000);
});

test("a double click makes one task, and a reload in the middle of it loses nothing", async ({ page }) => {
  const letEnd = await keepRunning(page);
  await page.clock.install();
  await page.goto("/");
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await page.getByRole("textbox", { name: "Script" }).fill("Pressed twice.");
  await page.getByRole("radio", { name: /^Async/ }).check();
  await page.getByRole("button", { name: "Speak", exact: true }).dblclick();
  await expect(page.getByRole("list", { name: "Tasks" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Tasks" })).toContainText(/queued|in progress/);
  await isKept(page, "Pressed twice.", "waiting");
  await page.reload();
  await page.getByRole("tab", { name: /Tasks/ }).click();
  const card = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(card).toHaveCount(1);
  letEnd();
  await lookUntil(page, "completed");
  expect(posts).toEqual(["/v1/audio/speech/tasks"]);
});

test("two tabs: one asks, both see", async ({ page, context }) => {
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  const polls = new Map<string, number>();
  for (const [name, tab] of Object.entries({ page, other })) {
    tab.on("request", (request) => {
      if (/\/tasks\/task_[^/]+$/.test(new URL(request.url()).pathname)) polls.set(name, (polls.get(name) ?? 0) + 1);
    });
  }
  await sendTask(page, sentence.repeat(10));
  await other.getByRole("tab", { name: /Tasks/ }).click();
  const seen = other.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(seen).toHaveCount(1);
  await expect(seen).toContainText("completed", { timeout: 60_000 });
  expect(polls.size).toBe(1);
});

test("a failed task says why, and shows what the service said", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("textbox", { name: "Reference recording" }).fill("http://127.0.0.1:22/voice.mp3");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const card = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await lookUntil(page, "failed");
  await expect(card).toContainText("refunded");
  await card.getByRole("button", { name: "Details" }).click();
  await expect(card.getByRole("textbox", { name: "What the service said last" })).toHaveValue(/reference_unusable/);
  await expect(page.getByRole("alert")).toContainText("The task failed");
});

test("off line and back: the task is kept and asked for again", async ({ page, context, expectPageErrors }) => {
  expectPageErrors(/Failed to load resource/);
  // However fast the service is, the task isn't done before the network goes.
  await keepRunning(page);
  await page.goto("/");
  await sendTask(page, sentence);
  const card = page.getByRole("list", { name: "Tasks" }).getByRole("listitem");
  await expect(card).toContainText("in progress");
  await context.setOffline(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(card).toContainText("The task is kept", { timeout: 20_000 });
  await context.setOffline(false);
  await expect(card).toContainText("completed", { timeout: 30_000 });
});

test("the page's own part for tasks doesn't come: said, nothing is sent, and the next press works", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  const part = /\/assets\/tasks-(?!panel)[^/]*\.js$/;
  await page.route(part, (route) => route.abort());
  const posts: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && posts.push(request.url())));
  await page.clock.install();
  await page.goto("/");
  await sendTask(page, "As a task.");
  await expect(page.getByRole("alert")).toContainText("Nothing was spoken");
  expect(posts).toEqual([]);
  await page.unroute(part);
  await sendTask(page, "As a task after all.");
  await lookUntil(page, "completed");
  expect(posts).toHaveLength(1);
});

test("a task that is sent before the board is there is shown when it comes", async ({ page }) => {
  const letGo = await hold(page, /\/assets\/board-[^/]*\.js$/);
  await page.goto("/");
  const taken = page.waitForResponse("**/v1/audio/speech/tasks");
  await sendTask(page, "Early.");
  await taken;
  await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeVisible();
  letGo();
  await expect(page.getByRole("list", { name: "Tasks" }).getByRole("listitem")).toContainText("Early.");
});

test("the same task isn't sent again unasked after a reload, and its end doesn't take a paused take away", async ({
  page,
}) => {
  const letEnd = await keepRunning(page);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await page.goto("/");
  await sendTask(page, "This goes on.");
  await expect(page.getByRole("list", { name: "Tasks" })).toContainText("in progress");
  await isKept(page, "This goes on.", "waiting");
  await page.reload();
  await page.getByRole("tab", { name: /Tasks/ }).click();
  await expect(page.getByRole("list", { name: "Tasks" })).toContainText("in progress");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "The same task is already under way" });
  await expect(question).toBeInViewport({ ratio: 1 });
  await question.getByRole("button", { name: "Wait for it" }).click();
  expect(posts).toEqual(["/v1/audio/speech/tasks"]);

  await page.getByRole("textbox", { name: "Script" }).fill(sentence.repeat(4));
  await page.getByRole("radio", { name: "Speech", exact: true }).check();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await isHeardInPlayer(page);
  await player(page).getByRole("button", { name: "Pause" }).click();
  const position = player(page).getByRole("slider", { name: "Position" });
  const place = Number(await position.inputValue());
  letEnd();
  await expect(history(page)).toContainText("Task done: This goes on.", { timeout: 30_000 });
  await expect(player(page)).toContainText("The harbour lay still");
  expect(Number(await position.inputValue())).toBeCloseTo(place, 1);
});
