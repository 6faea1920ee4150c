import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { hold } from "../hold.ts";
import { startProduct } from "../product.ts";

async function speak(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

const failedToLoad = /Failed to load resource/;

test("a wrong key: the page says so, what to do, and that nothing was spoken", async ({ page, expectPageErrors }) => {
  expectPageErrors(failedToLoad);
  const service = await startProduct({
    argumentList: ["--service"],
    environment: { SERVICE_API_KEYS: "right-key=cloud-tts" },
  });
  const playground = await startProduct({
    environment: { SPEECH_BASE_URL: service.address, SPEECH_API_KEY: "wrong-key-of-mine" },
  });
  try {
    await page.goto(playground.address);
    await expect(page.getByText(/The service refuses the key \(401\)\. Check SPEECH_API_KEY/)).toBeVisible();
    await page.getByRole("button", { name: /^Connection/ }).click();
    await expect(page.getByRole("dialog", { name: "Connection" })).toContainText("Refused by the service (401)");
    await page.keyboard.press("Escape");
    await speak(page, "Nobody hears this.");
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The key was refused");
    await expect(alert).toContainText("SPEECH_API_KEY");
    await expect(page.getByRole("region", { name: "Player" }).getByRole("button", { name: "Play" })).toBeDisabled();
    await expect(page.locator("body")).not.toContainText("wrong-key-of-mine");
  } finally {
    await playground.stop();
    await service.stop();
  }
});

test("a failure stands whole, and with its remedy in a low window, beside every tab", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).click();
  await page.getByRole("radio", { name: "Speech", exact: true }).click();
  await page.getByRole("textbox", { name: "Reference recording" }).fill("https://127.0.0.1/voice.wav");
  await speak(page, "Nobody hears this.");
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("Go to “Reference recording”");
  for (const tab of ["Takes", "Request"]) {
    await page.getByRole("tab", { name: tab }).click();
    for (const [width, height, hidden] of [
      [1440, 900, 0] as const,
      [1280, 720, 40] as const,
      [1920, 1080, 0] as const,
    ]) {
      await page.setViewportSize({ width, height });
      await expect
        .poll(() => failure.evaluate((box) => box.scrollHeight - box.clientHeight), `${tab}, ${width} × ${height}`)
        .toBeLessThanOrEqual(hidden);
      await expect(failure.getByRole("button", { name: "Go to “Reference recording”" })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("button", { name: "Speak", exact: true })).toBeInViewport({ ratio: 1 });
      const least = tab === "Takes" ? 60 : 32;
      expect((await page.getByRole("textbox", { name: "Script" }).boundingBox())?.height ?? 0).toBeGreaterThan(least);
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
    }
  }
});

test("a language that the engine lacks is a clear error, not spelt letters", async ({ page, expectPageErrors }) => {
  expectPageErrors(failedToLoad);
  await page.goto("/");
  await page.getByRole("radio", { name: "Cloud TTS" }).check();
  await page.getByRole("button", { name: /^Voice:/ }).click();
  await page.getByRole("combobox", { name: "Search voices" }).fill("km-KH-Piseth");
  await page.keyboard.press("Enter");
  await speak(page, "សួស្តី");
  await expect(page.getByRole("alert")).toContainText("km");
  await expect(page.getByRole("alert")).toContainText("language_not_supported");
});

test("a failure stays when the page learns only afterwards which service it speaks with", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 429/);
  const release = await hold(page, "**/playground/config");
  await page.route("**/v1/audio/speech", (route) =>
    route.fulfill({ status: 429, json: { error: { message: "Slowly." } } }),
  );
  await page.goto("/");
  await speak(page, "Too early.");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Slowly.");
  release();
  await expect(page.getByRole("button", { name: /^Connection: Embedded service/ })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Tasks" })).toBeVisible();
  await expect(alert).toContainText("Slowly.");
});

test("a service that asks for a pause: the seconds are counted down, then one may speak again", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 429/);
  await page.route("**/v1/audio/speech", (route) =>
    route.fulfill({ status: 429, headers: { "retry-after": "3" }, json: { error: { message: "Slowly." } } }),
  );
  await page.goto("/");
  await speak(page, "Too often.");
  const alert = page.getByRole("alert");
  const over = "The wait is over: you can speak again.";
  const shown = await alert.locator("[data-wait]").evaluate(
    (line, end) =>
      new Promise<string[]>((done) => {
        const texts: string[] = [];
        const note = (): void => {
          texts.push(line.textContent);
          if (line.textContent === end) done(texts);
        };
        note();
        new MutationObserver(note).observe(line, { characterData: true, childList: true, subtree: true });
      }),
    over,
  );
  // A busy machine may miss a second; none comes back, and none is made up.
  expect(shown.join(" ")).toMatch(
    new RegExp(`^(Wait 3 s, [^.]+\\. )?(Wait 2 s, [^.]+\\. )?(Wait 1 s, [^.]+\\. )?${over}$`),
  );
  await expect(alert.getByRole("status")).toHaveText(over);
});
