import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { outOfOrder, watchLight } from "../lit.ts";
import { chooseTransport, isHeardInPlayer, player } from "../page.ts";
import { heard, listen, measureMp3 } from "../sound.ts";
import { spokenBy } from "../spoken.ts";

// Every one of them synthesises first, which on a busy machine takes a while.
test.setTimeout(120_000);

const text =
  "One small step, and the door is open. The night train leaves at ten. You can hear it long before you " +
  "see it, at last.";

async function speakOverWebSocket(page: Page, script = text): Promise<void> {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await chooseTransport(page, "WebSocket");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

/** Presses until `word` lights up: a page that is held up for the time of a word doesn't light it. */
async function lights(word: string, lit: () => Promise<string[]>, press: () => Promise<void>): Promise<void> {
  await expect(async () => {
    const before = (await lit()).length;
    await press();
    await expect.poll(async () => (await lit()).slice(before), { timeout: 2_000 }).toContain(word);
  }).toPass({ timeout: 20_000 });
}

test("speak over a WebSocket, hear it to the end, and see each word light up", async ({ page, product }) => {
  await listen(page);
  const lit = await watchLight(page);
  const paths: string[] = [];
  const frames: (string | Buffer)[] = [];
  // At once: the first frame may be sent before anybody waits for the socket.
  page.on("websocket", (socket) => {
    paths.push(new URL(socket.url()).pathname);
    socket.on("framesent", ({ payload }) => frames.push(payload));
  });
  await speakOverWebSocket(page);

  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toContainText("complete", { timeout: 40_000 });
  expect(paths).toEqual(["/v1/audio/speech/websocket"]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    player.getByRole("link", { name: /^Download/ }).click(),
  ]);
  const measured = await measureMp3(await readFile(await download.path()));
  expect(measured.level).toBeGreaterThan(-35);
  await expect.poll(() => spokenBy(product).at(-1)).toMatchObject({ mode: "websocket", words: 25 });
  const spoken = spokenBy(product).at(-1);
  expect(Math.abs(measured.seconds - (spoken?.durationSeconds ?? 0))).toBeLessThan(0.12);

  await expect(player.getByRole("button", { name: "Play" })).toBeVisible({ timeout: 30_000 });
  const { peak, loudSeconds, missedSeconds } = await heard(page);
  expect(peak).toBeGreaterThan(0.05);
  expect(loudSeconds).toBeGreaterThan((measured.seconds - missedSeconds) * 0.4);
  const words = await lit();
  // The first one or two may have been over before the words came: they come behind the sound. A busy machine misses
  // more.
  expect(words.length).toBeGreaterThan(12);
  // Back at its beginning, it may light its first word.
  expect(outOfOrder(words, `${text} One`)).toEqual([]);
});

test("a click on a word, and Enter at the word's slider, hear from there", async ({ page }) => {
  const lit = await watchLight(page);
  await speakOverWebSocket(page);
  const player = page.getByRole("region", { name: "Player" });
  const position = page.getByRole("slider", { name: "Position" });
  await expect(player).toContainText("complete", { timeout: 40_000 });
  const seconds = async (): Promise<number> => Number(await position.inputValue());
  const end = Number(await position.getAttribute("max"));
  await position.press("End");
  await expect.poll(seconds).toBeCloseTo(end, 1);

  await player.getByText("train", { exact: true }).click();
  await expect.poll(seconds).toBeLessThan(end - 0.5);
  expect(await seconds()).toBeGreaterThan(end / 4);

  const slider = player.getByRole("slider", { name: "Word" });
  await slider.focus();
  const toSecond = async () => {
    await slider.press("Home");
    await slider.press("ArrowRight");
  };
  await toSecond();
  await expect(slider).toHaveAttribute("aria-valuetext", "small, 2 of 25");
  await lights("small", lit, async () => {
    await toSecond();
    await slider.press("Enter");
  });
});

test("read along in the place of the script, and go back to it with everything that was typed", async ({ page }) => {
  const lit = await watchLight(page);
  await speakOverWebSocket(page);
  const script = page.getByRole("textbox", { name: "Script" });
  const readAlong = page.getByRole("region", { name: "Read along" });
  await page.getByRole("button", { name: "Read along" }).click();
  await expect(readAlong.getByText("train", { exact: true })).toBeVisible();
  await expect(script).toBeHidden();
  // On a slow machine the sound may be over by now; a click on a word makes it sound again.
  for (const word of ["door", "night", "step"]) {
    await lights(word, lit, () => readAlong.getByText(word, { exact: true }).click());
  }
  await page.keyboard.press("Escape");
  await expect(script).toBeFocused();
  await expect(script).toHaveValue(text);
  await expect(readAlong).toBeHidden();
});

test("captions are saved under the sound's name, and a browser reads them as they were meant", async ({ page }) => {
  await speakOverWebSocket(page, `${text} <b>5 & 6</b> --> done.`);
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toContainText("complete", { timeout: 40_000 });
  const saved: Record<string, string> = {};
  for (const [format, ending] of [
    ["SRT", "srt"],
    ["WebVTT", "vtt"],
    ["JSON", "json"],
  ] as const) {
    await player.getByRole("button", { name: "Captions" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog", { name: "Captions" }).getByRole("link", { name: format }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^Autumn One small step.*\\.${ending}$`));
    saved[ending] = await readFile(await download.path(), "utf8");
    await expect(page.getByRole("dialog", { name: "Captions" })).toBeHidden();
  }
  expect(saved["srt"]).toMatch(/^1\n00:00:00,\d{3} --> 00:00:0\d,\d{3}\nOne small step, and the door is open\.\n\n2\n/);
  expect(JSON.parse(saved["json"] ?? "")).toMatchObject({ granularity: "word", timestamps: expect.any(Array) });
  const cues = await page.evaluate(async (file) => {
    const video = document.createElement("video");
    const track = document.createElement("track");
    track.src = URL.createObjectURL(new Blob([file], { type: "text/vtt" }));
    track.default = true;
    video.append(track);
    document.body.append(video);
    await new Promise((resolve, reject) => {
      track.onload = resolve;
      track.onerror = reject;
      track.track.mode = "hidden";
    });
    const found = [...(track.track.cues ?? [])].map((cue) => ({
      start: cue.startTime,
      end: cue.endTime,
      text: cue instanceof VTTCue ? cue.getCueAsHTML().textContent : "",
    }));
    video.remove();
    return found;
  }, saved["vtt"] ?? "");
  expect(
    cues
      .map((cue) => cue.text)
      .join(" ")
      .replace(/\s+/g, " "),
  ).toContain("The night train leaves at ten.");
  expect(cues.map((cue) => cue.text).join(" ")).toContain("<b>5 & 6</b> -->");
  for (const [index, { start, end }] of cues.entries()) {
    expect(end).toBeGreaterThan(start);
    expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.end ?? 0);
  }
});

test("a WebSocket that is cut on the way says that something lies between, and costs nothing", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/WebSocket connection/, /status of 426/);
  await page.addInitScript(() => {
    // What a reverse proxy does that doesn't pass upgrades on: the address answers, but not as a WebSocket.
    const Original = WebSocket;
    window.WebSocket = class extends Original {
      constructor(address: string | URL) {
        super(String(address).replace("/v1/audio/speech/websocket", "/healthz"));
      }
    };
  });
  await page.goto("/");
  await chooseTransport(page, "WebSocket");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The WebSocket couldn't be opened");
  await expect(alert).toContainText("Nothing was spoken");
});

test("Stop closes the WebSocket, and what came stays", async ({ page }) => {
  let isClosed = false;
  await page.routeWebSocket(/speech\/websocket/, (socket) => {
    const service = socket.connectToServer();
    let pieces = 0;
    // The end is held back, and the service's close with it, so that however fast that is there is something to stop.
    service.onMessage((message) => {
      if (pieces++ < 40) socket.send(message);
    });
    service.onClose(() => undefined);
    socket.onClose(() => {
      isClosed = true;
    });
  });
  await speakOverWebSocket(page, "This sentence goes on for quite a while. ".repeat(24));
  await isHeardInPlayer(page);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect.poll(() => isClosed).toBe(true);
  await expect(page.getByRole("alert")).toBeEmpty();
  await expect(player(page)).toContainText("Stopped. What arrived is kept.");
  await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
  expect(Number(await player(page).getByRole("slider", { name: "Position" }).getAttribute("max"))).toBeGreaterThan(0.3);
});
