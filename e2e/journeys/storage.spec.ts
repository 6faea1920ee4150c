import { expect } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { allowStorage, history, player, row, speak } from "../page.ts";
import { test } from "../spec-fake/faults.ts";

const text = "One small step, and the door is open at last, and we all go in.";

for (const [how, breakStorage] of [
  ["absent", () => Object.defineProperty(window, "indexedDB", { value: undefined })],
  [
    "refused",
    () =>
      Object.assign(IDBFactory.prototype, {
        open() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
  ],
  // An opening that never comes to an end, as behind a tab that is frozen.
  [
    "silent",
    () => {
      const { open } = IDBFactory.prototype;
      Object.assign(IDBFactory.prototype, {
        open(this: IDBFactory, ...asked: Parameters<typeof open>) {
          return Object.assign(open.apply(this, asked), { addEventListener() {} });
        },
      });
    },
  ],
] as const) {
  test(`storage that is ${how}: speaking works as ever, and the page says what it means`, async ({ page }) => {
    await page.addInitScript(breakStorage);
    await page.goto("/");
    await speak(page, "Kept in memory.");
    await expect(row(page, "Kept in memory.")).toContainText("kB");
    await expect(history(page)).toContainText(/stay until the page is closed/);
    await speak(page, "And another.");
    await expect(row(page, "And another.")).toContainText("kB");
    await row(page, "Kept in memory.").getByRole("button", { name: "Hear" }).click();
    await expect(player(page)).toContainText("Kept in memory.");

    // What else is kept there says so too, can be used all the same, and is never told as empty where that isn't known.
    const hides = how !== "absent";
    const unreadText = "what was kept can't be read";
    const unread = page.getByText(unreadText);
    await page.getByRole("tab", { name: "Batch" }).click();
    await expect(page.getByRole("textbox", { name: "Texts" })).toBeVisible();
    await expect(unread).toHaveCount(hides ? 1 : 0);
    await page.getByRole("tab", { name: "Checks" }).click();
    await expect(page.getByRole("button", { name: "New case…" })).toBeVisible();
    await expect(unread).toHaveCount(hides ? 1 : 0);
    await expect(page.getByText("No cases yet")).toHaveCount(hides ? 0 : 1);
    await page.getByRole("tab", { name: "Takes" }).click();
    await page.getByRole("button", { name: "Manage takes" }).click();
    await page.getByRole("menuitem", { name: "Programme…" }).click();
    const programme = page.getByRole("dialog", { name: "Programme" });
    await expect(programme).toBeVisible();
    await expect(programme.getByText(unreadText)).toHaveCount(hides ? 1 : 0);
  });
}

test("a storage that is full: the take is heard, stays in memory and says so; with room again it is kept", async ({
  page,
  baseURL,
}) => {
  // Before the database is there: the browser asks seldom how much room is left.
  await allowStorage(page, baseURL, 20_000);
  await page.goto("/");
  await speak(page, text);
  await expect(player(page)).toContainText("complete");
  await expect(history(page)).toContainText("The browser's storage is full");
  await row(page, text).getByRole("button", { name: "Hear" }).click();
  await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
  await speak(page, "And another one, while it is full.");
  await expect(row(page, "And another one")).toContainText("kB");

  await allowStorage(page, baseURL);
  await history(page).getByRole("button", { name: "Try again" }).click();
  await expect(history(page)).not.toContainText("storage is full");
  await isKept(page, text);
  await isKept(page, "And another one, while it is full.");
  await page.reload();
  await row(page, text).getByRole("button", { name: "Hear" }).click();
  await expect(player(page).getByRole("link", { name: /^Download/ })).toBeVisible();
});
