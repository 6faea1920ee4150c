import { expect } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { restComes, watchAnswers } from "../network.ts";
import { allModels, elsewhereAddress, player, row, speak, task } from "../page.ts";
import { test } from "../spec-fake/faults.ts";
import { done, running } from "../spec-fake/tasks.ts";

const text = "One small step, and the door is open at last, and we all go in.";

test("offline: Speak explains itself, nothing is lost, and it speaks again once online", async ({
  page,
  context,
  faults,
  baseURL,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  const answers = await watchAnswers(page);
  // This machine is reached without a network, too: what is sent to it may have left.
  await page.goto(elsewhereAddress(baseURL));
  await expect(page.getByText(allModels)).toBeVisible();
  await restComes(page, answers);
  await context.setOffline(true);
  await speak(page, text);
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This device is offline");
  await expect(alert).toContainText("Nothing was spoken");
  await expect(row(page, text)).toContainText("failed");
  await expect(page.getByRole("textbox", { name: "Script" })).toHaveValue(text);
  await expect(page.getByRole("button", { name: /^Connection/ })).toContainText("Offline");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("complete");
  await expect(alert).toBeEmpty();
  await expect(page.getByText(allModels)).toBeVisible({ timeout: 45_000 });
  // Offline, a request doesn't leave the browser, though it is one.
  expect(new Set(faults.posts).size).toBe(1);
});

test("a task whose request had left when the network went may be running: the next press asks", async ({
  page,
  context,
  faults,
  expectPageErrors,
}) => {
  expectPageErrors(/Failed to load resource/);
  let cut = (): Promise<void> => Promise.reject(new Error("Nothing was sent."));
  await page.route("**/v1/audio/speech/tasks", (route) => {
    cut = () => route.abort("internetdisconnected");
  });
  await page.goto("/");
  await expect(page.getByText(allModels)).toBeVisible();
  await page.getByRole("radio", { name: "Async" }).check();
  await speak(page, text);
  await expect.poll(() => faults.posts.length).toBe(1);
  await context.setOffline(true);
  await cut();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("This device is offline");
  await expect(alert).toContainText("It may have been charged.");
  await context.setOffline(false);
  await isKept(page, text, "failed");
  await page.reload();
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: "This may be running already" })).toBeVisible();
  expect(faults.posts).toHaveLength(1);
});

test("offline with a task under way, on another machine: the looks pause, and go on by themselves", async ({
  page,
  context,
  faults,
  baseURL,
}) => {
  faults.looks([running, running, done]);
  const answers = await watchAnswers(page);
  await page.goto(elsewhereAddress(baseURL));
  await expect(page.getByText(allModels)).toBeVisible();
  await restComes(page, answers);
  await page.getByRole("radio", { name: "Async" }).check();
  await speak(page, text);
  await expect(task(page)).toContainText(/queued|in progress/);
  await context.setOffline(true);
  await expect(page.getByRole("button", { name: /^Connection/ })).toContainText("Offline");
  await expect(task(page)).toContainText("checks again when back online");
  await context.setOffline(false);
  await expect(task(page)).toContainText("completed", { timeout: 60_000 });
  await isKept(page, text);
  expect(faults.posts).toHaveLength(1);
});
