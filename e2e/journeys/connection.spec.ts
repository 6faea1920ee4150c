import type { Page } from "@playwright/test";
import { type FakeUpstream, listOf, startFakeUpstream } from "../fake-upstream.ts";
import { expect, test } from "../fixtures.ts";
import { restComes, watchAnswers } from "../network.ts";
import { allModels, modelIds, openTechnical } from "../page.ts";
import { startProduct } from "../product.ts";

const failedToLoad = /Failed to load resource/;
const key = { SPEECH_API_KEY: "sk-any" };

/** Runs a test on a playground in front of a service that lists what the test says. */
async function withUpstream(
  page: Page,
  models: FakeUpstream["models"],
  run: (upstream: FakeUpstream, address: string) => Promise<void>,
): Promise<void> {
  const upstream = await startFakeUpstream(models);
  const playground = await startProduct({ environment: { SPEECH_BASE_URL: upstream.address, ...key } });
  try {
    await run(upstream, playground.address);
    // A page that is still there may ask for a part of itself.
    await page.goto("about:blank");
  } finally {
    await playground.stop();
    await upstream.stop();
  }
}

async function speak(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Speak", exact: true }).click();
}

const player = (page: Page) => page.getByRole("region", { name: "Player" });

test("a list of language models: others are shown, and an unlisted model asks once, remembered over a reload", async ({
  page,
}) => {
  await withUpstream(page, listOf("cloud-tts", "chat-large", "chat-small"), async (upstream, address) => {
    await page.goto(address);
    await expect(page.getByText("not in the list")).toHaveCount(2);
    await page.getByText("2 other models in the list").click();
    await expect(page.getByText("chat-large")).toBeVisible();
    await expect(page.getByText(/POST \/v1\/systemone/)).toBeVisible();

    await speak(page);
    const question = page.getByRole("alertdialog", { name: "StreamSpeech v8 isn't in the service's list" });
    await expect(question.getByRole("button", { name: "Speak anyway" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    expect(upstream.spoken).toEqual([]);

    await speak(page);
    await page.keyboard.press("Enter");
    await expect(player(page)).toContainText("complete");
    await page.reload();
    await expect(page.getByText("not in the list")).toHaveCount(2);
    await speak(page);
    await expect.poll(() => upstream.spoken).toHaveLength(2);
    await expect(player(page)).toContainText("complete");

    // A model that is listed is never asked about.
    await page.getByRole("radio", { name: "Cloud TTS" }).check();
    await speak(page);
    await expect.poll(() => upstream.spoken.at(-1)).toMatchObject({ model: "cloud-tts" });
  });
});

test("a model list that can't be had, or read, leaves the models usable, until it is asked for again", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  await withUpstream(page, listOf(), async (upstream, address) => {
    for (const { models, said } of [
      { models: listOf(), said: /The model list is empty: the key isn't authorised for language models/ },
      { models: { status: 500, body: "oops" }, said: /couldn't be read/ },
    ]) {
      const spoken = upstream.spoken.length;
      upstream.models = models;
      await page.goto(address);
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByText("unknown", { exact: true })).toHaveCount(3);
      await speak(page);
      await expect.poll(() => upstream.spoken.length).toBe(spoken + 1);
      await expect(player(page)).toContainText("complete");
      upstream.models = listOf(...modelIds);
      await page.getByRole("button", { name: "Check again" }).click();
      await expect(page.getByText(allModels)).toBeVisible();
      await expect(page.getByText("unknown", { exact: true })).toHaveCount(0);
    }
  });
});

test("the service goes and comes back: said, looked for by itself, nothing lost", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(failedToLoad);
  const models = listOf(...modelIds);
  const upstream = await startFakeUpstream(models);
  const { port } = new URL(upstream.address);
  const playground = await startProduct({ environment: { SPEECH_BASE_URL: upstream.address, ...key } });
  try {
    await page.goto(playground.address);
    await expect(page.getByText(allModels)).toBeVisible();
    await page.getByRole("textbox", { name: "Script" }).fill("Not lost.");
    await upstream.stop();
    await speak(page);
    const badge = page.getByRole("button", { name: /^Connection/ });
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("The service can't be reached");
    await expect(badge).toContainText("doesn't answer");
    await badge.click();
    const panel = page.getByRole("dialog", { name: "Connection" });
    await expect(panel).toContainText("Check that it is running and that SPEECH_BASE_URL is right.");
    await expect(panel).toContainText("Nothing you wrote or made is lost.");
    await page.keyboard.press("Escape");
    await expect(badge).toBeFocused();
    const again = await startFakeUpstream(models, Number(port));
    try {
      await expect(page.getByText(allModels)).toBeVisible({ timeout: 45_000 });
      await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue("Not lost.");
      expect(again.spoken).toEqual([]);
      await speak(page);
      await expect(player(page)).toContainText("complete");
      await expect(alert).toBeEmpty();
    } finally {
      await again.stop();
    }
    await page.goto("about:blank");
  } finally {
    await playground.stop();
  }
});

test("the playground's server goes and comes back", async ({ page, expectPageErrors }) => {
  // Two whole starts of the product, and the page's patience between them.
  test.slow();
  expectPageErrors(failedToLoad, /Failed to fetch|ERR_CONNECTION_REFUSED/);
  const first = await startProduct();
  let second: Awaited<ReturnType<typeof startProduct>> | undefined;
  try {
    const answers = await watchAnswers(page);
    await page.goto(first.address);
    await expect(page.getByText(allModels)).toBeVisible();
    await page.getByRole("textbox", { name: "Script" }).fill("Still here.");
    await restComes(page, answers);
    await first.stop();
    await speak(page);
    await expect(page.getByRole("button", { name: /^Connection/ })).toContainText("No connection");
    second = await startProduct({ environment: { PORT: new URL(first.address).port } });
    await expect(page.getByText(allModels)).toBeVisible({ timeout: 45_000 });
    await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue("Still here.");
  } finally {
    await second?.stop();
    await first.stop();
  }
});

test("prices hold the group multiplier once it is set", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("textbox", { name: "Script" }).fill("Good evening");
  await expect(page.getByText("≈ 1 s of audio")).toBeVisible();
  await openTechnical(page);
  const multiplier = page.getByRole("textbox", { name: "Group multiplier" });
  await multiplier.fill("-1");
  await expect(multiplier).toHaveAttribute("aria-invalid", "true");
  await multiplier.fill("2,5");
  await expect(page.getByText("≈ 1 s · 0.0425 at multiplier 2.5")).toBeVisible();
  await page.reload();
  await expect(page.getByText("≈ 1 s · 0.0425 at multiplier 2.5")).toBeVisible();
});
