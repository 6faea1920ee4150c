import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { BlobReader, BlobWriter, TextReader, ZipReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { listen } from "../../src/http/fake-service.fixture.ts";
import { expect, test } from "../fixtures.ts";
import { isKept } from "../kept.ts";
import { history, importZip, row, speak } from "../page.ts";

/** Means something to every shell, and is a text to be spoken. */
const hostileText = 'It\'s "$(touch owned)" `touch owned` $SPEECH_API_KEY \\ ; touch owned #';
const key = "sk-canary-of-the-reader-51c9";

async function manage(page: Page, item: string): Promise<void> {
  await history(page).getByRole("button", { name: "Manage takes" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** All takes of the page as a zip. */
async function exported(page: Page): Promise<Blob> {
  await manage(page, "Export 2 takes…");
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  await dialog.getByRole("radio", { name: "Zip" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Save" }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return new Blob(chunks.map((chunk) => new Uint8Array(chunk)));
}

/** A zip whose files hold what `change` makes of them. */
async function repack(zip: Blob, change: (name: string, text: string) => string): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const entry of await new ZipReader(new BlobReader(zip)).getEntries()) {
    if (entry.directory) continue;
    const content = new Blob([await entry.arrayBuffer()]);
    const isText = entry.filename.endsWith(".json");
    await writer.add(
      entry.filename,
      isText ? new TextReader(change(entry.filename, await content.text())) : new BlobReader(content),
    );
  }
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

/**
 * Runs a shell's code in an empty folder as its reader would; returns the files that it made, and what reached the
 * service.
 */
async function runInShell(code: string): Promise<{ readonly files: string[]; readonly reached: string[] }> {
  const reached: string[] = [];
  const service = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    reached.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
    response.setHeader("content-type", "audio/mpeg").end("sound");
  });
  const port = await listen(service);
  const folder = await mkdtemp(join(tmpdir(), "attacks-shell-"));
  try {
    await writeFile(join(folder, "speak.sh"), code);
    const env = { ...process.env, SPEECH_BASE_URL: `http://127.0.0.1:${port}`, SPEECH_API_KEY: key };
    await new Promise<void>((done) => execFile("bash", ["speak.sh"], { cwd: folder, env }, () => done()));
    return { files: (await readdir(folder)).sort(), reached };
  } finally {
    service.closeAllConnections();
    service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

test("an imported take with another address gives no code; a hostile text gives code that sends it as text", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/");
  for (const text of ["The first take.", hostileText]) {
    await speak(page, text);
    await isKept(page, text);
  }
  const zip = await repack(await exported(page), (name, text) => {
    if (!name.endsWith("request.json") || !text.includes("The first take.")) return text;
    return JSON.stringify({ ...JSON.parse(text), path: "/v1/audio/speech?x=$(touch$IFS'owned')" });
  });

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const other = await context.newPage();
  await other.goto("/");
  await importZip(other, "takes.zip", zip);
  await expect(history(other)).toContainText("1 take imported.");
  await expect(row(other, "The first take.")).toHaveCount(0);
  await row(other, /touch owned/).click();
  await other.getByRole("tab", { name: "Request" }).click();
  const view = other.getByRole("radiogroup", { name: "View" });
  await view.getByRole("radio", { name: "Code", exact: true }).check();
  await other.getByRole("combobox", { name: "Code of" }).selectOption("the chosen take");
  await other.getByRole("button", { name: "Copy code" }).click();
  await expect(other.getByRole("button").filter({ hasText: "Copied" })).toBeVisible();
  const code = await other.evaluate(() => navigator.clipboard.readText());
  const { files, reached } = await runInShell(code);
  expect(files).toEqual(["speak.sh", "speech.mp3"]);
  expect(reached).toEqual([expect.stringMatching(`^POST /v1/audio/speech Bearer ${key} `)]);
  expect(JSON.parse(reached[0]?.replace(/^.*?\{/, "{") ?? "")).toMatchObject({ input: hostileText });
  await context.close();
});
