import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { findings } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { history, isHeardInPlayer, row, speak } from "../page.ts";

const first = "The night train leaves at ten.";
const second = "Nobody knows where it goes.";

async function manage(page: Page, item: string | RegExp): Promise<void> {
  await history(page).getByRole("button", { name: "Manage takes" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function save(page: Page, format: string, check?: string): Promise<Download> {
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  await dialog.getByRole("radio", { name: format }).check();
  if (check !== undefined) await dialog.getByRole("checkbox", { name: check }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save" }).click(),
  ]);
  await expect(dialog).toContainText("Saved as");
  await dialog.getByRole("button", { name: "Close" }).click();
  return download;
}

const text = async (download: Download) => readFile(await download.path(), "utf8");

/** The bytes of the only sound in the page's library. */
const soundBytes = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open("speech-playground");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const sounds = opening.result.transaction("sounds").objectStore("sounds").getAll();
          sounds.onsuccess = async () => {
            opening.result.close();
            const texts = sounds.result.map(async ({ id, blob }: { id: string; blob: Blob }) => {
              const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
              return `${id} ${blob.size} ${digest.join(",")}`;
            });
            resolve((await Promise.all(texts)).sort());
          };
        };
      }),
  );

test("takes leave as a zip and are there again in another browser, byte for byte, marked and playable", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/");
  for (const script of [first, second]) {
    await speak(page, script);
    await expect(row(page, script)).toContainText("kB");
    await isKept(page, script);
  }
  await row(page, first).getByRole("button", { name: "Star" }).click();
  await manage(page, "Select takes…");
  const choosing = page.getByRole("toolbar", { name: "Select takes…" });
  await row(page, first).getByRole("checkbox", { name: "Select" }).check();
  await expect(choosing).toContainText("1 take selected");
  await row(page, first).press("ArrowUp");
  await page.keyboard.press("x");
  await expect(choosing).toContainText("2 takes selected");
  await expect(row(page, second)).toHaveAttribute("aria-selected", "true");
  expect(await findings(page)).toEqual([]);
  await choosing.getByRole("button", { name: "Export…" }).click();
  await expect(page.getByRole("dialog", { name: "Export 2 takes" })).toContainText("[removed]");
  expect(await findings(page)).toEqual([]);
  const zip = await save(page, "Zip");
  expect(zip.suggestedFilename()).toMatch(/^takes \d{4}-\d\d-\d\d \d\d\.\d\d\.zip$/);
  const sounds = await soundBytes(page);
  expect(sounds).toHaveLength(2);

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await context.newPage();
  await other.goto("/");
  const pick = async (): Promise<void> => {
    const [chooser] = await Promise.all([
      other.waitForEvent("filechooser"),
      other
        .getByRole("button", { name: "Import takes…" })
        .or(other.getByRole("menuitem", { name: "Import takes…" }))
        .click(),
    ]);
    await chooser.setFiles(await zip.path());
  };
  await pick();
  await expect(history(other)).toContainText("2 takes imported.");
  await expect(row(other, first)).toContainText("imported");
  await expect(row(other, first).getByRole("button", { name: "Star" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => soundBytes(other)).toEqual(sounds);
  await other.reload();
  const posts: string[] = [];
  other.on("request", (request) => void (request.method() === "POST" && posts.push(request.url())));
  await row(other, first).getByRole("button", { name: "Hear" }).click();
  await isHeardInPlayer(other);
  expect(posts).toEqual([]);

  // Dropped on the page a second time: nothing is doubled.
  const bytes = (await readFile(await zip.path())).toString("base64");
  const files = await other.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([content], "takes.zip"));
    return transfer;
  }, bytes);
  await history(other).dispatchEvent("drop", { dataTransfer: files });
  await expect(history(other)).toContainText("Nothing was imported. 2 were here already.");
  await expect(history(other).getByRole("row")).toHaveCount(2);
  await context.close();
});

test("the other files hold what they should, and a page that is no zip is refused kindly", async ({
  page,
  expectPageErrors,
}) => {
  expectPageErrors(/status of 400/);
  await page.goto("/");
  await page.getByRole("textbox", { name: "Script" }).fill("=1+1 <b>bold</b>");
  await page.getByRole("button", { name: "Speak", exact: true }).click();
  await expect(row(page, /=1\+1/)).toContainText("kB");
  await isKept(page, "=1+1 <b>bold</b>");

  await manage(page, "Export 1 take…");
  const csv = await text(
    await save(page, "Table", "For Excel, which needs a mark at the beginning to know the encoding"),
  );
  expect(csv.startsWith("\ufeffid,created,")).toBe(true);
  expect(csv).toContain(`,"'=1+1 <b>bold</b>",`);
  expect(csv.trimEnd().split("\r\n")).toHaveLength(2);

  await row(page, /=1\+1/).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Export…" }).click();
  const har = JSON.parse(await text(await save(page, "HAR", "With the audio, as base64")));
  const [entry] = har.log.entries;
  expect(har.log).toMatchObject({ version: "1.2", creator: { name: "Speech Playground" } });
  expect(entry).toMatchObject({ request: { method: "POST" }, response: { status: 200 } });
  expect(JSON.parse(entry.request.postData.text)).toMatchObject({ input: "=1+1 <b>bold</b>" });
  expect(Buffer.from(entry.response.content.text, "base64").length).toBe(entry.response.content.size);
  expect(JSON.stringify(har)).not.toMatch(/authorization|cookie"?:\s*"[^[]/i);

  await manage(page, "Export 1 take…");
  const report = await save(page, "Page");
  const requests: string[] = [];
  const reader = await page.context().newPage();
  reader.on("request", (request) => void (request.url().startsWith("http") && requests.push(request.url())));
  await reader.setContent(await text(report));
  await expect(reader.getByRole("heading", { name: "=1+1 <b>bold</b>" })).toBeVisible();
  await reader.locator("audio").evaluate((audio) => audio instanceof HTMLAudioElement && audio.load());
  const duration = () =>
    reader.locator("audio").evaluate((audio) => (audio instanceof HTMLAudioElement ? audio.readyState : 0));
  await reader.locator("audio").evaluate((audio) => audio.setAttribute("preload", "auto"));
  await expect.poll(duration).toBeGreaterThan(0);
  expect(await findings(reader)).toEqual([]);
  expect(requests).toEqual([]);
  await reader.close();

  await history(page).getByRole("button", { name: "Manage takes" }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("menuitem", { name: "Import takes…" }).click(),
  ]);
  await chooser.setFiles({ name: "notes.zip", mimeType: "application/zip", buffer: Buffer.from("no zip") });
  await expect(history(page)).toContainText("notes.zip can't be imported");
});
