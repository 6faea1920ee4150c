import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";

const script = (page: Page) => page.getByRole("textbox", { name: "Script" });
const board = (page: Page) => page.getByRole("region", { name: "History" });
const view = (page: Page, name: string) =>
  page.getByRole("radiogroup", { name: "View" }).getByRole("radio", { name, exact: true });
const region = (page: Page, name: string) => board(page).getByRole("region", { name, exact: true });
const body = (page: Page) => page.getByRole("textbox", { name: "Body" });

/** Opens a view of the Request tab. */
async function open(page: Page, name: "Now" | "By hand" | "Answer" | "Code"): Promise<void> {
  await page.getByRole("tab", { name: "Request" }).click();
  await view(page, name).check();
}

/** The bodies of the requests that the page sends from now on. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.postData() ?? "")));
  return sent;
}

/** How many answers to requests by hand are kept. */
const exchangesOnDisk = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open("speech-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction("exchanges").objectStore("exchanges").count();
          counting.onerror = () => reject(counting.error);
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
  );

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test("the request stands there as it will be sent, live, in the spelling that was chosen, and is sent so", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await open(page, "Now");
  await script(page).fill('It\'s "so" 😀\n中文');
  await page.getByRole("radio", { name: "Capitalised" }).check();
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("textbox", { name: /^Speed/ }).fill("0.25");
  const request = region(page, "Request");
  await request.getByRole("radio", { name: "As it is" }).check();
  const expected =
    '{"model":"streamspeech-v8","Text":"It\'s \\"so\\" 😀\\n中文","VoiceId":"Mei","Speed":0.25,"stream":true}';
  await expect(request.getByRole("region", { name: "Body" })).toHaveText(expected);
  const bytes = Buffer.byteLength(expected);
  await expect(request).toContainText(`${bytes} bytes · ${Array.from(expected).length} characters`);
  await expect(request).toContainText("POST /v1/audio/speech");
  await expect(request).toContainText("application/json");
  const reads = region(page, "What the service reads");
  await expect(reads.getByRole("row", { name: /Speed/ })).toContainText("0.25");
  await expect(reads.getByRole("row", { name: /Speed/ })).toContainText("Speed");
  await expect(reads.getByRole("row", { name: /Pitch/ })).toContainText("default");
  await expect(reads).toContainText("The document allows this request.");
  await request.getByRole("button", { name: "Copy body" }).click();
  await expect(request.getByRole("button").filter({ hasText: "Copied" })).toBeVisible();
  expect(await clipboard(page)).toBe(expected);

  const sent = sentBy(page);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect.poll(() => sent).toEqual([expected]);
  await expect(page.getByRole("region", { name: "Player" })).toContainText("complete", { timeout: 20_000 });
});

test("half a million characters: a part is shown with how much is left out, copying gives all, typing goes on", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await open(page, "Now");
  await script(page).fill("字".repeat(499_990));
  const request = region(page, "Request");
  await expect(request).toContainText(/1,50\d,\d{3} bytes · 500,\d{3} characters/);
  await expect(request).toContainText(/… 49\d,\d{3} more characters …/);
  expect(((await request.textContent()) ?? "").length).toBeLessThan(30_000);
  await script(page).press("End");
  await script(page).pressSequentially("尾巴。");
  await request.getByRole("radio", { name: "As it is" }).check();
  await expect(request).toContainText("POST /v1/audio/speech/tasks");
  await request.getByRole("button", { name: "Copy body" }).click();
  await expect(request.getByRole("button").filter({ hasText: "Copied" })).toBeVisible();
  const copied = JSON.parse(await clipboard(page)) as { input: string };
  expect([copied.input.length, copied.input.slice(-3)]).toEqual([499_993, "尾巴。"]);
});

test("a body by hand: what the document has against it stands beside it; it leaves as it is, once, as a take", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 400/);
  await page.goto("/");
  await open(page, "By hand");
  await expect(body(page)).toHaveValue(/"model": "streamspeech-v8"/);
  const typed =
    '{"model":"streamspeech-v8", "input":"By hand.", "Text":"Lost.",\n"voice":"Autumn", "Speed":7.50, "odd":[1]}';
  await body(page).fill(typed);
  const reads = region(page, "What the service reads");
  await expect(reads).toContainText("Speed must be from -1 to 1, not 7.5.");
  await expect(reads).toContainText('lost: Text = "Lost."');
  await expect(reads).toContainText("odd: [1]");
  await reads.getByText("Fields of the document").click();
  await expect(reads).toContainText('"16k", "32k"');
  await expect(region(page, "By hand")).toContainText("8 tokens");

  const sent = sentBy(page);
  await page.getByRole("button", { name: "Send as it is" }).click();
  const answer = region(page, "Answer");
  await expect(answer).toContainText("400");
  await expect(answer).toContainText("out_of_range");
  await expect(answer).toContainText("x-request-id");
  await expect(answer).toContainText(
    "Other headers are only listed, cookies by their names. The key is replaced by asterisks everywhere.",
  );
  await expect(region(page, "What came")).toContainText('"param": "Speed"');
  expect(sent).toEqual([typed]);
  // With the board as high as it is here, the reason still stands whole above it.
  const reason = page.getByRole("alert").getByText("Speed must be from -1 to 1, not 7.5.");
  await expect(reason).toBeInViewport({ ratio: 1 });
  const [said, tabs] = [await reason.boundingBox(), await page.getByRole("tablist", { name: "History" }).boundingBox()];
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(tabs?.y ?? 0);

  await page.getByRole("alert").getByRole("button", { name: "Back to By hand" }).click();
  await expect(body(page)).toBeFocused();
  await expect(body(page)).toHaveValue(typed);
  await expect(page.getByRole("alert").getByRole("button", { name: /^Go to / })).toHaveCount(0);

  await isKept(page, "By hand.", "failed");
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(board(page).getByRole("row", { name: "By hand." })).toContainText("by hand");
  await page.reload();
  await open(page, "Answer");
  await expect(region(page, "Answer")).toContainText("out_of_range");
  await expect(region(page, "What came")).toContainText('"param": "Speed"');
  await page.getByText("What was sent").click();
  await region(page, "Answer").getByRole("radio", { name: "As it is" }).check();
  await expect(region(page, "Answer").getByRole("region", { name: "Body" })).toHaveText(typed);
  await page.getByRole("button", { name: "Send one like it by hand" }).click();
  await expect(body(page)).toHaveValue(typed);
  expect(sent).toHaveLength(1);
});

test("any documented route by hand: the models, a language model, a task up to a part of its sound", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 404/);
  await page.goto("/");
  const ask = async (route: string, fill: Record<string, string> = {}) => {
    await open(page, "By hand");
    await page.getByRole("combobox", { name: "Route" }).selectOption(route);
    for (const [name, value] of Object.entries(fill)) await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByRole("button", { name: /^(Ask|Send as it is)$/ }).click();
  };
  const answer = region(page, "Answer");
  const shown = region(page, "What came");

  await ask("models");
  await expect(answer).toContainText("200");
  await expect(shown).toContainText('"id": "streamspeech-v8"');

  const sent = sentBy(page);
  await ask("systemone", { Body: '{"model":"a-language-model"}' });
  await expect(answer).toContainText("404");
  await expect(answer).toContainText("model_not_found");
  expect(sent).toEqual(['{"model":"a-language-model"}']);

  const made = '{"model":"streamspeech-v8","input":"A task by hand.","voice":"Luna"}';
  await ask("tasks", { Body: made });
  await expect(page.getByRole("tab", { name: "Request" })).toHaveAttribute("aria-selected", "true");
  await expect(shown).toContainText('"status": "queued"');
  const task = /task_[\w.~-]+/.exec((await shown.textContent()) ?? "")?.[0] ?? "";
  expect(task).not.toBe("");
  await expect(answer).toContainText("content-type");
  // Its own page fetches it when it is done.
  await isKept(page, "A task by hand.");
  expect(sent).toHaveLength(2);

  await ask("task", { "Task id": task });
  await expect(shown).toContainText('"status": "completed"');
  await ask("contentHead", { "Task id": task });
  await expect(answer).toContainText("accept-ranges");
  await expect(shown).toContainText("No body came");
  await ask("content", { "Task id": task, Range: "bytes=0-99" });
  await expect(answer).toContainText("206");
  await expect(answer).toContainText(/bytes 0-99\/\d+/);
  await expect(shown).toContainText(/00000000 {2}(?:[0-9a-f]{2} ){16}.*00000060 {2}(?:[0-9a-f]{2} ){4}/s);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    shown.getByRole("button", { name: "Save" }).click(),
  ]);
  expect([download.suggestedFilename(), (await readFile(await download.path())).length]).toEqual(["answer.mp3", 100]);
  await ask("timestamps", { "Task id": task });
  await expect(shown).toContainText('"granularity": "sentence"');

  // Each of them is still there to be looked at.
  const list = page.getByRole("combobox", { name: "Answer to" });
  const models = list.getByRole("option", { name: /GET \/v1\/models/ });
  await list.selectOption((await models.getAttribute("value")) ?? "");
  await expect(shown).toContainText('"id": "streamspeech-v8"');

  // After a reload, too.
  await expect.poll(() => exchangesOnDisk(page)).toBe(6);
  await page.reload();
  await open(page, "Answer");
  await list.selectOption((await models.getAttribute("value")) ?? "");
  await expect(shown).toContainText('"id": "streamspeech-v8"');
  await expect(answer).toContainText("200");
});

test("an address that could be none isn't asked", async ({ page }) => {
  await page.goto("/");
  await open(page, "By hand");
  await page.getByRole("combobox", { name: "Route" }).selectOption("task");
  await page.getByLabel("Task id", { exact: true }).fill("task_../../models");
  await expect(region(page, "By hand")).toContainText("A task id holds letters, digits and . _ ~ - only");
  await expect(page.getByRole("button", { name: "Ask" })).toBeDisabled();
});

test("the answer of a spoken take: its sound, to the byte, and the same after a reload", async ({ page }) => {
  await page.goto("/");
  await script(page).fill("What is in it?");
  const [response] = await Promise.all([
    page.waitForResponse("**/v1/audio/speech"),
    page.getByRole("button", { name: "Speak", exact: true }).click(),
  ]);
  await isKept(page, "What is in it?");
  await page.reload();
  await open(page, "Answer");
  const answer = region(page, "Answer");
  await expect(answer).toContainText("200");
  await expect(answer).toContainText(response.headers()["x-request-id"] ?? "no id");
  await expect(answer).toContainText("audio/mpeg");
  const sound = region(page, "What came");
  await expect(sound).toContainText("mp3");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sound.getByRole("button", { name: "Save" }).click(),
  ]);
  const bytes = await readFile(await download.path());
  await expect(sound).toContainText(`bytes${bytes.length}`);
});

test("a frame by hand over the WebSocket: its frames are the answer", async ({ page }) => {
  await page.goto("/");
  await open(page, "By hand");
  await page.getByRole("combobox", { name: "Route" }).selectOption("websocket");
  await body(page).fill('{"Text":"Frame by frame.","VoiceId":"Autumn"}');
  await expect(region(page, "What the service reads")).toContainText("The document allows this request.");
  await page.getByRole("button", { name: "Send as it is" }).click();
  const frames = region(page, "What came");
  await expect(frames).toContainText('"type": "complete"', { timeout: 20_000 });
  await expect(frames).toContainText(/WebSocket: \d+ binary frames, 2 text frames/);
});

test("the same request as curl, Python and TypeScript, without the key, copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await script(page).fill("It's `one` $TWO. ".repeat(50));
  await open(page, "Code");
  const choose = (name: string) => page.getByRole("radio", { name, exact: true }).check();
  const copied = async () => {
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByRole("button").filter({ hasText: "Copied" })).toBeVisible();
    const text = await clipboard(page);
    await expect(page.getByRole("button", { name: "Copy code" })).toHaveText("Copy code");
    return text;
  };
  const curl = await copied();
  expect(curl).toMatch(/^curl -L --max-redirs 0 --fail-with-body -o speech\.mp3\.part \\\n/);
  expect(curl).toContain('\n  -H "Authorization: Bearer $SPEECH_API_KEY"');
  await choose("Python");
  expect(await copied()).toContain("from openai import DefaultHttpxClient, OpenAI");
  await choose("requests");
  expect(await copied()).toContain('"input": "It\'s `one` $TWO. ');
  await choose("TypeScript");
  expect(await copied()).toContain("process.env.SPEECH_API_KEY");
  await page.getByRole("radio", { name: "Async", exact: true }).check();
  await expect(region(page, "Code: speak.mts")).toContainText("/v1/audio/speech/tasks");
  await page.getByRole("combobox", { name: "Code of" }).selectOption("the request by hand");
  await choose("curl");
  await expect(region(page, "Code: speak.sh")).toContainText("curl -L --max-redirs 0 --fail-with-body");
});

test("the keyboard reaches everything: the tab, its views, what scrolls", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Takes" }).focus();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Request" })).toBeFocused();
  await expect(view(page, "Now")).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Script and form in full" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(view(page, "Now")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(view(page, "By hand")).toBeChecked();
  await expect(body(page)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(view(page, "Code")).toBeChecked();
  const code = region(page, "Code: speak.sh");
  await expect(code).toBeVisible();
  await code.focus();
  await expect(code).toBeFocused();
});

test.describe("on a phone", () => {
  // axe is run as a script of the page, which the page's own policy forbids.
  test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true, reducedMotion: "reduce" });

  test("axe finds nothing in any view, and nothing is wider than the window", async ({ page, expectPageErrors }) => {
    expectPageErrors(/status of 400/);
    await page.goto("/");
    await open(page, "By hand");
    await body(page).fill('{"model":"streamspeech-v8","input":"a","Text":"b","voice":"Mei","Speed":9,"x":1}');
    await page.getByRole("button", { name: "Send as it is" }).click();
    await expect(page.getByText("invalid_request_error").first()).toBeVisible();
    for (const name of ["Now", "By hand", "Answer", "Code"]) {
      await view(page, name).check();
      await expect(view(page, name)).toBeChecked();
      expect(await findingsInBothColours(page), name).toEqual([]);
      const [needed, there] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect(needed, name).toBe(there);
    }
  });
});

test("a body written by hand outlives a reload, and the form's request comes back by a press", async ({ page }) => {
  await page.goto("/");
  await open(page, "By hand");
  await body(page).fill('{"model":"streamspeech-v8", "input":"Kept by hand","voice":"Mei","speech":false}');
  await page.reload();
  await open(page, "By hand");
  await expect(body(page)).toHaveValue(
    '{"model":"streamspeech-v8", "input":"Kept by hand","voice":"Mei","speech":false}',
  );
  await expect(region(page, "What the service reads")).toContainText("Not in the document");
  await page.getByRole("button", { name: "Take it from the form" }).click();
  await expect(body(page)).not.toHaveValue(/Kept by hand/);
  await page.reload();
  await open(page, "By hand");
  await expect(body(page)).not.toHaveValue(/Kept by hand/);
});
