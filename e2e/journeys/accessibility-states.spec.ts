import type { Page } from "@playwright/test";
import { findingsInBothColours } from "../axe.ts";
import { expect } from "../fixtures.ts";
import { allModels, elsewhereAddress, player, speak, task } from "../page.ts";
import { startProduct } from "../product.ts";
import { refusal } from "../spec-fake/answer.ts";
import { test } from "../spec-fake/faults.ts";
import { done } from "../spec-fake/tasks.ts";

/** Has the browser hold back all sound, as one does that nobody has touched yet. */
async function holdBackSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("Not yet.", "NotAllowedError"));
    AudioContext.prototype.resume = () => new Promise(() => {});
    Object.defineProperty(AudioContext.prototype, "state", { get: () => "suspended" });
  });
}

// axe is run as a script of the page, which the page's own policy forbids.
test.use({ bypassCSP: true, reducedMotion: "reduce" });

test("axe finds nothing where a task's sound has expired", async ({ page, faults, expectPageErrors }) => {
  expectPageErrors(/Failed to load resource/);
  faults.looks([done]);
  faults.content(refusal(410, "It was kept for a day.", () => false));
  await page.goto("/");
  await page.getByRole("radio", { name: "Async" }).check();
  await speak(page, "Too late.");
  await expect(task(page)).toContainText("The audio is no longer there: It was kept for a day.");
  expect(await findingsInBothColours(page), "the task").toEqual([]);
  await task(page).getByRole("button", { name: "Details" }).click();
  await expect(task(page).getByRole("textbox")).toBeVisible();
  expect(await findingsInBothColours(page, "[role=tabpanel]"), "its details").toEqual([]);
});

test("axe finds nothing where the browser holds the sound back", async ({ page }) => {
  await holdBackSound(page);
  await page.goto("/");
  await speak(page, "One small step, and the door is open.");
  await expect(player(page).getByRole("button", { name: "Play now" })).toBeVisible();
  await expect(player(page)).toContainText("complete");
  expect(await findingsInBothColours(page)).toEqual([]);
});

test("axe finds nothing off line, nor in what the connection says then", async ({
  page,
  context,
  baseURL,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  // A page from this machine needs no network.
  await page.goto(elsewhereAddress(baseURL));
  await expect(page.getByText(allModels)).toBeVisible();
  const badge = page.getByRole("button", { name: /^Connection/ });
  await badge.click();
  const connection = page.getByRole("dialog", { name: "Connection" });
  // Not by a key: the keyboard's place would say its name, in front of what is looked at.
  await connection.getByRole("button", { name: "Close" }).click();
  await expect(connection).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await expect(badge).toContainText("Offline");
  expect(await findingsInBothColours(page), "the page").toEqual([]);
  await badge.click();
  await expect(connection).toContainText("You are offline.");
  expect(await findingsInBothColours(page, "[role=dialog]"), "the connection").toEqual([]);
  await context.setOffline(false);
});

test("axe finds nothing where a password is asked for, and a wrong one was given", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  const playground = await startProduct({ environment: { PLAYGROUND_PASSWORD: "open sesame" } });
  try {
    await page.goto(playground.address);
    const field = page.getByLabel("Password");
    await expect(field).toBeFocused();
    expect(await findingsInBothColours(page), "asked for").toEqual([]);
    await field.fill("open barley");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("That isn't the password.");
    expect(await findingsInBothColours(page, "dialog[open]"), "a wrong one").toEqual([]);
    await field.fill("open sesame");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
    expect(await findingsInBothColours(page), "signed in").toEqual([]);
  } finally {
    await playground.stop();
  }
});
