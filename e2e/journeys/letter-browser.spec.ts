import type { Page } from "@playwright/test";
import { toneWav } from "../../src/audio/tone.fixture.ts";
import { browserLaunchOptions } from "../browsers/find.ts";
import { elsewhere, elsewhereRule } from "../hosts.ts";
import { isKept } from "../kept.ts";
import { expect, test } from "../letter-service/fixtures.ts";
import { heard, listen } from "../sound.ts";

const usual = browserLaunchOptions();
test.use({
  launchOptions: {
    ...usual,
    args: [...usual.args, elsewhereRule],
  },
});

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const history = (page: Page) => page.getByRole("region", { name: "History" });

async function speak(page: Page, script: string): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(script);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

test("the browser refuses to play without a click: said, and one click is enough", async ({ page, service }) => {
  // As a browser does it whose rule for playing by itself is strict; Chromium counts what Playwright does as a person's.
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play;
    let allowed = false;
    addEventListener(
      "click",
      ({ target }) => {
        allowed ||= target instanceof Element && target.closest("button")?.textContent === "Hear it now";
      },
      { capture: true },
    );
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      return allowed ? play.call(this) : Promise.reject(new DOMException("No click.", "NotAllowedError"));
    };
  });
  // WAV is the sound that goes through an element in every browser.
  service.nextSpeech = { status: 200, headers: { "content-type": "audio/wav" }, body: toneWav(4) };
  await page.goto("/");
  await speak(page, "One small step, and the door is open at last.");
  await expect(player(page)).toContainText("The browser waits for your click to play.");
  await player(page).getByRole("button", { name: "Hear it now" }).click();
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(player(page)).not.toContainText("waits for your click");
});

test("plain http from another machine: speaking, hearing, keeping, copying and tasks work without a secure context", async ({
  page,
  letter,
}) => {
  await listen(page);
  const { port } = new URL(letter.playground.address);
  letter.service.reset();
  await page.goto(`http://${elsewhere}:${port}`);
  expect(await page.evaluate(() => [isSecureContext, "AudioDecoder" in window, "locks" in navigator])).toEqual([
    false,
    false,
    false,
  ]);
  await speak(page, "One small step.");
  await expect(player(page)).toContainText("complete");
  await expect(player(page).getByRole("button", { name: "Play" })).toBeVisible({ timeout: 20_000 });
  const mp3 = await heard(page);
  expect(mp3.peak).toBeGreaterThan(0.05);

  await page.getByRole("radio", { name: "Stream", exact: true }).check({ force: true });
  await page.getByRole("combobox", { name: "Codec" }).selectOption("pcm_s16le");
  await speak(page, "And the door is open.");
  await expect(player(page)).toContainText("complete");
  await expect(player(page).getByRole("button", { name: "Play" })).toBeVisible({ timeout: 20_000 });
  expect((await heard(page)).loudSeconds).toBeGreaterThan(mp3.loudSeconds + 0.3);

  await player(page).getByRole("button", { name: "Figures" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("radio", { name: "Async" }).check({ force: true });
  await speak(page, "As a task.");
  await expect(page.getByRole("list", { name: "Tasks" }).getByRole("listitem")).toContainText("completed", {
    timeout: 30_000,
  });
  await isKept(page, "As a task.");
  await page.reload();
  await expect(history(page).getByRole("row")).toHaveCount(3);
  await history(page)
    .getByRole("row", { name: /One small step/ })
    .getByRole("button", { name: "Hear" })
    .click();
  await expect(player(page)).toContainText("One small step.");
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
});

test("two hundred syntheses in one page: memory stays, and addresses of sounds are given back", async ({
  page,
  context,
  service,
}) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => {
    const addresses = new Set<string>();
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (object) => {
      const address = createObjectURL(object);
      addresses.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      addresses.delete(address);
      revokeObjectURL(address);
    };
    Object.assign(window, { addresses });
  });
  const debugging = await context.newCDPSession(page);
  const use = async () => {
    await debugging.send("HeapProfiler.collectGarbage");
    const { usedSize } = await debugging.send("Runtime.getHeapUsage");
    const addresses = await page.evaluate(() => Reflect.get(window, "addresses").size);
    return { bytes: usedSize, addresses };
  };
  await page.goto("/");
  await expect(page.getByText("· 3 models")).toBeVisible();
  /** In the page, so that the way from the test to the page isn't most of the time. */
  const speakFiftyTimes = (fifty: number) =>
    page.evaluate(async (from) => {
      const script = document.querySelector("textarea");
      const inPlayer = () => document.querySelector('section[aria-label="Player"]')?.textContent ?? "";
      const button = () =>
        [...document.querySelectorAll("button")].find(({ textContent }) => /^(?:Speak|Stop)/.test(textContent));
      const write = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set;
      for (let number = from; number < from + 50; number++) {
        const text = `Number ${number}.`;
        write?.call(script, text);
        script?.dispatchEvent(new Event("input", { bubbles: true }));
        button()?.click();
        for (;;) {
          await new Promise((done) => setTimeout(done, 10));
          const said = inPlayer();
          if (said.includes(text) && said.includes("complete") && button()?.textContent.startsWith("Speak")) break;
        }
      }
    }, fifty * 50);
  const uses = [];
  for (let fifty = 0; fifty < 4; fifty++) {
    await speakFiftyTimes(fifty);
    uses.push(await use());
  }
  expect(service.seen.filter(({ method }) => method === "POST")).toHaveLength(200);
  const [first, , , last] = uses;
  test.info().annotations.push({ type: "memory", description: JSON.stringify(uses) });
  // Two hundred rows of the history are kept; their sounds are not.
  expect(last?.bytes ?? 0).toBeLessThan((first?.bytes ?? 0) * 1.5);
  expect(last?.addresses).toBeLessThanOrEqual((first?.addresses ?? 0) + 1);
});
