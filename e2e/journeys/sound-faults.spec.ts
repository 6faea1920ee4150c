import { toneMp3 } from "../../src/audio/players/tone.fixture.ts";
import { expect } from "../fixtures.ts";
import { player, speak } from "../page.ts";
import { test } from "../spec-fake/faults.ts";

const text = "One small step, and the door is open at last, and we all go in.";

test("the browser's buffer is full: what was heard makes room, and all of it is heard", async ({ page, faults }) => {
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
  // So many bytes that they don't go in before the buffer is full, also where they come all at once.
  const body = await toneMp3({ seconds: 20, bitrate: 192 });
  faults.speech({ status: 200, headers: { "content-type": "audio/mpeg" }, body });
  await page.goto("/");
  await speak(page, text);
  // Before the rate is chosen: with that the whole sound is played from another buffer.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "refusals")())).toBeGreaterThan(0);
  await player(page).getByRole("combobox", { name: "Rate" }).selectOption("2");
  await expect(player(page)).toContainText("complete");
  await expect(player(page).getByRole("button", { name: "Play" })).toBeVisible({ timeout: 90_000 });
  const position = page.getByRole("slider", { name: "Position" });
  const end = Number(await position.getAttribute("max"));
  expect(end).toBeGreaterThan(18);
  expect(Number(await position.inputValue())).toBeCloseTo(end, 0);
  await expect(player(page)).not.toContainText("can't play");
});
