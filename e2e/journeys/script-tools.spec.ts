import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const script = (page: Page) => page.getByRole("textbox", { name: "Script" });
const mode = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });

// 夜车十点出发。
const gb18030 = Buffer.from("d2b9b3b5cae5b5e3b3f6b7a2a1a3", "hex");
const chinese = new TextDecoder("gb18030").decode(gb18030);

/** Drops a file on the page as a person does: over it first, then let go. */
async function drop(page: Page, name: string, bytes: readonly number[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(content)], fileName));
      return data;
    },
    [name, bytes] as const,
  );
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await expect(page.getByText("Drop it here to speak it")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  await expect(page.getByText("Drop it here to speak it")).toHaveCount(0);
}

test("samples in five languages and one for each mode, each taken back by Undo", async ({ page }) => {
  await page.goto("/");
  await script(page).fill("My own words.");
  for (const [item, expected, chosen] of [
    [/English/, "Good evening, and welcome aboard.", "Stream"],
    [/日本語/, "みなさま、こんばんは。", "Stream"],
    [/한국어/, "승객 여러분", "Stream"],
    [/Español/, "Buenas noches", "Stream"],
    [/Stream length/, "The weather for tomorrow", "Stream"],
    [/Speech length/, "The lighthouse keeper's daughter", "Speech"],
    [/Async length/, "The Clockmaker of Tern Street", "Async"],
  ] as const) {
    await page.getByRole("button", { name: "Samples" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await expect(script(page)).toHaveValue(new RegExp(`^${expected}`));
    await expect(mode(page, chosen)).toBeChecked();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(script(page)).toHaveValue("My own words.");
  }
});

test("long samples are there in Chinese, by choice and by what is written, with their exact lengths", async ({
  page,
}) => {
  await page.goto("/");
  for (const [length, expected, chosen] of [
    ["Stream length", "明天的天气", "Stream"],
    ["Speech length", "灯塔看守人", "Speech"],
    ["Async length", "潮汐街的钟表匠", "Async"],
  ] as const) {
    await page.getByRole("button", { name: "Samples" }).click();
    const chinese = page.getByRole("menuitemradio", { name: "中文" });
    // The first time the script is in English; then the menu follows what is written.
    if (length === "Stream length") await chinese.click();
    await expect(chinese).toHaveAttribute("aria-checked", "true");
    const item = page.getByRole("menuitem", { name: length });
    const said = Number(/([\d,]+)$/.exec(await item.innerText())?.[1]?.replace(",", ""));
    await item.click();
    await expect(script(page)).toHaveValue(new RegExp(`^${expected}`));
    expect(Array.from(await script(page).inputValue())).toHaveLength(said);
    await expect(page.getByText(`Length of the script: ${said.toLocaleString("en")} characters`)).toBeAttached();
    await expect(mode(page, chosen)).toBeChecked();
  }
});

test("the samples are reached by keyboard, and Undo goes once something else was written", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Samples" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The script is now")).toBeVisible();
  await script(page).fill("Something else.");
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(script(page)).toHaveValue("");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(script(page)).toHaveValue("Something else.");
});

test("a text file by the button: GB18030 is told from UTF-8", async ({ page }) => {
  await page.goto("/");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a text file" }).click();
  await (await choosing).setFiles({ name: "夜车.txt", mimeType: "text/plain", buffer: gb18030 });
  await expect(script(page)).toHaveValue(chinese);
  await expect(page.getByText("Read 夜车.txt: 7 characters, GB18030.")).toBeVisible();
  await expect(script(page)).toBeFocused();
});

test("a text file by drop: UTF-16 with its mark; a picture and a book that is too long are refused", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Samples" })).toBeVisible();
  const text = "Über den Fluss.";
  await drop(page, "fluss.txt", [0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  await expect(script(page)).toHaveValue(text);
  await expect(page.getByText("Read fluss.txt: 15 characters, UTF-16.")).toBeVisible();
  await drop(page, "photo.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  await expect(page.getByText("photo.png isn't a text file, so it wasn't read.")).toBeVisible();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a text file" }).click();
  await (await choosing).setFiles({ name: "book.txt", mimeType: "text/plain", buffer: Buffer.alloc(500_001, "a") });
  await expect(page.getByText(/book.txt has 500,001 characters; at most 500,000/)).toBeVisible();
  await expect(script(page)).toHaveValue(text);
});
