import type { Page } from "@playwright/test";
import { toneWav } from "../../src/audio/players/tone.fixture.ts";
import { expect } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { lookUntil, nextLook } from "../looks.ts";
import { history, isHeardInPlayer, player, speak, task, turnToSomethingElse } from "../page.ts";
import { json, refusal, tooMany } from "../spec-fake/answer.ts";
import { test } from "../spec-fake/faults.ts";
import { done, running } from "../spec-fake/tasks.ts";

const failedToLoad = /Failed to load resource/;
const rows = (page: Page) => history(page).getByRole("row");
const always = () => true;
const script = "One small step.";

/** Opens the page and sends a task. The page's clock can run ahead to its looks. */
async function sendTask(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await page.getByRole("radio", { name: "Async" }).check();
  await speak(page, script);
}

test("a double click, a reload and a second tab: one request, one take", async ({ page, otherPage: other, faults }) => {
  await page.goto("/");
  await other.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("Said once.");
  await page.getByRole("button", { name: "Speak", exact: true }).dblclick();
  await expect(player(page)).toContainText("complete");
  await expect(rows(other)).toHaveCount(1);
  await isKept(page, "Said once.");
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("kB");
  expect(faults.posts).toHaveLength(1);
});

for (const { name, look, says } of [
  { name: "429 with a date", look: { answer: tooMany(300, always) }, says: /checks again in [12]\d\d s/ },
  {
    name: "500 as a page",
    look: { answer: refusal(500, "Out of order", always) },
    says: /Out of order\. The task is kept/,
  },
  { name: "a reset", look: "reset", says: /didn't answer: .*closed the connection.* The task is kept/ },
] as const) {
  test(`a look at a task that meets ${name}: it is kept, said, and goes on`, async ({
    page,
    faults,
    expectPageErrors,
  }) => {
    expectPageErrors(failedToLoad);
    // The date counts from now.
    faults.looks([running, name.startsWith("429") ? { answer: tooMany(300, always) } : look, done]);
    await sendTask(page);
    await nextLook(page);
    await nextLook(page);
    await expect(task(page)).toContainText(says);
    // The next look is minutes away.
    if (name.startsWith("429")) await task(page).getByRole("button", { name: "Check now" }).click();
    else await nextLook(page);
    await expect(task(page)).toContainText("completed");
    expect(faults.posts).toHaveLength(1);
  });
}

test("a task that is refused with 422 names the field, with 405 says so; neither is sent again by itself", async ({
  page,
  faults,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  faults.task(refusal(422, "It is too fast.", always, "Speed"));
  await sendTask(page);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("It is too fast.");
  await expect(alert).toContainText("422");
  await expect(alert).toContainText("Nothing was spoken");
  await alert.getByRole("button", { name: "Go to “Speed”" }).click();
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Speed/);
  faults.task(refusal(405, "No tasks here.", always));
  await speak(page, "Second.");
  await expect(alert).toContainText("No tasks here.");
  await expect(alert).toContainText("405");
  await page.getByRole("tab", { name: /^Takes/ }).click();
  await expect(rows(page)).toHaveCount(2);
  expect(faults.posts).toHaveLength(2);
  await speak(page, "Third.");
  await page.getByRole("tab", { name: /^Tasks/ }).click();
  await lookUntil(page, "completed");
  await expect(alert).toBeEmpty();
});

test("status going backwards, progress beyond 100 and no number at all: shown, and it ends", async ({
  page,
  faults,
}) => {
  faults.looks([
    { task: { status: "in_progress", progress: 4_000 } },
    { task: { status: "queued", progress: "many" } },
    done,
  ]);
  await sendTask(page);
  await nextLook(page);
  await expect(task(page).getByRole("progressbar")).toHaveAttribute("value", "100");
  await nextLook(page);
  await expect(task(page)).toContainText("queued");
  await nextLook(page);
  await expect(task(page)).toContainText("completed");
});

test("a status that nobody knows is shown, and asked for again", async ({ page, faults }) => {
  faults.looks([{ task: { status: "cancelled <b>by</b> operator", owner: { team: "<b>letters</b>" } } }]);
  await sendTask(page);
  await nextLook(page);
  await expect(task(page)).toContainText("cancelled <b>by</b> operator");
  await expect(task(page)).toContainText("checks again in");
  await task(page).getByRole("button", { name: "Details" }).click();
  await expect(task(page).getByRole("textbox", { name: "What the service said last" })).toHaveValue(/<b>letters<\/b>/);
});

test("failed without a word, completed without an address, expired audio: each is said", async ({
  page,
  faults,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  // First, while no sound keeps the player.
  faults.looks([{ task: { status: "failed", error: undefined } }]);
  await sendTask(page);
  await lookUntil(page, "failed");
  await expect(page.getByRole("alert")).toContainText("The task failed");

  faults.looks([{ task: { status: "completed", content_url: null, timestamps_url: 7 } }]);
  await speak(page, "Second.");
  await lookUntil(page, "completed");
  await expect(task(page).first().getByRole("button", { name: "Hear" })).toBeEnabled();

  faults.looks([done]);
  faults.content(refusal(410, "It was kept for a day.", always));
  await speak(page, "Third.");
  await lookUntil(page, "The audio is no longer there: It was kept for a day.");
  await expect(task(page).first()).toContainText("so it has been charged");
});

test("times in a shape that nobody knows: the sound plays, and what came is shown", async ({ page, faults }) => {
  faults.timestamps(json(200, { segments: { a: ["<i>when</i>", 1] } }));
  await sendTask(page);
  await turnToSomethingElse(page);
  await lookUntil(page, "completed");
  await task(page).getByRole("button", { name: "Hear" }).click();
  await isHeardInPlayer(page);
  await player(page).getByRole("button", { name: "Captions" }).click();
  await expect(page.getByRole("dialog", { name: "Captions" })).toContainText("unknown format");
  await expect(page.getByRole("region", { name: "What came" })).toContainText("<i>when</i>");
});

for (const { name, answer, says } of [
  {
    name: "200 with an error in JSON",
    answer: json(200, { detail: "Out of <b>voices</b>." }),
    says: "Out of <b>voices</b>.",
  },
  { name: "500 as a page", answer: refusal(500, "Out of order", always), says: "Out of order" },
  { name: "200 with nothing", answer: { status: 200 }, says: "The answer" },
]) {
  test(`speech answered by ${name}: said in its words, nothing is played`, async ({
    page,
    faults,
    expectPageErrors,
  }) => {
    expectPageErrors(failedToLoad);
    faults.speech(answer);
    await page.goto("/");
    await speak(page, script);
    await expect(page.getByRole("alert")).toContainText(says);
    await expect(player(page).getByRole("button", { name: "Play" })).toBeDisabled();
    await speak(page, script);
    await expect(player(page)).toContainText("complete");
    await expect(page.getByRole("alert")).toBeEmpty();
  });
}

test("sound that can't be decoded: said where one hears, and it can be saved", async ({ page, faults }) => {
  const body = Buffer.concat([Buffer.from("RIFF\u0010\u0000\u0000\u0000WAVE", "latin1"), Buffer.alloc(4_000, 0x55)]);
  faults.speech({ status: 200, headers: { "content-type": "audio/wav" }, body });
  await page.goto("/");
  await speak(page, script);
  await expect(player(page)).toContainText("This browser can't play this audio. Download it");
  await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
  await speak(page, "Again.");
  await expect(player(page)).toContainText("complete");
  await expect(player(page)).not.toContainText("can't play");
});

test("markup in text, voice, file name and error stays text, and the page runs no script that isn't its own", async ({
  page,
  faults,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad, /Content Security Policy/, /Policy violated: /, /TrustedScript/);
  const markup = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>";
  faults.speech({ status: 200, headers: { "content-type": "audio/wav" }, body: toneWav(1) });
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await page.getByRole("button", { name: /^Voice:/ }).click();
  // A name that is sent as it stands has no spaces.
  const voice = markup.replaceAll(" ", "/");
  await page.getByRole("combobox", { name: "Search voices" }).fill(voice);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.locator("input[type=file]").setInputFiles({
    name: `${markup.replaceAll("/", "")}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(`${markup} from a file`),
  });
  await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue(`${markup} from a file`);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("complete");
  await expect(rows(page)).toContainText(markup);
  expect(JSON.parse(faults.posts.at(-1) ?? "")).toMatchObject({ voice, input: `${markup} from a file` });
  faults.speech(refusal(400, `${markup} is wrong`, always));
  await speak(page, `${markup} once more`);
  await expect(page.getByRole("alert")).toContainText(markup);
  await page.evaluate(() => {
    const script = document.createElement("script");
    // Beside the sinks that Trusted Types guard: inline scripts are refused all the same.
    script.append("window.hacked = 1");
    document.body.append(script);
  });
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await expect(page.locator("img[src=x]")).toHaveCount(0);
});
