import type { Locator, Page } from "@playwright/test";
import { listOf, startFakeUpstream } from "../fake-upstream.ts";
import { expect, test } from "../fixtures.ts";
import { startProduct } from "../product.ts";
import { heard, listen } from "../sound.ts";

const speechRoute = "**/v1/audio/speech";
const trigger = (page: Page) => page.getByRole("button", { name: /^Voice:/ });
const search = (page: Page) => page.getByRole("combobox", { name: "Search voices" });
const list = (page: Page) => page.getByRole("listbox", { name: "Voices" });

/** What takes some seconds to say, so that somebody can look meanwhile. */
const longSentence = "The night train leaves at ten, then the rails sing, and at last the lights come one by one ";

async function openVoices(page: Page, model = "Cloud TTS"): Promise<void> {
  await page.getByRole("radio", { name: model }).check();
  await trigger(page).click();
  await expect(search(page)).toBeFocused();
}

/** The bodies of the speech requests that the page sends from now on. */
function requestsOf(page: Page): Record<string, unknown>[] {
  const bodies: Record<string, unknown>[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/v1/audio/speech")) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test("a voice that nobody chose goes with the script, says so, and goes back by one press", async ({ page }) => {
  await page.goto("/");
  const script = page.getByRole("textbox", { name: "Script" });
  const hint = page.getByText(/The script is written in|文本使用/);
  await script.fill("The night train leaves at ten.");
  await page.getByRole("button", { name: "简体中文" }).click();
  const chosen = page.getByRole("button", { name: /^音色：/ });
  await expect(chosen).toHaveAccessibleName(/Autumn/);
  await expect(hint).toHaveCount(0);
  await page.getByRole("textbox", { name: "文本" }).fill("夜车十点出发。");
  await expect(chosen).toHaveAccessibleName(/Mei/);
  await page.getByRole("button", { name: "EN: English" }).click();
  await expect(trigger(page)).toHaveAccessibleName(/Mei/);
  await expect(hint).toHaveText(/The script is written in Chinese, so Mei speaks now/);
  await page.getByRole("button", { name: "Stay with Autumn" }).click();
  await expect(trigger(page)).toHaveAccessibleName(/Autumn/);
  await script.fill("El tren sale a las diez de la noche.");
  await page.getByRole("button", { name: "Use Elvira of Cloud TTS" }).click();
  await expect(trigger(page)).toHaveAccessibleName(/Elvira/);
  await expect(hint).toHaveCount(0);
});

test("from the empty page to a Mandarin voice: a sample script, a voice that doesn't fit, the hint, Speak", async ({
  page,
}) => {
  await listen(page);
  await page.goto("/");
  await page.getByRole("button", { name: "Samples" }).click();
  await page.getByRole("menuitem", { name: /中文/ }).click();
  await expect(trigger(page)).toHaveAccessibleName(/Mei/);
  await trigger(page).click();
  await search(page).fill("autumn");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The script is written in Chinese, and Autumn speaks English.")).toBeVisible();
  await page.getByRole("button", { name: "Use Mei" }).click();
  await expect(trigger(page)).toHaveAccessibleName(/Mei/);
  await expect(page.getByText("The script is written in Chinese")).toHaveCount(0);
  const [request] = await Promise.all([
    page.waitForRequest(speechRoute),
    page.getByRole("button", { name: "Speak", exact: true }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ voice: "Mei", stream: true });
  await expect.poll(async () => (await heard(page)).peak).toBeGreaterThan(0.05);
});

test("someone new hears five voices on a sentence of their own, side by side, in six clicks", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("Hello and welcome to Night Shift. Tonight: trains.");
  const bodies = requestsOf(page);
  let clicks = 0;
  const click = async (what: Locator) => {
    await what.click();
    clicks++;
  };
  await click(trigger(page));
  for (const name of ["Melody", "Hannah", "Noah", "Jasper"])
    await click(list(page).getByRole("option", { name }).locator("[data-action=tick]"));
  await expect(page.getByText(/^5 ticked/).last()).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Voices" })).toContainText("No charge here");
  await click(page.getByRole("button", { name: "Speak with these, side by side" }));
  expect(clicks).toBe(6);
  const compare = page.getByRole("tabpanel", { name: "Compare" });
  for (const name of ["Autumn", "Melody", "Hannah", "Noah", "Jasper"]) await expect(compare).toContainText(name);
  await expect
    .poll(() => bodies.map(({ voice, input }) => `${voice}: ${input}`))
    .toEqual(
      ["Autumn", "Melody", "Hannah", "Noah", "Jasper"].map((name) => `${name}: Hello and welcome to Night Shift.`),
    );
  await expect(compare.getByRole("button", { name: "Play" })).toBeEnabled();

  // Which of them sounds is seen, also of one that lay below. A loop, so that it sounds for as long as one looks.
  const lanes = compare.getByRole("radiogroup", { name: "Heard" });
  const sounding = lanes.locator("[data-sounds]");
  const heardName = compare.locator("b").filter({ hasText: /^\d · \w+$/ });
  const last = lanes.getByText("5 · Jasper");
  await expect(lanes.getByText(/LUFS/)).toHaveCount(5);
  await expect(last).not.toBeInViewport();
  await compare.getByRole("slider", { name: "Position" }).press("ArrowRight");
  await compare.getByRole("button", { name: "Loop to here" }).click();
  await compare.getByRole("button", { name: "Play" }).click();
  await expect(sounding).toContainText("Autumn");
  await page.keyboard.press("5");
  await expect(sounding).toHaveCount(1);
  await expect(sounding).toContainText("Jasper");
  await expect(heardName).toHaveText("5 · Jasper");
  await expect(sounding).toBeInViewport({ ratio: 1 });
  await compare.getByRole("button", { name: "Pause" }).click();
  await expect(sounding).toHaveCount(0);
});

test("a voice says the script's first sentence or a sample, is heard by one key with one request, and is kept", async ({
  page,
}) => {
  await listen(page);
  await page.goto("/");
  const bodies = requestsOf(page);
  await openVoices(page);
  await page.keyboard.type("sonia");
  await page.keyboard.press("Shift+Enter");
  await expect.poll(() => bodies).toMatchObject([{ input: "The night train leaves at ten." }]);
  bodies.length = 0;
  await page.getByRole("radio", { name: "A sample" }).check();
  await search(page).fill("");
  await page.keyboard.type("katja");
  await expect(list(page).getByRole("option").first()).toContainText("Katja");
  await page.keyboard.press("Shift+Enter");
  await expect
    .poll(() => bodies)
    .toEqual([{ model: "cloud-tts", input: expect.stringMatching(/^Guten Morgen/), voice: "de-DE-KatjaNeural" }]);
  await expect.poll(async () => (await heard(page)).peak).toBeGreaterThan(0.05);
  // Heard to its end, the button offers to hear it again.
  await expect(page.getByRole("button", { name: "Hear Katja" })).toBeVisible();

  await page.reload();
  await trigger(page).click();
  await page.getByRole("radio", { name: "A sample" }).check();
  await search(page).fill("katja");
  await page.getByRole("button", { name: "Hear Katja" }).click();
  await expect.poll(async () => (await heard(page)).peak).toBeGreaterThan(0.05);
  expect(bodies).toHaveLength(1);
});

test("one sample ends another, and choosing a voice ends it", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(longSentence);
  await openVoices(page, "StreamSpeech v8");
  await page.keyboard.type("melody");
  await page.keyboard.press("Shift+Enter");
  await expect(list(page).getByText("Hearing Melody")).toBeVisible();
  await search(page).fill("");
  await page.keyboard.type("luna");
  await page.keyboard.press("Shift+Enter");
  await expect(list(page).getByText("Hearing Luna")).toBeVisible();
  await search(page).fill("");
  await expect(list(page).getByText("Hearing Melody")).toHaveCount(0);
  await page.keyboard.type("luna");
  await page.keyboard.press("Enter");
  await expect(trigger(page)).toHaveAccessibleName(/Luna/);
  await expect(search(page)).toHaveCount(0);
});

test("favourites and recent voices stand above all others, and outlive a reload", async ({ page }) => {
  await page.goto("/");
  await openVoices(page);
  await page.keyboard.type("nanami");
  await page.keyboard.press("Alt+Enter");
  await search(page).fill("elvira");
  await page.keyboard.press("Enter");
  await page.reload();
  await trigger(page).click();
  await search(page).press("Control+Home");
  await expect(list(page)).toContainText(/Favourites.*Nanami.*Recent.*Elvira/s);
  await page.keyboard.press("Enter");
  await expect(trigger(page)).toHaveAccessibleName(/Nanami/);
});

test("filters narrow by language, region and gender, natively named too", async ({ page }) => {
  await page.goto("/");
  await openVoices(page);
  await page.getByRole("combobox", { name: "Language", exact: true }).selectOption({ label: "German · Deutsch" });
  await page.getByRole("combobox", { name: "Region", exact: true }).selectOption("Switzerland");
  await page.getByRole("combobox", { name: "Gender", exact: true }).selectOption("male");
  await expect(list(page).getByRole("option")).toHaveCount(1);
  await expect(list(page)).toContainText("Jan");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await search(page).fill("日本語");
  await expect(list(page).getByRole("option").first()).toContainText("Japanese");
  await search(page).fill("my-own-voice");
  await expect(page.getByText("No voice matches.")).toBeVisible();
  await expect(list(page)).toContainText("Not in the catalogue; sent as it is");
});

test("where hearing costs, its price is said and asked once", async ({ page }) => {
  const upstream = await startFakeUpstream(listOf("cloud-tts", "streamspeech-v8"));
  const playground = await startProduct({
    environment: { SPEECH_BASE_URL: upstream.address, SPEECH_API_KEY: "sk-any" },
  });
  try {
    await page.goto(playground.address);
    await openVoices(page, "StreamSpeech v8");
    await page.keyboard.type("melody");
    await page.keyboard.press("Shift+Enter");
    await expect(page.getByText(/it is sent to the service, which may charge it \(30 tokens\)/)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(search(page)).toBeFocused();
    expect(upstream.spoken).toEqual([]);
    await page.keyboard.press("Shift+Enter");
    await expect(page.getByRole("button", { name: "Hear it" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect.poll(() => upstream.spoken).toMatchObject([{ voice: "Melody" }]);
    await search(page).fill("luna");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => upstream.spoken).toMatchObject([{ voice: "Melody" }, { voice: "Luna" }]);
    // A page that is still there may ask for a part of itself.
    await page.goto("about:blank");
  } finally {
    await playground.stop();
    await upstream.stop();
  }
});
