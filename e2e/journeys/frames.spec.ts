import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findings } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { chooseTransport } from "../page.ts";

// Every one of them synthesises first, which on a busy machine takes a while.
test.setTimeout(120_000);
// axe is run as a script of the page, which the page's own policy forbids.
test.use({ bypassCSP: true });

const text = "One small step, and the door is open.";
const board = (page: Page) => page.getByRole("region", { name: "History" });
const list = (page: Page) => board(page).getByRole("listbox", { name: "Frames and chunks" });
const details = (page: Page) => board(page).getByRole("region", { name: "Frame" });

async function speak(page: Page, transport: "HTTP" | "WebSocket"): Promise<void> {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await chooseTransport(page, transport);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete", { timeout: 40_000 });
  await page.getByRole("tab", { name: "Frames" }).click();
}

test("a WebSocket's frames: in order as documented, each can be looked at, filtered and saved", async ({ page }) => {
  await speak(page, "WebSocket");
  await expect(board(page).getByRole("status").filter({ hasText: "Order as documented" })).toBeVisible();
  await list(page).focus();
  await page.keyboard.press("Home");
  await expect(list(page).getByRole("option", { selected: true })).toContainText("request sent");
  await page.keyboard.press("End");
  await expect(list(page).getByRole("option", { selected: true })).toContainText("whole answer here");

  await board(page).getByRole("radio", { name: "Text" }).check();
  await expect(list(page).getByRole("option")).toHaveCount(3);
  await list(page).getByRole("option").first().click();
  await expect(details(page)).toContainText(`"Text": "${text}"`);
  await list(page)
    .getByRole("option", { name: /progress/ })
    .click();
  await expect(details(page)).toContainText('"type": "progress"');
  await expect(details(page)).toContainText("As it came");

  await board(page).getByRole("radio", { name: "Audio" }).check();
  await list(page).getByRole("option").first().click();
  const bytes = details(page).getByRole("region", { name: /^First [\d,]+ of [\d,]+ bytes$/ });
  await expect(bytes).toContainText(/00000000 {2}(49 44 33|ff f[0-9a-f])/);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    board(page).getByRole("button", { name: "Save as JSON" }).click(),
  ]);
  const saved = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(saved).toMatchObject({
    model: "streamspeech-v8",
    path: expect.stringContaining("/v1/audio/speech/websocket"),
  });
  const shown = await list(page).getByRole("option").first().getAttribute("aria-setsize");
  expect(saved.frames).toHaveLength(Number(shown));
  for (const frame of saved.frames) expect(frame).toMatchObject({ kind: "binary", direction: "received" });
});

test("an HTTP answer's pieces are all the sound there is, also after a reload", async ({ page }) => {
  await speak(page, "HTTP");
  const figures = page.getByRole("region", { name: "Player" });
  await expect(list(page).getByRole("option", { name: /answer 200/ })).toBeVisible();
  await expect(
    board(page).getByRole("img", { name: /^From the click to the last sound: .*audio .* to / }),
  ).toBeVisible();
  expect(await findings(page), "frames").toEqual([]);

  await isKept(page, text);
  await page.reload();
  await page.getByRole("tab", { name: "Frames" }).click();
  await board(page).getByRole("radio", { name: "Audio" }).check();
  await list(page).focus();
  await page.keyboard.press("End");
  const soundSoFar = list(page).getByRole("option", { selected: true }).locator("span").last();
  await expect(soundSoFar).toHaveText(/^[\d,]+$/);
  const received = Number((await soundSoFar.textContent())?.replaceAll(",", ""));
  await expect(figures).toContainText(`${Math.round(received / 1_000)} kB`);
});

test("the board is made higher and lower by keyboard, and stays so", async ({ page }) => {
  await page.goto("/");
  const handle = page.getByRole("separator", { name: "Height of the tabs below" });
  await handle.focus();
  const height = () => board(page).evaluate((section) => section.clientHeight);
  const before = await height();
  const share = async () => `${Math.round((100 * (await height())) / (page.viewportSize()?.height ?? 1))}`;
  await expect(handle).toHaveAttribute("aria-valuenow", await share());
  await page.keyboard.press("PageUp");
  await expect.poll(height).toBeGreaterThan(before + 100);
  await expect(handle).toHaveAttribute("aria-valuenow", await share());
  const higher = await height();
  await page.keyboard.press("ArrowDown");
  await expect.poll(height).toBeLessThan(higher);
  const chosen = await height();
  // Written a moment after the change.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("speech-playground"))).toContain("boardShare");
  await page.reload();
  await expect.poll(height).toBe(chosen);
  await handle.focus();
  await page.keyboard.press("Delete");
  await expect.poll(height).toBe(before);
});

test("a WebSocket that the playground's server had to close is called that, not the service's close", async ({
  page,
}) => {
  const reason = "speech-playground upstream_broken_off: The speech service's connection ended without a close frame.";
  await page.routeWebSocket(/\/v1\/audio\/speech\/websocket/, (socket) => {
    socket.onMessage(() => socket.close({ code: 1011, reason }));
  });
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await chooseTransport(page, "WebSocket");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The speech service's connection ended without a close frame.");
  await expect(alert).toContainText("upstream_broken_off");
  await expect(alert).not.toContainText("1011");
  await page.getByRole("tab", { name: "Frames" }).click();
  await expect(list(page).getByRole("option", { name: /closed by the playground's server \(1011\)/ })).toBeVisible();
  await board(page)
    .getByRole("button", { name: /remarks on the order/ })
    .click();
  await expect(page.getByText("No close frame came from the service.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Request" }).click();
  await page.getByRole("radio", { name: "Answer" }).check();
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("The playground's server closed this WebSocket");
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByRole("alert")).toContainText("试验台服务器的原话");
});
