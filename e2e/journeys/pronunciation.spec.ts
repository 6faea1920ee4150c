import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { chooseTransport, history, player, row } from "../page.ts";

test.setTimeout(90_000);

test("a list of pronunciations changes what is spoken, not what is written, and outlives a reload", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("The GPU hummed, and Nguyen listened to the GPU.");
  await page.getByRole("button", { name: "Pronunciation" }).click();
  const list = page.getByRole("dialog", { name: "Pronunciation" });
  const fill = async (at: number, word: string, spoken: string) => {
    await list.getByRole("textbox", { name: "Word" }).nth(at).fill(word);
    await list
      .getByRole("textbox", { name: /spoken as/i })
      .nth(at)
      .fill(spoken);
  };
  await fill(0, "GPU", "gee pee you");
  await fill(1, "Nguyen", "Win");
  const [heard] = await Promise.all([
    page.waitForRequest("**/v1/audio/speech"),
    list.getByRole("button", { name: "Hear “Win”" }).click(),
  ]);
  expect(heard.postDataJSON()).toMatchObject({ input: "Win" });
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    list.getByRole("button", { name: "Save the list" }).click(),
  ]);
  const kept = await readFile(await saved.path());
  expect(kept.toString("utf8")).toBe("GPU = gee pee you\nNguyen = Win\n");
  await list.getByRole("button", { name: "Done" }).click();
  await expect(page.locator("mark")).toHaveText(["GPU", "Nguyen", "GPU"]);

  await chooseTransport(page, "WebSocket");
  const frames: string[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => frames.push(String(payload))));
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(player(page)).toContainText("complete", { timeout: 40_000 });
  expect(frames.join("")).toContain("The gee pee you hummed, and Win listened to the gee pee you.");
  await player(page).getByRole("button", { name: "Captions" }).click();
  const [captions] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /SubRip|SRT/ }).click(),
  ]);
  const srt = (await readFile(await captions.path(), "utf8")).replace(/\s+/gu, " ");
  expect(srt).toContain("The GPU hummed, and Nguyen listened to the GPU.");
  expect(srt).not.toMatch(/gee|Win/);

  // A take brings the words that it was spoken with.
  await page.getByRole("button", { name: /^Pronunciation/ }).click();
  await list
    .getByRole("textbox", { name: /spoken as/i })
    .first()
    .fill("graphics card");
  await list.getByRole("button", { name: "Done" }).click();
  await row(page, /^The GPU hummed/)
    .getByRole("button", { name: "Reuse text and settings" })
    .click();
  await expect(history(page)).toContainText("text, settings and pronunciations of this take");
  await page.getByRole("button", { name: /^Pronunciation/ }).click();
  await expect(list.getByRole("textbox", { name: /spoken as/i }).first()).toHaveValue("gee pee you");
  await list.getByRole("button", { name: "Done" }).click();

  // Everything of the list is removed, and comes back from the file.
  await page.reload();
  await page.getByRole("button", { name: /^Pronunciation/ }).click();
  for (const word of ["GPU", "Nguyen"]) await list.getByRole("button", { name: `Remove “${word}”` }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    list.getByRole("button", { name: "Open a list…" }).click(),
  ]);
  await chooser.setFiles({ name: "pronunciation.txt", mimeType: "text/plain", buffer: kept });
  await expect(list.getByText("2 words were read.")).toBeVisible();
  await expect(list.getByRole("button", { name: "Remove “Nguyen”" })).toBeVisible();

  // 重庆 = 虫庆, in GB18030: which encoding it is in is a guess, and can be put right.
  const [other] = await Promise.all([
    page.waitForEvent("filechooser"),
    list.getByRole("button", { name: "Open a list…" }).click(),
  ]);
  const buffer = Buffer.from("d6d8c7ec203d20b3e6c7ec0a", "hex");
  await other.setFiles({ name: "list.txt", mimeType: "text/plain", buffer });
  await expect(list.getByText("One word was read. That it is in GB18030 is a guess.")).toBeVisible();
  await list.getByRole("button", { name: "Read as EUC-KR" }).click();
  await expect(list.getByRole("button", { name: "Remove “路헤”" })).toBeVisible();
  await expect(list.getByRole("button", { name: "Remove “重庆”" })).toHaveCount(0);
  await expect(list.getByText("One word was read.", { exact: true })).toBeVisible();
  await expect(list.getByRole("button", { name: "Open a list…" })).toBeFocused();
});
