import type { Page } from "@playwright/test";
import { findings } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

const script = (page: Page) => page.getByRole("textbox", { name: "Script" });
const share = (page: Page) => page.getByRole("button", { name: "Share" });
const main = (page: Page) => page.getByRole("main");

/** What the page puts on the clipboard, which a browser without a window doesn't give back. */
async function watchClipboard(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text: string) => void Object.assign(window, { copied: text }) },
    });
  });
  return () => page.evaluate(() => String(Object.entries(window).find(([key]) => key === "copied")?.[1] ?? ""));
}

test("a link brings text and settings to somebody else, sends nothing, and what was there can be brought back", async ({
  page,
  browser,
  baseURL,
}) => {
  const copied = await watchClipboard(page);
  await page.goto("/");
  await page.getByRole("textbox", { name: /^Speed/ }).fill("0.25");
  await script(page).fill("今晚十点开车。The night train. 🚂");
  await share(page).click();
  await expect(main(page)).toContainText("Link copied.");
  const link = await copied();
  expect(link).toMatch(/\/#share=1\.[\w-]+$/);
  expect(await findings(page)).toEqual([]);
  // It is said of this script and in this language.
  await script(page).fill("Something else.");
  await expect(main(page)).not.toContainText("Link copied.");

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await context.newPage();
  const urls: string[] = [];
  other.on("request", (request) => urls.push(`${request.method()} ${request.url()}`));
  await other.goto("/");
  await script(other).fill("My own work.");
  await other.goto(link);
  await expect(script(other)).toHaveValue("今晚十点开车。The night train. 🚂");
  await expect(other.getByRole("textbox", { name: /^Speed/ })).toHaveValue("0.25");
  expect(new URL(other.url()).hash).toBe("");
  await expect(main(other)).toContainText("come from a link");
  await main(other).getByRole("button", { name: "Undo" }).click();
  await expect(script(other)).toHaveValue("My own work.");
  await expect(other.getByRole("textbox", { name: /^Speed/ })).not.toHaveValue("0.25");
  expect(urls.filter((url) => url.startsWith("POST") || url.includes("share="))).toEqual([]);

  // In a page that is open already; damaged, it changes nothing.
  await other.evaluate((fragment) => location.replace(fragment), new URL(link).hash.slice(0, -4));
  await expect(main(other)).toContainText("The link is damaged");
  await expect(script(other)).toHaveValue("My own work.");
  await other.evaluate((fragment) => location.replace(fragment), new URL(link).hash);
  await expect(script(other)).toHaveValue("今晚十点开车。The night train. 🚂");
  // What is written over it isn't taken back with it.
  await expect(main(other).getByRole("button", { name: "Undo" })).toBeVisible();
  await script(other).fill("My own words again.");
  await expect(main(other).getByRole("button", { name: "Undo" })).toHaveCount(0);
  await expect(main(other)).not.toContainText("come from a link");
  await context.close();
});

test("no signed address goes along, and a long text goes as a file", async ({ page, browser, baseURL }) => {
  const copied = await watchClipboard(page);
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  await page
    .getByRole("textbox", { name: "Reference recording" })
    .fill("https://recordings.example/a.wav?X-Amz-Signature=c0ffee");
  await share(page).click();
  await expect(main(page)).toContainText("Left out, since its address holds access data: Reference recording.");
  const link = await copied();

  // Words that don't repeat, so that packing doesn't make them short.
  const long = Array.from({ length: 3_000 }, (_, at) => ((at * 2_654_435_761) % 4_294_967_296).toString(36)).join(" ");
  await script(page).fill(long);
  // Long scripts are counted a moment later, and what is said about them moves the buttons.
  await expect(main(page)).toContainText("sent as 11 requests");
  await share(page).click();
  await expect(main(page)).toContainText(/beyond 8,000 many programs cut it off/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    main(page).getByRole("button", { name: "Save as a file" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("speech settings.json");

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole("radio", { name: "RefVoice 2" })).toBeChecked();
  await expect(other.getByRole("textbox", { name: "Reference recording" })).toHaveValue("");
  await main(other)
    .locator("input[type=file]")
    .setInputFiles(await download.path());
  await expect(script(other)).toHaveValue(long);
  await context.close();
});

test("a link whose recording is on the visitor's own device or network says so before Listen asks for it", async ({
  page,
  browser,
  baseURL,
}) => {
  const copied = await watchClipboard(page);
  await page.goto("/");
  await page.getByRole("radio", { name: "RefVoice 2" }).check();
  // The same as 127.0.0.1, port 9.
  await page.getByRole("textbox", { name: "Reference recording" }).fill("http://2130706433:9/v.wav");
  await share(page).click();
  await expect.poll(copied).not.toBe("");
  const link = await copied();
  await page.getByRole("button", { name: "Lower voice" }).click();
  await share(page).click();
  await expect.poll(copied).not.toBe(link);
  const sample = await copied();

  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await context.newPage();
  const asked: string[] = [];
  other.on("request", (request) => asked.push(request.url()));
  const warning = "To play it, your browser opens this address, which is on your device or inside your own network.";
  const listen = other.getByRole("button", { name: "Listen: Reference recording" });
  await other.goto(link);
  await expect(main(other)).toContainText("come from a link");
  await expect(other.getByText(warning)).toBeVisible();
  await expect(listen).toHaveAccessibleDescription(new RegExp(warning));
  expect(asked.filter((url) => new URL(url).origin !== baseURL)).toEqual([]);
  expect(await findings(other)).toEqual([]);

  // The playground's own sample is on this machine, too, and is nobody else's.
  await other.goto("/");
  await other.goto(sample);
  await expect(main(other)).toContainText("come from a link");
  await expect(listen).toBeEnabled();
  await expect(other.getByText(warning)).toHaveCount(0);
  await context.close();
});
