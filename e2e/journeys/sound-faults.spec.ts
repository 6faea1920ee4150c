import { toneMp3 } from "../../src/audio/players/tone.fixture.ts";
import { expect } from "../fixtures.ts";
import { isHeardInPlayer, openTechnical, player, speak } from "../page.ts";
import { test } from "../spec-fake/faults.ts";

const text = "One small step, and the door is open at last, and we all go in.";

test("the browser refuses to play without a click: said, and one click is enough", async ({ page, faults }) => {
  // As a browser does it whose rule for playing by itself is strict; Chromium counts what Playwright does as a
  // person's.
  await page.addInitScript(() => {
    // Without a decoder, of the browser or in WebAssembly, MP3 goes through an audio element.
    for (const name of ["AudioDecoder", "WebAssembly"]) Reflect.deleteProperty(window, name);
    const play = HTMLMediaElement.prototype.play;
    let allowed = false;
    addEventListener(
      "click",
      ({ target }) => {
        allowed ||= target instanceof Element && target.closest("button")?.textContent === "Play now";
      },
      { capture: true },
    );
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return allowed ? play.call(this) : Promise.reject(new DOMException("No click.", "NotAllowedError"));
    };
  });
  faults.speech({ status: 200, headers: { "content-type": "audio/mpeg" }, body: await toneMp3({ seconds: 4 }) });
  await page.goto("/");
  await speak(page, "One small step, and the door is open at last.");
  await expect(player(page)).toContainText("The browser needs a click before it plays.");
  await player(page).getByRole("button", { name: "Play now" }).click();
  await isHeardInPlayer(page);
  await expect(player(page)).not.toContainText("needs a click");
});

for (const { kind, choose } of [
  { kind: "MP3", choose: "libmp3lame" },
  { kind: "PCM", choose: "pcm_s16le" },
]) {
  test(`the browser gives no audio context: ${kind} is heard another way`, async ({ page }) => {
    await page.addInitScript(() => {
      window.AudioContext = class extends AudioContext {
        constructor() {
          super();
          super.close();
          throw new DOMException("There are too many.", "NotSupportedError");
        }
      };
    });
    await page.goto("/");
    await page.getByRole("radio", { name: "Stream", exact: true }).check();
    await openTechnical(page);
    await page.getByRole("combobox", { name: "Codec" }).selectOption(choose);
    await speak(page, text);
    await expect(player(page)).toContainText("complete");
    await isHeardInPlayer(page);
    await expect(player(page)).not.toContainText("can't play");
  });
}

test("the audio context waits for a click: said, and one click is enough", async ({ page }) => {
  await page.addInitScript(() => {
    let allowed = false;
    addEventListener(
      "click",
      ({ target }) => {
        allowed ||= target instanceof Element && target.closest("button")?.textContent === "Play now";
      },
      { capture: true },
    );
    window.AudioContext = class extends AudioContext {
      override get state() {
        return allowed ? super.state : "suspended";
      }
      override resume() {
        return allowed ? super.resume() : super.suspend().then(() => new Promise<void>(() => {}));
      }
    };
  });
  await page.goto("/");
  await speak(page, text);
  await expect(player(page)).toContainText("The browser needs a click before it plays.");
  await expect(player(page)).toContainText("complete");
  await player(page).getByRole("button", { name: "Play now" }).click();
  await isHeardInPlayer(page);
  await expect(player(page)).not.toContainText("needs a click");
});

test("the browser's buffer is full: what was heard makes room, and all of it is heard", async ({ page }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    for (const name of ["AudioDecoder", "WebAssembly"]) Reflect.deleteProperty(window, name);
    let refusals = 0;
    const append = SourceBuffer.prototype.appendBuffer;
    SourceBuffer.prototype.appendBuffer = function (this: SourceBuffer, bytes) {
      const { buffered } = this;
      // A buffer of twelve seconds, as small as no browser's.
      if (buffered.length > 0 && buffered.end(buffered.length - 1) - buffered.start(0) > 12) {
        refusals += 1;
        throw new DOMException("Full.", "QuotaExceededError");
      }
      return append.call(this, bytes);
    };
    Object.assign(window, { refusals: () => refusals });
  });
  await page.goto("/");
  await speak(page, `${text} `.repeat(8).trim());
  await player(page).getByRole("combobox", { name: "Rate" }).selectOption("2");
  await expect(player(page)).toContainText("complete");
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "refusals")())).toBeGreaterThan(0);
  await expect(player(page).getByRole("button", { name: "Play" })).toBeVisible({ timeout: 90_000 });
  const position = page.getByRole("slider", { name: "Position" });
  const end = Number(await position.getAttribute("max"));
  expect(end).toBeGreaterThan(18);
  expect(Number(await position.inputValue())).toBeCloseTo(end, 0);
  await expect(player(page)).not.toContainText("can't play");
});
