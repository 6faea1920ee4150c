import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const sentence = "One small step, and the door is open. Behind it lies a garden, and in the garden somebody sings. ";

/** How many bars the waveform has, and how many places where nothing is known yet. */
function drawn(page: Page): Promise<{ readonly bars: number; readonly ahead: number }> {
  return page.evaluate(() => {
    const count = (kind: string): number =>
      (document.querySelector(`path[${kind}]`)?.getAttribute("d") ?? "").split("M").length - 1;
    return { bars: count("data-bars"), ahead: count("data-ahead") };
  });
}

test("the waveform grows with the sound; length, seeking, rate, figures and system controls are exact", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(sentence.repeat(10));
  // How much was drawn at each frame: bars come one after another, and none goes while more come.
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    const look = (): void => {
      const bars = (document.querySelector("path[data-bars]")?.getAttribute("d") ?? "").split("M").length - 1;
      if (bars !== seen.at(-1)) seen.push(bars);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const player = page.getByRole("region", { name: "Player" });
  await expect(player.getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(player).toContainText("complete", { timeout: 30_000 });
  await expect.poll(async () => (await drawn(page)).ahead).toBe(0);
  const seen = await page.evaluate(() => Reflect.get(window, "seen") as number[]);
  expect(seen.length).toBeGreaterThan(4);

  // The length is that of the recording itself.
  const slider = player.getByRole("slider", { name: "Position" });
  const length = Number(await slider.getAttribute("max"));
  expect(length).toBeGreaterThan(20);

  const box = await slider.boundingBox();
  if (box === null) throw new Error("no slider");
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 4 });
  const sought = performance.now();
  await page.mouse.up();
  await expect.poll(async () => Number(await slider.inputValue()) / length).toBeGreaterThan(0.49);
  const place = Number(await slider.inputValue());
  // It goes on meanwhile.
  expect(place).toBeLessThan(0.52 * length + (performance.now() - sought) / 1_000);

  await player.getByRole("combobox", { name: "Rate" }).selectOption("2");
  const from = Number(await slider.inputValue());
  await expect.poll(async () => Number(await slider.inputValue()) - from).toBeGreaterThan(1.5);

  const shown = await page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession;
    return { title: metadata?.title, artist: metadata?.artist, album: metadata?.album, playbackState };
  });
  expect(shown).toEqual({
    title: expect.stringMatching(/^One small step/),
    artist: "Autumn",
    album: "StreamSpeech v8",
    playbackState: "playing",
  });

  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("k");
  await expect(player.getByRole("button", { name: "Play" })).toBeVisible();
  await page.keyboard.press("End");
  await expect.poll(async () => Number(await slider.inputValue())).toBeCloseTo(length, 1);

  await player.getByRole("button", { name: "Figures" }).click();
  const figures = page.getByRole("dialog", { name: "Figures" });
  const moments = ["request sent", "headers", "first byte", "first sound", "last byte", "complete"];
  const times = await Promise.all(
    moments.map(async (moment) => {
      const row = figures.locator("div", { has: page.getByText(moment, { exact: true }) }).last();
      return Number(/([\d,]+\.\d{3}) ms/.exec((await row.textContent()) ?? "")?.[1]?.replace(/,/g, ""));
    }),
  );
  const [sent = Number.NaN, headers, firstByte, firstSound, lastByte, complete] = times;
  expect(sent).toBeGreaterThanOrEqual(0);
  expect(headers).toBeGreaterThan(sent);
  expect(firstByte).toBeGreaterThanOrEqual(headers ?? Number.NaN);
  expect(firstSound).toBeGreaterThan(firstByte ?? Number.NaN);
  expect(lastByte).toBeGreaterThan(firstByte ?? Number.NaN);
  expect(complete).toBeGreaterThanOrEqual(lastByte ?? Number.NaN);
});

test("what is copied holds every digit", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("Copied.");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toContainText("complete");
  await player.getByRole("button", { name: "Figures" }).click();
  const figures = page.getByRole("dialog", { name: "Figures" });
  await figures.getByRole("button", { name: "Copy" }).click();
  await expect(figures.getByRole("button").filter({ hasText: "Copied" })).toBeVisible();
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({
    model: "streamspeech-v8",
    voice: "Autumn",
    path: "/v1/audio/speech",
    milliseconds: { firstByte: expect.any(Number), complete: expect.any(Number) },
    stalls: expect.any(Array),
    sampleRateHertz: 44_100,
  });
});
