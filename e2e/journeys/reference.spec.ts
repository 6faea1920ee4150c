import { readFile } from "node:fs/promises";
import { findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { heard, listen } from "../sound.ts";

test("RefVoice 2 speaks with a sample recording, and the emotion vector is sent", async ({ page, product }) => {
  await listen(page);
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("radio", { name: "Speech", exact: true }).check();
  await page.getByRole("textbox", { name: "Script" }).fill("This is somebody else's voice, more or less.");
  await page.getByRole("button", { name: "Lower voice" }).click();
  await page.getByRole("radio", { name: "Mood" }).check();
  const happy = page.getByRole("textbox", { name: /^happy/i });
  await happy.fill("0.6");
  await happy.press("Enter");
  const [request, response] = await Promise.all([
    page.waitForRequest("**/v1/audio/speech"),
    page.waitForResponse("**/v1/audio/speech", { timeout: 40_000 }),
    page.getByRole("button", { name: "Speak", exact: true }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({
    model: "refvoice-2",
    input: "This is somebody else's voice, more or less.",
    voice: `${product.address}/references/lower.mp3`,
    emo_control_method: "使用情感向量控制",
    emo_happy: 0.6,
  });
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("audio/wav");
  const player = page.getByRole("region", { name: "Player" });
  await expect(player).toContainText("complete", { timeout: 30_000 });
  await expect.poll(async () => (await heard(page)).peak).toBeGreaterThan(0.05);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    player.getByRole("link", { name: /^Download .*\.wav$/ }).click(),
  ]);
  const bytes = await readFile(await download.path());
  expect(bytes.toString("latin1", 0, 4)).toBe("RIFF");
  // 16-bit samples at 22,050 Hz behind a header: between two and eight seconds, and not silent.
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, Math.floor((bytes.length - 44) / 2));
  expect(samples.length / 22_050).toBeGreaterThan(2);
  expect(samples.length / 22_050).toBeLessThan(8);
  expect(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)).toBeGreaterThan(2_000);
});

test("a reference that the service may not fetch is refused at the field, in words that tell nothing else", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("radio", { name: "Speech", exact: true }).check();
  await page.getByRole("textbox", { name: "Reference recording" }).fill("http://127.0.0.1:22/voice.mp3");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("reference_unusable");
  await expect(alert).toContainText("voice");
});

test("a recording is heard where it is: nothing but the request is sent to it", async ({ page, product, context }) => {
  const recording = await readFile(new URL("../../public/references/lower.mp3", import.meta.url));
  const asked: { readonly headers: Record<string, string> }[] = [];
  await context.addCookies([{ name: "visitor", value: "1", url: "https://media.example.org/" }]);
  // A host that doesn't let other pages read its files.
  await page.route("https://media.example.org/narrator.mp3", async (route) => {
    asked.push({ headers: await route.request().allHeaders() });
    await route.fulfill({ body: recording, contentType: "audio/mpeg" });
  });
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  const listen = page.getByRole("button", { name: "Listen: Reference recording" });
  await expect(listen).toBeDisabled();
  await page.getByRole("button", { name: "Lower voice" }).click();
  await listen.click();
  await expect(page.getByText("Listening", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Reference recording" }).fill("https://media.example.org/narrator.mp3");
  await expect(page.getByText("Listening", { exact: true })).toBeHidden();
  expect(asked).toEqual([]);
  await listen.click();
  await expect(page.getByText("Listening", { exact: true })).toBeVisible();
  for (const { headers } of asked) {
    expect(headers).not.toHaveProperty("referer");
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("authorization");
    expect(JSON.stringify(headers)).not.toContain(product.address);
  }
  expect(asked).toHaveLength(1);
  await page.getByRole("button", { name: "Stop: Reference recording" }).click();
  await expect(listen).toBeVisible();
});

test("a task with a preset and with fields in other places is made and heard", async ({ page, product }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await expect(page.getByRole("radio", { name: "Async" })).toBeChecked();
  await page.getByRole("textbox", { name: "Script" }).fill("A task, sadly.");
  await page.getByRole("button", { name: "Higher voice" }).click();
  await page.getByRole("radio", { name: "Mood" }).check();
  await page.getByRole("button", { name: "Sorrowful" }).click();
  await page.getByText("Where fields are written").click();
  await page.getByRole("combobox", { name: "Reference recording" }).selectOption("extra_body.prompt_simple");
  await page.getByRole("radio", { name: "instructions" }).check();
  const [request] = await Promise.all([
    page.waitForRequest("**/v1/audio/speech/tasks"),
    page.getByRole("button", { name: "Speak", exact: true }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({
    model: "refvoice-2",
    input: "A task, sadly.",
    extra_body: { prompt_simple: `${product.address}/references/higher.mp3` },
    instructions: { emo_control_method: "使用情感向量控制", emo_sad: 0.6, emo_melancholic: 0.3 },
  });
  await page.getByRole("tab", { name: /^Tasks/ }).click();
  await expect(page.getByText("completed").first()).toBeVisible({ timeout: 40_000 });

  // What it cost by the sound's own length stands wherever the estimate stood.
  await expect(page.getByRole("list", { name: "Tasks" })).toContainText(
    /1 s of audio · by its length: [\d.]+ s of audio/,
  );
  await page.getByRole("tab", { name: /^Takes/ }).click();
  await expect(page.getByRole("grid").getByTitle("price, by its length")).toHaveText(/^[\d.]+ s of audio$/);
  await page.getByRole("grid").getByRole("row").getByRole("button", { name: "Hear" }).click();
  await page.getByRole("button", { name: "Figures" }).click();
  const figures = page.getByRole("dialog", { name: "Figures" });
  await expect(figures).toContainText(/price, estimated1 s of audio/);
  await expect(figures).toContainText(/price, by its length[\d.]+ s of audio/);
});

test.describe("to axe", () => {
  // axe is run as a script of the page, which the page's own policy forbids.
  test.use({ bypassCSP: true, reducedMotion: "reduce" });

  test("axe finds nothing in Model C's form", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("radio", { name: "RefVoice 2" }).check();
    await page.getByRole("textbox", { name: "Reference recording" }).fill("data:audio/wav,1");
    await page.getByRole("radio", { name: "Speech", exact: true }).check();
    await page.getByRole("radio", { name: "From an emotion recording" }).check();
    await page.getByRole("textbox", { name: "Emotion recording" }).fill("http://10.0.0.1/v.wav");
    expect(await findingsInBothColours(page), "recordings").toEqual([]);
    await page.getByRole("radio", { name: "Mood" }).check();
    await page.getByRole("textbox", { name: "happy" }).fill("0.6");
    await page.getByRole("textbox", { name: "sad" }).fill("1.4");
    await page.getByText("Where fields are written").click();
    expect(await findingsInBothColours(page), "the desk").toEqual([]);
  });
});

test("a synchronous request that was never answered is asked about after a reload and in another tab", async ({
  page,
  context,
}) => {
  let sent = 0;
  await context.route("**/v1/audio/speech", () => void sent++);
  // The browser asks before the page is left: leaving wouldn't end what the request costs.
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page.getByRole("radio", { name: "Speech", exact: true }).check();
  await page.getByRole("button", { name: "Lower voice" }).click();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect.poll(() => sent).toBe(1);
  await page.reload();
  const other = await context.newPage();
  await other.goto("/");
  for (const tab of [page, other]) {
    await tab.getByRole("button", { name: "Speak", exact: true }).click();
    const question = tab.getByRole("alertdialog", { name: "This may be running already" });
    await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
    await tab.keyboard.press("Enter");
    await expect(question).toHaveCount(0);
  }
  expect(sent).toBe(1);
});
