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

test("a text file by the button: GB18030 is told from UTF-8, as a guess that can be put right", async ({ page }) => {
  await page.goto("/");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a text file" }).click();
  await (await choosing).setFiles({ name: "夜车.txt", mimeType: "text/plain", buffer: gb18030 });
  await expect(script(page)).toHaveValue(chinese);
  await expect(page.getByText("Read 夜车.txt: 7 characters. That it is in GB18030 is a guess.")).toBeVisible();
  await expect(script(page)).toBeFocused();
  await page.getByRole("button", { name: "Read as EUC-KR" }).click();
  await expect(script(page)).toHaveValue(new TextDecoder("euc-kr").decode(gb18030));
  await expect(page.getByText("Read 夜车.txt")).toContainText("EUC-KR");
  // What is said is said in whatever language the page is in, and the way back leads to what was there before the file.
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByText("已读取 夜车.txt")).toContainText("EUC-KR");
  await page.getByRole("button", { name: "撤销", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "文本" })).toHaveValue(/night train/);
});

test("a text file by drop: UTF-16, captions without times; picture, document and long book are refused", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Samples" })).toBeVisible();
  const text = "Über den Fluss.";
  await drop(page, "fluss.txt", [0xff, 0xfe, ...Buffer.from(text, "utf16le")]);
  await expect(script(page)).toHaveValue(text);
  await expect(page.getByText("Read fluss.txt: 15 characters, UTF-16 LE.")).toBeVisible();
  await drop(page, "photo.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  await expect(page.getByText("photo.png isn't a text file, so it wasn't read.")).toBeVisible();
  await drop(page, "letter.docx", [...Buffer.from("PK\x03\x04 [Content_Types].xml word/document.xml")]);
  await expect(page.getByText("letter.docx is a Word document. Save it as plain text")).toBeVisible();
  await drop(page, "film.srt", [...Buffer.from("1\n00:00:00,000 --> 00:00:02,000\n<i>All aboard</i>\nthe train.\n")]);
  await expect(script(page)).toHaveValue("All aboard the train.");
  await expect(
    page.getByText(/^Read film.srt.*Numbers, times and markup of the captions are left out.$/),
  ).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(script(page)).toHaveValue(text);
  await drop(page, "photo.png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  const refused = page.getByText("photo.png isn't a text file, so it wasn't read.");
  await expect(refused).toBeVisible();
  await script(page).press("End");
  await script(page).pressSequentially("!");
  await expect(refused).toHaveCount(0);
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a text file" }).click();
  await (await choosing).setFiles({ name: "book.txt", mimeType: "text/plain", buffer: Buffer.alloc(500_001, "a") });
  await expect(page.getByText(/book.txt has 500,001 characters; at most 500,000/)).toBeVisible();
  await expect(script(page)).toHaveValue(`${text}!`);
});
