import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findingsInBothColours } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";

const view = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const open = (page: Page, name: string) => view(page, name).check();
const report = (page: Page) => page.getByRole("list", { name: "Report" });

/** Speaks a sentence and keeps the take as a case, as it is suggested. */
async function keepCase(page: Page, text: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill(text);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await isKept(page, text);
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Save as a check…" }).click();
  await expect(page.getByRole("tab", { name: "Checks" })).toHaveAttribute("aria-selected", "true");
}

test("a take is kept as a case, passes, fails by another expectation, and the report says what has changed", async ({
  page,
}) => {
  const text = "A case of its own.";
  await keepCase(page, text);
  const editor = page.getByRole("form", { name: "Case" });
  await expect(editor.getByLabel("Name", { exact: true })).toHaveValue(text);
  for (const name of ["HTTP status", "Codec", "Duration", "Leading silence", "Loudness"]) {
    await expect(editor.getByRole("group", { name, exact: true })).toBeVisible();
  }
  await editor.getByRole("button", { name: "Keep" }).click();
  const cases = page.getByRole("list", { name: "Cases" });
  await expect(cases).toContainText("POST /v1/audio/speech · streamspeech-v8 · Autumn");
  // How long its answers take, before it is judged.
  await open(page, "Repeat");
  await page.getByRole("spinbutton", { name: "Times" }).fill("3");
  await page.getByRole("button", { name: "Send 3 times" }).click();
  await expect(page.getByRole("status").filter({ hasText: `${text}: 3 of 3 answered, 0 failed` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Last byte" })).toContainText(/p50 [\d,]+\.\d ms · p95 [\d,]+\.\d ms/);
  await open(page, "Cases");
  await cases.getByRole("button", { name: `Run ${text}` }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 check run." })).toBeVisible();
  await expect(report(page)).toContainText("passed");

  // The case stays, and so does what became of it.
  await page.reload();
  await page.getByRole("tab", { name: "Checks" }).click();
  await expect(cases).toContainText("passed");
  await cases.getByRole("button", { name: `Edit ${text}` }).click();
  await editor.getByRole("group", { name: "HTTP status" }).getByLabel("at least").fill("418");
  // What nothing can meet isn't kept.
  await editor.getByRole("button", { name: "Keep" }).click();
  await expect(editor).toContainText("No value can meet this: at least is above at most.");
  await editor.getByRole("group", { name: "HTTP status" }).getByLabel("at most").fill("418");
  await editor.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Run all 1" }).click();
  await expect(report(page)).toContainText("failed");
  await expect(page.getByRole("status").filter({ hasText: "1 check run." })).toBeVisible();
  await expect(report(page)).toContainText("changed");
  await report(page).getByText(text).first().click();
  await expect(report(page)).toContainText("HTTP status: expected 418, was 200");
  await expect(report(page)).toContainText('"input":"A case of its own."');
  await expect(report(page)).toContainText("before: passed");
  await page.getByRole("combobox", { name: "Save all 1 as" }).selectOption("json");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), "utf8"))).toMatchObject({
    summary: { name: "All cases", services: ["the embedded service"], checks: 1, passed: 0, failed: 1 },
    checks: [{ outcome: "failed", changed: true, last: { service: "embedded" } }],
  });
  // The run of the case alone, which passed, is still there beside it, after another reload too.
  await page.reload();
  await page.getByRole("tab", { name: "Checks" }).click();
  await open(page, "Report");
  const which = page.getByRole("combobox", { name: "Run" });
  await expect(which.locator("option")).toHaveText([/^All cases · /, new RegExp(`^${text} · `)]);
  await expect(report(page)).toContainText("failed");
  await which.selectOption({ index: 1 });
  await expect(report(page)).toContainText("passed");
  // What was spoken is a take like any other.
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(page.getByRole("row", { name: text })).toHaveCount(3);
});

test("a report from a file shows requests, answers and sound; a kept run and a file are baselines", async ({
  page,
}) => {
  const text = "A sound to hold others against.";
  await keepCase(page, text);
  await page.getByRole("form", { name: "Case" }).getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Run all 1" }).click();
  await expect(report(page)).toContainText("passed");
  await page.getByRole("button", { name: "Keep as a baseline…" }).click();
  await page.getByLabel("Name of the baseline").fill("Release 1");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  const against = page.getByRole("combobox", { name: "Against" });
  await expect(against.locator("option:checked")).toHaveText(/^Baseline: Release 1 · /);
  await page.getByRole("combobox", { name: "Save all 1 as" }).selectOption("json");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  // As the command line would have written it of a service that spoke twice as long.
  const written = JSON.parse(await readFile(await download.path(), "utf8"));
  const [row] = written.checks;
  row.sound = "sound/case.mp3";
  row.last.take = undefined;
  row.last.steps[0].figures.duration *= 2;
  const input = (name: RegExp) => page.getByLabel(name).and(page.locator("input"));
  const open = (buffer: Buffer) =>
    input(/^Open a report…$/).setInputFiles({ name: "report.json", mimeType: "application/json", buffer });
  await open(Buffer.from("{}"));
  await expect(page.getByText("This file is no JSON report of checks.")).toBeVisible();
  await open(Buffer.from(JSON.stringify(written)));
  await expect(page.getByRole("combobox", { name: "Run" }).locator("option:checked")).toHaveText(/^Opened: All cases/);
  await report(page).getByText(text).first().click();
  await expect(report(page)).toContainText(`"input":"${text}"`);
  await expect(report(page)).toContainText("HTTP 200");
  await expect(report(page)).toContainText("Its sound is the file case.mp3 beside the report.");
  const sound = await readFile(new URL("../../public/references/lower.mp3", import.meta.url));
  await input(/^Add its sound/).setInputFiles({ name: "case.mp3", mimeType: "audio/mpeg", buffer: sound });
  await expect(page.getByLabel("Sound of this check")).toHaveJSProperty("readyState", 4);
  // The page's own run fails beside it: another length, and another sound.
  await page.getByRole("combobox", { name: "Run" }).selectOption("cases");
  await expect(report(page)).toContainText("passed");
  await against.selectOption("file");
  await expect(page.getByText("0 passed, 1 failed, 0 not judged")).toBeVisible();
  await expect(report(page)).toContainText(/Duration: was [\d.]+ in the baseline, is [\d.]+/);
  await expect(report(page)).toContainText(/Sound: its likeness to the baseline's is -?0\.\d\d/);
  await expect(page.getByLabel("Sound before")).toHaveJSProperty("readyState", 4);
});

test("a case from nothing follows a task by what its answers give, once for each row of its table", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Checks" }).click();
  await page.getByRole("button", { name: "New case…" }).click();
  const editor = page.getByRole("form", { name: "Case" });
  await editor.getByLabel("Name", { exact: true }).fill("A task");
  await editor.getByLabel("Tags").fill("daily, tasks");
  const address = editor.getByRole("textbox", { name: "Path" }).or(editor.getByRole("combobox", { name: "Path" }));
  await address.fill("/v1/elsewhere");
  await expect(editor).toContainText("The document names no such address with this method");
  await expect(editor.getByRole("button", { name: "Keep" })).toBeDisabled();
  await address.fill("/v1/audio/speech/tasks");
  await editor.getByLabel("Body").fill('{"model":"streamspeech-v8","input":"{{text}}","voice":"Autumn"}');
  await editor.getByRole("button", { name: "Add what follows a task" }).click();
  await expect(editor.getByRole("group", { name: "Request 4" })).toBeVisible();
  await editor.getByText("Table").click();
  await editor.getByRole("textbox", { name: "Table" }).fill("text\nOne.\nTwo.");
  await editor.getByRole("button", { name: "Keep" }).click();
  await expect(page.getByRole("list", { name: "Cases" })).toContainText("#daily");
  await page.getByRole("combobox", { name: "Select by tag" }).selectOption("tasks");
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.getByRole("button", { name: "Run 2 selected" }).click();
  await expect(page.getByText("all 2 passed")).toBeVisible({ timeout: 20_000 });
  await report(page).getByText("A task · One.").click();
  await expect(report(page)).toContainText(/GET \/v1\/audio\/speech\/tasks\/task_[\w-]+\/content/);
  await expect(report(page)).toContainText("HTTP 206");
});

test("a case that can't be made, because a part of the page doesn't come, says so; the next press makes it", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource|status of 404/);
  const part = /\/assets\/keep-case-[^/]*\.js$/;
  await page.route(part, (route) => route.abort());
  await page.goto("/");
  await page.getByRole("tab", { name: "Request" }).click();
  await open(page, "By hand");
  await page.getByRole("combobox", { name: "Route" }).selectOption("task");
  await page.getByLabel("Task id", { exact: true }).fill("task_none");
  await page.getByRole("button", { name: "Ask" }).click();
  const keep = page.getByRole("button", { name: "Save as a check…" });
  const said = page.getByText("Not done: a part of the page didn't load.");
  await keep.click();
  await expect(said).toBeVisible();
  await page.unroute(part);
  await keep.click();
  await expect(page.getByRole("form", { name: "Case" })).toBeVisible();
  await expect(said).toBeHidden();
});

test("a refused answer by hand is kept as a case; cases go out and come back", async ({ page, expectPageErrors }) => {
  expectPageErrors(/status of 404/);
  await page.goto("/");
  await page.getByRole("tab", { name: "Request" }).click();
  await open(page, "By hand");
  await page.getByRole("combobox", { name: "Route" }).selectOption("task");
  await page.getByLabel("Task id", { exact: true }).fill("task_none");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByRole("button", { name: "Save as a check…" }).click();
  const editor = page.getByRole("form", { name: "Case" });
  await expect(editor.getByRole("group", { name: "Error code" }).getByLabel("is", { exact: true })).toHaveValue(
    "task_not_found",
  );
  await editor.getByRole("button", { name: "Keep" }).click();
  await page.getByRole("button", { name: "Run all 1" }).click();
  await expect(report(page)).toContainText("passed");

  await open(page, "Cases");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export" }).click(),
  ]);
  const file = await readFile(await download.path());
  expect(file.toString()).not.toMatch(/authorization|bearer|cookie/i);
  await page.getByLabel("Select all").check();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No cases yet")).toBeVisible();
  await page.getByLabel("Import…").setInputFiles({ name: "cases.json", mimeType: "application/json", buffer: file });
  await expect(page.getByText("1 case imported.")).toBeVisible();
  await page.getByLabel("Import…").setInputFiles({ name: "cases.json", mimeType: "application/json", buffer: file });
  await expect(page.getByText("0 cases imported. 1 is here already.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Cases" })).toContainText("/v1/audio/speech/tasks/task_none");
});

test("the built-in suite: what costs nothing passes here, can be stopped and gone on with", async ({
  page,
  expectPageErrors,
}) => {
  test.setTimeout(180_000);
  expectPageErrors(/status of 4\d\d/, /WebSocket connection to/);
  await page.goto("/");
  await page.getByRole("tab", { name: "Checks" }).click();
  await open(page, "Built-in suite");
  await expect(page.getByText(/^The embedded service charges nobody; takes about \d+ s\.$/).first()).toBeVisible();
  // A rule says how many checks it has, and shows what they send before they are sent.
  const rules = page.getByRole("list", { name: "Rules of the document" });
  const emotions = rules.getByRole("listitem").filter({ hasText: "Emotions go from 0 to 1" }).first();
  await emotions.locator("summary").first().click();
  await emotions.getByText("emo_happy may be from 0 to 1").first().click();
  await expect(emotions.getByRole("region", { name: /^Request: 2\.5\/c-emo-happy at 1\.4$/ })).toContainText(
    '"emo_happy":1.4',
  );
  await expect(page.getByText("What a page can't check")).toBeVisible();
  await page.getByRole("button", { name: /^Run all \d+$/ }).click();
  await expect(report(page).getByText("passed").first()).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByText(/^Stopped after \d+ of \d+\.$/)).toBeVisible();
  await page.getByRole("button", { name: /^Go on with \d+$/ }).click();
  await expect(page.getByText(/^\d+ checks run\.$/)).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText(/^all \d{3} passed$/)).toBeVisible();
  // Refusals are a line for each rule, and what the controls took is said.
  await expect(
    report(page)
      .getByText(/^(\d{2,}) of \1$/)
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/accepted in this run: \d+ tokens/)).toBeVisible();
  await open(page, "Not passed");
  await expect(page.getByText("No check is like that.")).toBeVisible();
  // Whatever is filtered, the whole report is saved.
  await page.getByRole("combobox", { name: /^Save all \d{3} as$/ }).selectOption("csv");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save", exact: true }).click(),
  ]);
  expect((await readFile(await download.path(), "utf8")).split("\r\n").length).toBeGreaterThan(300);
  await open(page, "Built-in suite");
  await expect(rules.getByText(/^(\d+) of \1$/).first()).toBeVisible();
  // One rule alone, from its line.
  await rules.getByText("stream and speech must not both be true.").click();
  await rules
    .getByRole("button", { name: /^Run these \d+$/ })
    .first()
    .click();
  await expect(view(page, "Report")).toBeChecked();
  await expect(page.getByText(/^\d+ checks? run\.$/)).toBeVisible();
});

test("the suite's sound is kept with its runs: it is heard, and held against a baseline's", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 4\d\d/);
  const rule =
    "Over the WebSocket come binary frames, then progress, then complete; then the connection closes normally.";
  const run = async (): Promise<void> => {
    await open(page, "Built-in suite");
    await open(page, "Usual");
    await page.getByRole("combobox", { name: "Section" }).selectOption("6");
    await page.getByRole("button", { name: /^Run all \d+$/ }).click();
    // What stands there of the run before goes when this one begins.
    await expect(view(page, "Report")).toBeChecked();
    await expect(page.getByText(/^\d+ checks run\.$/)).toBeVisible({ timeout: 120_000 });
  };
  const isHeard = (label: string) => expect(page.getByLabel(label)).toHaveJSProperty("readyState", 4);
  await page.goto("/");
  await page.getByRole("tab", { name: "Checks" }).click();
  await run();
  await report(page).getByText(rule).click();
  await isHeard("Sound of this check");
  await page.getByRole("button", { name: "Keep as a baseline…" }).click();
  await page.getByLabel("Name of the baseline").fill("Release 1");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await run();
  await page.reload();
  await page.getByRole("tab", { name: "Checks" }).click();
  await open(page, "Report");
  await expect(page.getByRole("combobox", { name: "Against" }).locator("option:checked")).toHaveText(/Release 1/);
  await report(page).getByText(rule).click();
  await isHeard("Sound of this check");
  await isHeard("Sound before");
});

const cases = JSON.stringify({
  kind: "speech-playground-cases",
  cases: [
    {
      id: "1",
      name: "Look at it.",
      created: 1,
      request: { transport: "http", method: "GET", path: "/v1/models" },
      expect: [
        { kind: "status", least: 200, most: 200 },
        { kind: "error", field: "code", is: "odd" },
        { kind: "codec", is: ["mp3"] },
        { kind: "figure", of: "duration", least: 1 },
        { kind: "times", granularity: "word" },
        { kind: "json", path: "object", is: "list" },
        { kind: "frames", is: "b+pc" },
      ],
    },
  ],
});

test.describe("on a phone", () => {
  // axe is run as a script of the page, which the page's own policy forbids.
  test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true, reducedMotion: "reduce" });

  test("axe finds nothing in any view, and nothing is wider than the window", async ({ page }) => {
    const look = async (where: string): Promise<void> => {
      expect(await findingsInBothColours(page), where).toEqual([]);
      const [needed, there] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth];
      });
      expect(needed, where).toBe(there);
    };
    await page.goto("/");
    await page.getByRole("tab", { name: "Checks" }).click();
    await look("no cases");
    await page
      .getByLabel("Import…")
      .setInputFiles({ name: "cases.json", mimeType: "application/json", buffer: Buffer.from(cases) });
    await page.getByRole("button", { name: "Edit Look at it." }).click();
    await expect(page.getByRole("group", { name: "HTTP status" })).toBeVisible();
    await look("editor");
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await look("cases");
    await open(page, "Built-in suite");
    const rules = page.getByRole("list", { name: "Rules of the document" });
    await expect(rules).toBeVisible();
    await look("suite");
    await rules.locator("summary").first().click();
    await look("a rule");
    await open(page, "Cases");
    await page.getByRole("button", { name: /^Run all/ }).click();
    await expect(report(page)).toContainText("failed");
    await report(page).getByText("Look at it.").first().click();
    await look("report");
  });
});

test("a report's head covers nothing where it breaks into lines, and stays on a phone's screen", async ({
  page,
  expectPageErrors,
}) => {
  // The refusals that the checks ask for.
  expectPageErrors(/status of 4\d\d/);
  await page.goto("/");
  await page.getByRole("tab", { name: "Checks" }).click();
  await open(page, "Built-in suite");
  await page.getByRole("combobox", { name: "Section" }).selectOption({ index: 2 });
  await page.getByRole("button", { name: /^Run all / }).click();
  const which = page.getByRole("combobox", { name: "Run" });
  const filters = page.getByRole("radiogroup", { name: "Show", exact: true });
  await expect(which).toBeVisible({ timeout: 60_000 });
  const spent = page.getByText(/accepted in this run/);
  await expect(spent).toBeVisible({ timeout: 60_000 });
  const edges = () =>
    Promise.all(
      [which, spent, filters].map(async (part) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }),
    );
  for (const [width, height] of [
    [1440, 700],
    [900, 600],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const [run, note, filter] = await edges();
    expect((note?.y ?? 0) + (note?.height ?? 0), `${width} px`).toBeLessThanOrEqual(filter?.y ?? 0);
    expect((run?.x ?? 0) + (run?.width ?? width + 1), `${width} px`).toBeLessThanOrEqual(width);
  }
});
