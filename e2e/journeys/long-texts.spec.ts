import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { toneMp3 } from "../../src/audio/players/tone.fixture.ts";
import { expect, test } from "../fixtures.ts";
import { history, player, row, speak } from "../page.ts";
import { measureMp3 } from "../sound.ts";

const sentences = "The harbour was quiet that morning. Nobody had seen the ferry, and nobody minded. ";
/** Two requests of Cloud TTS, and little more than that: it has to be spoken. */
const text = ["One", "Two", "Three"].map((name) => `Chapter ${name}. ${sentences.repeat(21)}`).join("\n\n");

/** How long a part of 5,000 characters may take until it is spoken and its pauses are found, in milliseconds. */
const untilSpoken = 60_000;

test("a text in parts goes on after a reload without sending a part twice, to one file with captions", async ({
  page,
}) => {
  const sent: string[] = [];
  await page.route("**/v1/audio/speech", async (route) => {
    sent.push(route.request().postDataJSON().input);
    // The second one's answer never comes.
    if (sent.length !== 2) await route.continue();
  });
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await page.getByRole("textbox", { name: /^Speed/ }).fill("4");
  await speak(page, text);
  const take = row(page, /Chapter One/);
  await expect(page.getByText(/sent as 2 requests/)).toBeVisible();
  await expect(take).toContainText("1 of 2 parts", { timeout: untilSpoken });
  // The second is sent when it is on the disk that the first is done.
  await expect.poll(() => sent.length).toBe(2);
  expect(sent.every(({ length }) => length <= 5_000)).toBe(true);

  await page.reload();
  await take.getByRole("button", { name: "Go on" }).click();
  const question = page.getByRole("dialog", { name: "One part may be charged twice" });
  await expect(question).toContainText("Part 2 of 2");
  await question.getByRole("button", { name: "Go on" }).click();
  await expect(take).toContainText("speech", { timeout: untilSpoken });
  // The first part, and the second twice with a person's consent: all of the text, nothing else.
  expect([sent.length, sent[1]]).toEqual([3, sent[2]]);
  const words = (spoken: readonly string[]) => spoken.join(" ").trim().split(/\s+/);
  expect(words(sent.slice(0, 2))).toEqual(words([text]));

  const [sound] = await Promise.all([
    page.waitForEvent("download"),
    player(page)
      .getByRole("link", { name: /^Download/ })
      .click(),
  ]);
  const { seconds } = await measureMp3(await readFile(await sound.path()));
  await player(page).getByRole("button", { name: "Captions" }).click();
  const [captions] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /SubRip|SRT/ }).click(),
  ]);
  const srt = await readFile(await captions.path(), "utf8");
  const last = /(\d+):(\d+):(\d+),\d+\n[^\n]+(?:\n[^\n]+)?\n*$/.exec(srt.trimEnd());
  const end = Number(last?.[1]) * 3_600 + Number(last?.[2]) * 60 + Number(last?.[3]);
  expect(Math.abs(end - seconds)).toBeLessThan(2);
  expect(srt).toContain("Chapter Three");
});

test("of two pages only one goes on with a take in parts, from its question to its end", async ({ page, context }) => {
  const sent: string[] = [];
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const sound = Buffer.from(await toneMp3({ seconds: 2 }));
  await context.route("**/v1/audio/speech", async (route) => {
    const at = sent.push(route.request().postDataJSON().input);
    // The second one's answer never comes, the third one's when the test lets it.
    if (at === 2) return;
    if (at === 3) await held;
    await route.fulfill({ contentType: "audio/mpeg", body: sound });
  });
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await page.getByRole("textbox", { name: /^Speed/ }).fill("4");
  await speak(page, text);
  await expect(row(page, /Chapter One/)).toContainText("1 of 2 parts", { timeout: untilSpoken });
  await expect.poll(() => sent.length).toBe(2);
  await page.reload();

  const other = await context.newPage();
  await other.goto("/");
  const goOn = (where: Page) => row(where, /Chapter One/).getByRole("button", { name: "Go on" });
  const question = (where: Page) => where.getByRole("dialog", { name: "One part may be charged twice" });
  await expect(goOn(other)).toBeVisible();
  await goOn(page).click();
  await expect(question(page)).toBeVisible();
  // While one page asks, the other one doesn't; nor while it sends.
  await goOn(other).click();
  await expect(history(other)).toContainText("It is already running, here or in another tab.");
  await expect(question(other)).toHaveCount(0);
  await question(page).getByRole("button", { name: "Go on" }).click();
  await expect.poll(() => sent.length).toBe(3);
  await expect(goOn(other)).toHaveCount(0);
  letGo();
  await expect(player(page)).toContainText("complete", { timeout: untilSpoken });
  await expect(row(other, /Chapter One/)).toContainText("speech");
  await expect(goOn(other)).toHaveCount(0);
  expect(sent).toHaveLength(3);
});

test("a book's chapters, opened as a file and spoken by Cloud TTS, become one file with captions", async ({ page }) => {
  // Minutes of sound are made, which takes two slow cores more than one.
  test.setTimeout(300_000);
  const chapters = Array.from({ length: 3 }, (_, at) => `Chapter ${at + 1}.\n\n${sentences.repeat(41)}`);
  const book = chapters.join("\n\n");
  expect(book.length).toBeGreaterThan(10_000);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/v1/audio/speech")) sent.push(request.postDataJSON().input);
  });
  await page.goto("/");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Open a text file" }).click(),
  ]);
  await chooser.setFiles({ name: "book.txt", mimeType: "text/plain", buffer: Buffer.from(book) });
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  // As many words and requests as at any speed, in less sound.
  await page.getByRole("textbox", { name: /^Speed/ }).fill("4");
  // How often it asks, how long it will be, and that nothing is charged are said before the press.
  await expect(page.getByText(/sent as \d requests/)).toBeVisible();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("complete", { timeout: 240_000 });
  const words = (spoken: string) => spoken.trim().split(/\s+/);
  expect(words(sent.join(" "))).toEqual(words(book));
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(5_000);

  const save = async (link: RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: link }).click(),
    ]);
    return readFile(await download.path());
  };
  const { seconds } = await measureMp3(await save(/^Download/));
  expect(seconds).toBeGreaterThan(100);
  await player(page).getByRole("button", { name: "Captions" }).click();
  const cues = (await save(/SubRip|SRT/)).toString("utf8").trim().split("\n\n");
  const times = cues.map((cue) => cue.split("\n")[1]?.split(" --> ").map(secondsOf) ?? []);
  expect(times.flat()).toEqual(times.flat().toSorted((one, other) => one - other));
  expect(Math.abs((times.at(-1)?.[1] ?? 0) - seconds)).toBeLessThan(2);
  const said = cues.map((cue) => cue.split("\n").slice(2).join(" ")).join(" ");
  expect(words(said)).toEqual(words(book));
});

/** `01:02:03,456` in seconds. */
function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(",", ".").split(":").map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}
