import type { Page } from "@playwright/test";
import { toneWav } from "../../src/audio/players/tone.fixture.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { heard, listen } from "../sound.ts";

const speechRoute = "**/v1/audio/speech";
const board = (page: Page) => page.getByRole("region", { name: "History" });
const row = (page: Page, name: string | RegExp) => board(page).getByRole("row", { name });
const script = (page: Page) => page.getByRole("textbox", { name: "Script" });

async function speak(page: Page, text: string): Promise<void> {
  await script(page).fill(text);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

async function choose(page: Page, name: string, item: string): Promise<void> {
  await row(page, name).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a take outlives the page: it is heard again, brought back, sent again, deleted and brought back", async ({
  page,
}) => {
  await listen(page);
  await page.goto("/");
  await page.getByRole("textbox", { name: /^Speed/ }).fill("0.25");
  await speak(page, "One small step, and the door is open.");
  await expect(row(page, /One small step/)).toContainText(/\d · \d+ kB/);
  await isKept(page, "One small step, and the door is open.");
  await page.reload();

  // Heard from what is kept: nothing is sent.
  const requests: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && requests.push(request.postData() ?? "")));
  await row(page, /One small step/)
    .getByRole("button", { name: "Hear" })
    .click();
  const player = page.getByRole("region", { name: "Player" });
  await expect.poll(async () => (await heard(page)).loudSeconds).toBeGreaterThan(0.8);
  await expect(player.getByRole("link", { name: /^Download Autumn One small step/ })).toBeVisible();
  await expect(player.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 20_000 });
  expect((await heard(page)).peak).toBeGreaterThan(0.05);
  expect(requests).toEqual([]);

  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await script(page).fill("Something else.");
  await row(page, /One small step/)
    .getByRole("button", { name: "Reuse text and settings" })
    .click();
  await expect(script(page)).toHaveValue("One small step, and the door is open.");
  await expect(page.getByRole("textbox", { name: /^Speed/ })).toHaveValue("0.25");
  await board(page).getByRole("button", { name: "Undo" }).click();
  await expect(script(page)).toHaveValue("Something else.");

  await choose(page, "One small step", "Speak again");
  await expect(board(page).getByRole("row")).toHaveCount(2);
  await expect.poll(() => requests).toHaveLength(1);
  expect(JSON.parse(requests[0] ?? "")).toMatchObject({ speed: 0.25, input: "One small step, and the door is open." });
  await expect(board(page).getByRole("row").first()).toContainText(/\d · \d+ kB/);

  await board(page).getByRole("row").first().getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(board(page).getByRole("row")).toHaveCount(1);
  await board(page).getByRole("button", { name: "Undo" }).click();
  await expect(board(page).getByRole("row")).toHaveCount(2);
});

test("the search finds words anywhere in a long script, after a reload too", async ({ page }) => {
  await page.route(speechRoute, (route) => route.fulfill({ contentType: "audio/wav", body: Buffer.from(toneWav(1)) }));
  const long = `${"The night train leaves at ten. ".repeat(120)}It goes to Zanzibar.`;
  await page.goto("/");
  await speak(page, "A short one.");
  await expect(row(page, "A short one.")).toContainText("kB");
  await speak(page, long);
  await expect(row(page, /night train/)).toContainText("kB");
  await isKept(page, long);
  const search = page.getByRole("searchbox", { name: "Search takes" });
  const searched = async () => {
    await search.fill("ZANZIBAR autumn");
    await expect(board(page)).toContainText("1 of 2");
    await expect(board(page).getByRole("row")).toHaveCount(1);
    await expect(row(page, /night train/)).toBeVisible();
  };
  await searched();
  await page.reload();
  await searched();
  await search.fill("Madagascar");
  await expect(board(page)).toContainText("No take matches.");
  await search.press("Escape");
  await expect(board(page).getByRole("row")).toHaveCount(2);
});

test("two tabs have one history, and what was deleted in one is gone in the other", async ({ page, context }) => {
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  await expect(board(other)).toContainText("Nothing spoken yet");
  await speak(page, "Said once.");
  await expect(row(other, "Said once.")).toContainText("kB");
  await row(other, "Said once.").getByRole("button", { name: "Star" }).click();
  await expect(row(page, "Said once.").getByRole("button", { name: "Star" })).toHaveAttribute("aria-pressed", "true");
  await choose(other, "Said once.", "Delete");
  await expect(board(page)).toContainText("Nothing spoken yet");
});

test("a page that goes in the middle of a request: the take may have been billed, says so, and isn't repeated", async ({
  page,
  context,
}) => {
  let sent = 0;
  await context.route(speechRoute, () => void sent++);
  await page.goto("/");
  await speak(page, "Never answered.");
  await expect(row(page, "Never answered.")).toContainText("sending…");
  await expect.poll(() => sent).toBe(1);
  // A slow disk doesn't hold a request up for long.
  await isKept(page, "Never answered.", "submitting");
  await page.close();
  const next = await context.newPage();
  await next.goto("/");
  await expect(row(next, "Never answered.")).toContainText("It may have been charged.");
  await expect(row(next, "Never answered.")).toContainText("unknown");
  await next.reload();
  await expect(row(next, "Never answered.")).toContainText("unknown");
  expect(sent).toBe(1);
});

test("a failed request is kept with what the service said", async ({ page, expectPageErrors }) => {
  expectPageErrors(/status of 400/);
  await page.goto("/");
  await page.getByRole("textbox", { name: /^Speed/ }).fill("5");
  await speak(page, "Too fast.");
  await expect(row(page, "Too fast.")).toContainText("400");
  await isKept(page, "Too fast.", "failed");
  await page.reload();
  await expect(row(page, "Too fast.")).toContainText(/400 out_of_range/);
});

test("the site's data are cleared while the page is open: it says so, goes on and keeps what comes", async ({
  page,
}) => {
  await page.goto("/");
  await speak(page, "Before.");
  await expect(row(page, "Before.")).toContainText("kB");
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase("speech-playground");
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );
  await expect(board(page)).toContainText("deleted outside of this page");
  await speak(page, "After.");
  await expect(row(page, "After.")).toContainText("kB");
  await isKept(page, "After.");
  await page.reload();
  await expect(row(page, "After.")).toContainText("kB");
  await expect(row(page, "Before.")).toHaveCount(0);
});
