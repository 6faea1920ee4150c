import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { elsewhereAddress, turnToSomethingElse } from "../page.ts";
import { json } from "../spec-fake/answer.ts";
import { test } from "../spec-fake/faults.ts";
import { done } from "../spec-fake/tasks.ts";
import { Ear, type Said } from "../walk/ear.ts";
import { type Names, namesOf } from "../walk/names.ts";

const script = (page: Page, { t }: Names) => page.getByRole("textbox", { name: t.script.label });
const mode = (page: Page, { t }: Names, name: "stream" | "speech" | "async") =>
  page.getByRole("radio", { name: t.mode.names[name], exact: true });

async function open(page: Page, { h, s }: Names, address = "/"): Promise<Ear> {
  const ear = await Ear.on(page);
  await page.goto(address);
  await expect(page.getByText(/· 3 /)).toBeVisible();
  await expect(page.getByRole("tab", { name: h.tabs.takes })).toBeVisible();
  await expect(page.getByRole("button", { name: s.samples, exact: true })).toBeVisible();
  // What is loaded behind the first sight may bring live regions.
  await page.waitForLoadState("networkidle");
  await ear.attend();
  return ear;
}

async function speak(page: Page, names: Names, text: string): Promise<void> {
  await script(page, names).fill(text);
  await page.getByRole("button", { name: names.t.speak.speak, exact: true }).click();
}

const status = (text: string): Said => ({ by: "status", text });

/** That this and nothing else was said, each once, in this order. */
async function hears(ear: Ear, ...expected: readonly object[]): Promise<void> {
  await expect.poll(() => ear.said()).toEqual(expected);
  await ear.quiet();
  expect(await ear.said()).toEqual(expected);
}

test.describe("to a screen reader in en-GB", () => {
  test.use({ locale: "en-GB" });
  const names = namesOf("en");
  const { t, h, m } = names;
  const text = "One small step, and the door is open.";

  test("a mode that changes by itself is said once, and so is its return", async ({ page }) => {
    const ear = await open(page, names);
    const area = script(page, names);
    const { switchedTooLong, ends, bothEnd, lower, names: modes, back } = t.mode;
    const stream = ends(modes.stream, 1_000);
    const ended = { speech: stream, async: bothEnd(stream, ends(modes.speech, 5_000)) };
    const tooLong = (to: "speech" | "async") => status(switchedTooLong(ended[to], lower[to]));
    const expected: Said[] = [];
    // The next key waits for what is said: what stood for less than a frame is said by no screen reader.
    const switches = async (to: "stream" | "speech" | "async", said: Said): Promise<void> => {
      await expect(mode(page, names, to)).toBeChecked();
      expected.push(said);
      await hears(ear, ...expected);
    };
    await area.fill("a".repeat(999));
    // Every key is a character: two before the limit is passed, three behind it.
    for (let key = 0; key < 5; key++) await area.press("a");
    await switches("speech", tooLong("speech"));
    await area.fill("a".repeat(5_001));
    await switches("async", tooLong("async"));
    await area.fill("a".repeat(5_000));
    await switches("speech", tooLong("speech"));
    await area.fill("a".repeat(1_000));
    await switches("stream", status(back(modes.stream)));
  });

  test("a request that failed is said once, whole", async ({ page, faults, expectPageErrors }) => {
    expectPageErrors(/Failed to load resource/);
    const ear = await open(page, names);
    faults.speech(json(404, { error: { message: "No such voice.", code: "voice_not_found" } }));
    await speak(page, names, text);
    const said = "No such voice.";
    await expect(page.getByRole("alert").getByText(said, { exact: true })).toBeVisible();
    const once = { by: "alert", text: expect.stringContaining(said) };
    await hears(ear, once);
    // The same again is said again.
    faults.speech(json(404, { error: { message: "No such voice.", code: "voice_not_found" } }));
    await speak(page, names, text);
    await hears(ear, once, once);
  });

  test("a task that is done and one that failed are said once each, also twice in a row", async ({ page, faults }) => {
    const ear = await open(page, names);
    await mode(page, names, "async").check();
    faults.looks([done]);
    const tasks = page.getByRole("list", { name: h.tabs.tasks }).getByRole("listitem");
    for (const count of [1, 2]) {
      await speak(page, names, text);
      await turnToSomethingElse(page);
      await expect(tasks).toHaveCount(count);
      await expect(tasks.first()).toContainText("completed");
      await isKept(page, text);
    }
    await hears(ear, status(h.task.done(text)), status(h.task.done(text)));

    await ear.attend();
    faults.looks([{ task: { status: "failed", error: { message: "No.", code: "voice_not_found" } } }]);
    await speak(page, names, text);
    await expect(tasks.first()).toContainText("failed");
    const once = { by: "alert", text: expect.stringContaining(t.failure.titles.task_failed) };
    await hears(ear, once);
  });

  test("what is wrong with a field is said", async ({ page }) => {
    const ear = await open(page, names);
    const field = page.locator("[data-field=speed]");
    await field.getByRole("textbox").fill("abc");
    const problem = field.getByRole("status");
    await expect(problem).not.toBeEmpty();
    await hears(ear, status((await problem.textContent()) ?? ""));
  });

  test("a connection that is lost and comes back is said once each", async ({
    page,
    context,
    baseURL,
    expectPageErrors,
  }) => {
    expectPageErrors(/Failed to load resource/);
    // A page from this machine needs no network.
    const ear = await open(page, names, elsewhereAddress(baseURL));
    const badge = page.getByRole("button", { name: new RegExp(`^${t.header.connection}`) });
    await context.setOffline(true);
    await expect(badge).toContainText(t.header.offline);
    await expect.poll(() => ear.said()).toEqual([status(t.connection.troubles.offline)]);
    await context.setOffline(false);
    await expect(page.getByText(/· 3 /)).toBeVisible({ timeout: 45_000 });
    await hears(ear, status(t.connection.troubles.offline), status(t.connection.found));
  });

  test("what was copied is said once, and the button's name stays", async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const ear = await open(page, names);
    await speak(page, names, text);
    const player = page.getByRole("region", { name: t.player.label, exact: true });
    await expect(player).toContainText(t.player.moments.complete);
    await player.getByRole("button", { name: t.player.figures }).click();
    const copy = page.getByRole("dialog").getByRole("button", { name: m.figures.copy, exact: true });
    await expect(copy).toBeVisible();
    await ear.attend();
    await copy.click();
    await expect(copy).toHaveText(t.copying.copied);
    await expect(copy).toHaveText(m.figures.copy);
    await hears(ear, status(t.copying.copied));
  });

  test("what comes and goes is said: words that no voice goes by, a body in the place of another", async ({ page }) => {
    const { q, t, v } = names;
    const ear = await open(page, names);
    await page.getByRole("button", { name: /^Voice:/ }).click();
    const search = page.getByRole("combobox", { name: v.search });
    await expect(search).toBeVisible();
    await ear.quiet();
    await ear.attend();
    await search.fill("deep male voice");
    await expect.poll(() => ear.said()).toContainEqual(status(v.dropped("deep")));
    await search.press("Escape");

    await page.getByRole("tab", { name: h.tabs.request }).click();
    await page.getByRole("radio", { name: q.views.byHand }).check();
    await expect(page.getByRole("textbox", { name: q.byHand.body, exact: true })).not.toHaveValue("");
    await ear.quiet();
    await ear.attend();
    await page.getByRole("button", { name: q.byHand.fromForm }).click();
    await expect.poll(() => ear.said()).toContainEqual(status(`${q.byHand.replaced} ${t.words.undo}`));
  });
});
