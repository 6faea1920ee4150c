import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { browserData } from "../browser-data.ts";
import { hold } from "../hold.ts";
import { isKept } from "../kept.ts";
import { allModels, chooseTransport, openTechnical, turnToSomethingElse } from "../page.ts";
import { heard, listen } from "../sound.ts";
import { expect, test } from "../spec-fake/fixtures.ts";
import { letterKey } from "../spec-fake/service.ts";
import { wordSeconds } from "../spec-fake/sound.ts";
import { done, running, signature } from "../spec-fake/tasks.ts";

const text = "One small step, and the door is open.";
const words = ["One", "small", "step", "and", "the", "door", "is", "open"];

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const tasks = (page: Page) => page.getByRole("list", { name: "Tasks" }).getByRole("listitem");

async function speak(page: Page, script = text): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole("radio", { name, exact: true }).check();
}

/** Waits until the sound that was made of `count` words is over, and expects that it was heard. */
async function isHeard(page: Page, count = words.length): Promise<void> {
  await expect.poll(async () => (await heard(page)).peak).toBeGreaterThan(0.05);
  await expect(player(page).getByRole("button", { name: "Play" })).toBeVisible({ timeout: 20_000 });
  const { loudSeconds, missedSeconds } = await heard(page);
  expect(loudSeconds).toBeGreaterThan((count * wordSeconds - missedSeconds) * 0.4);
}

/** Waits until the only task says `state`. */
async function taskIs(page: Page, state: string): Promise<void> {
  await expect(tasks(page)).toContainText(state, { timeout: 30_000 });
}

/** The word that is lit is the one whose time it is: so the times were read in the right unit. */
async function wordsAreTimed(page: Page): Promise<void> {
  await expect(player(page).getByRole("slider", { name: "Word" })).toBeAttached();
  // Both presses from within the page: the sound may be over before one comes from outside.
  await player(page)
    .getByText("small", { exact: true })
    .evaluate(async (word: HTMLElement) => {
      word.click();
      const find = () => document.querySelector<HTMLElement>('section[aria-label="Player"] button[aria-label="Pause"]');
      while (find() === null) await new Promise(requestAnimationFrame);
      find()?.click();
    });
  const lit = Number(await player(page).locator("[data-lit]").getAttribute("data-span"));
  expect(lit).toBeGreaterThanOrEqual(1);
  const seconds = Number(await page.getByRole("slider", { name: "Position" }).inputValue());
  expect(seconds).toBeGreaterThan(lit * wordSeconds - 0.05);
  expect(seconds).toBeLessThan((lit + 1) * wordSeconds + 0.1);
}

for (const { name, choices, body } of [
  { name: "Cloud TTS, speech", choices: ["Cloud TTS", "Speech"], body: { model: "cloud-tts", input: text } },
  { name: "StreamSpeech, stream", choices: ["Stream"], body: { model: "streamspeech-v8", stream: true } },
]) {
  test(`${name}: untyped audio in odd pieces and without a length is heard`, async ({ page, service }) => {
    await listen(page);
    await page.goto("/");
    await choose(page, ...choices);
    await speak(page);
    await expect(player(page)).toContainText("complete");
    await isHeard(page);
    const spoken = service.seen.filter(({ method }) => method === "POST");
    expect(spoken).toHaveLength(1);
    expect(JSON.parse(spoken[0]?.body ?? "")).toMatchObject(body);
    await expect(page.getByText(allModels)).toBeVisible();
  });
}

test("PCM at a rate of its own: the page's setting says it", async ({ page, service }) => {
  await listen(page);
  await page.goto("/");
  await choose(page, "Stream");
  await openTechnical(page);
  await page.getByRole("combobox", { name: "Codec" }).selectOption("pcm_s16le");
  await page.getByLabel("Sample rate", { exact: true }).fill("16000");
  await page.getByLabel("Sample rate", { exact: true }).press("Enter");
  await speak(page);
  await expect(player(page)).toContainText("complete");
  await isHeard(page);
  const position = page.getByRole("slider", { name: "Position" });
  expect(Number(await position.getAttribute("max"))).toBeCloseTo(words.length * wordSeconds, 1);
  const sent = service.seen.find(({ method }) => method === "POST");
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({ stream: true });
});

test("WebSocket: frames in any order, of any type, words a few at a time and in milliseconds", async ({
  page,
  service,
}) => {
  await listen(page);
  await page.goto("/");
  await choose(page, "Stream");
  await chooseTransport(page, "WebSocket");
  await speak(page);
  await expect(player(page)).toContainText("complete");
  await isHeard(page);
  await wordsAreTimed(page);
  expect(service.seen.filter(({ method }) => method === "WS")).toHaveLength(1);
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("a task: no progress, an unknown status, a signed address; its sound is kept and its words are timed", async ({
  page,
  service,
}) => {
  await listen(page);
  await page.goto("/");
  const letLook = await hold(page, /\/v1\/audio\/speech\/tasks\/[^/]+$/);
  await choose(page, "Async");
  await speak(page);
  await expect(tasks(page)).toContainText("queued");
  letLook();
  await taskIs(page, "completed");
  await isKept(page, text);
  const content = service.seen.filter(({ target }) => target.includes("/content"));
  expect(content.map(({ method }) => method)).toEqual(["HEAD", "GET"]);
  for (const { target } of content) expect(target.slice(target.indexOf("?"))).toBe(signature);

  await page.reload();
  await page.getByRole("tab", { name: /Tasks/ }).click();
  service.seen.length = 0;
  await tasks(page).getByRole("button", { name: "Hear" }).click();
  await isHeard(page);
  await wordsAreTimed(page);
  await page.getByRole("button", { name: "Captions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog", { name: "Captions" }).getByRole("link", { name: "JSON" }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
    unit: "seconds",
    timestamps: words.map((word, index) => ({
      text: word,
      start: Math.round(index * wordSeconds * 1_000) / 1_000,
    })),
  });
  expect(service.seen.filter(({ target }) => target.includes("/content"))).toEqual([]);
});

test("RefVoice as a task: WAV without a type is kept and heard", async ({ page, service }) => {
  await listen(page);
  await page.goto("/");
  await choose(page, "RefVoice 2");
  await page.getByRole("textbox", { name: "Reference recording" }).fill("https://voices.example/mine.wav");
  await speak(page);
  await taskIs(page, "completed");
  // Who only waits hears it by itself.
  await isHeard(page);
  expect(service.seen.some(({ target }) => target.endsWith(`/content${signature}`))).toBe(true);
});

test("a service that differs in nothing: the same task, as the embedded one would have it", async ({
  page,
  service,
}) => {
  service.differs.clear();
  await listen(page);
  await page.goto("/");
  await choose(page, "Async");
  await speak(page);
  await turnToSomethingElse(page);
  await taskIs(page, "completed");
  await tasks(page).getByRole("button", { name: "Hear" }).click();
  await isHeard(page);
  await wordsAreTimed(page);
});

test("an address on a foreign host is shown, never fetched; the key stays between playground and service", async ({
  page,
  context,
  service,
  stranger,
  letter,
  expectPageErrors,
}) => {
  // The documented path is asked instead, and this service has nothing there without a signature.
  expectPageErrors(/status of 403/);
  const foreign = `${stranger.address}/audio.mp3?token=<b>1</b>`;
  service.looks = [{ task: { status: "completed", content_url: foreign, timestamps_url: `${foreign}&words` } }];
  await page.goto("/");
  await choose(page, "Async");
  await speak(page);
  await taskIs(page, "completed");
  await expect(tasks(page)).toContainText("isn't its own");
  await tasks(page).getByRole("button", { name: "Details" }).click();
  await expect(tasks(page).locator("code").filter({ hasText: stranger.address })).toHaveText(foreign);
  expect(stranger.asked).toEqual([]);
  expect(service.seen.every(({ headers }) => headers.authorization === `Bearer ${letterKey}`)).toBe(true);
  service.looks = [running, done];
  await speak(page, "A sound that is kept.");
  await isKept(page, "A sound that is kept.");
  const held = await browserData(page, context);
  // It was looked at where things are: the take's request and the bytes of its sound are among them.
  expect(held).toContain("A sound that is kept.");
  expect(held).toMatch(/blob: (?:ID3|\\u00ff|ÿ)/);
  for (const place of [held, letter.playground.output()]) expect(place).not.toContain(letterKey);
});
