import { chromium } from "@playwright/test";
import { browserLaunchOptions } from "./browsers/find.ts";
import { startProduct } from "./product.ts";

const [root, tag] = process.argv.slice(2) as [string, string];
const own = await startProduct({ root });
const browser = await chromium.launch(browserLaunchOptions());
const dir = "/tmp/codemod/shots/";
for (const [w, h, scheme, locale] of [
  [1440, 900, "light", "en-GB"],
  [1440, 900, "dark", "zh-CN"],
  [390, 844, "light", "en-GB"],
] as const) {
  const context = await browser.newContext({
    viewport: { width: w, height: h },
    colorScheme: scheme,
    locale,
    serviceWorkers: "block",
    reducedMotion: "reduce",
    hasTouch: w === 390,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  const shot = async (n: string) => {
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${dir}${tag}-${w}-${scheme}-${n}.png`, animations: "disabled", caret: "hide" });
  };
  const zh = locale === "zh-CN";
  const step = async (n: string, f: () => Promise<unknown>) => {
    try {
      await f();
      await shot(n);
    } catch (e) {
      console.log("failed", tag, w, n, String(e).split("\n")[0]);
    }
    await page.keyboard.press("Escape").catch(() => {});
  };
  await page.goto(own.address);
  await page.getByRole("tab").first().waitFor();
  await page.waitForTimeout(1500);
  await shot("00-first");
  await page.getByRole("radio", { name: "Cloud TTS" }).check({ force: true });
  await step("01-spoken", async () => {
    await page
      .getByRole("button", { name: zh ? /^朗读$/ : /^Speak$/ })
      .first()
      .click();
    await page.waitForTimeout(5000);
  });
  await step("02-figures", async () => {
    await page.getByRole("button", { name: zh ? /测量数据/ : /^Figures/ }).click();
  });
  await step("03-takemenu", async () => {
    await page
      .getByRole("grid")
      .getByRole("button", { name: zh ? "更多" : "More", exact: true })
      .first()
      .click();
  });
  await step("04-rename", async () => {
    await page.getByRole("grid").getByRole("row").first().focus();
    await page.keyboard.press("e");
  });
  await step("05-manage", async () => {
    await page.getByRole("button", { name: zh ? "管理记录" : "Manage takes" }).click();
  });
  await step("06-export", async () => {
    await page.getByRole("button", { name: zh ? "管理记录" : "Manage takes" }).click();
    await page.getByRole("menuitem", { name: /^(Export \d|导出 \d)/ }).click();
  });
  await step("07-choose", async () => {
    await page.getByRole("button", { name: zh ? "管理记录" : "Manage takes" }).click();
    await page.getByRole("menuitem", { name: /^(Choose takes|选择记录)/ }).click();
  });
  await page
    .getByRole("button", { name: zh ? "完成" : "Done", exact: true })
    .click()
    .catch(() => {});
  await step("08-samples", async () => {
    await page.getByRole("button", { name: zh ? "示例" : "Samples", exact: true }).click();
  });
  await step("09-voices", async () => {
    await page.getByRole("button", { name: zh ? /^音色/ : /^Voice:/ }).click();
    await page.waitForTimeout(500);
  });
  await step("10-keys", async () => {
    await page.getByRole("heading", { level: 1 }).first().click();
    await page.keyboard.press("?");
  });
  await step("11-connection", async () => {
    await page.getByRole("button", { name: zh ? /^连接/ : /^Connection/ }).click();
  });
  await step("12-refvoice", async () => {
    await page.getByRole("radio", { name: "RefVoice 2" }).check({ force: true });
  });
  await step("13-emotion", async () => {
    await page
      .getByRole("button", { name: zh ? /低沉/ : /Lower/ })
      .first()
      .click();
    await page
      .getByRole("radio")
      .filter({ hasNot: page.locator("[disabled]") })
      .nth(0)
      .isVisible();
    const all = page.locator("aside [role=radiogroup] label");
    await all.last().click();
    await page.locator("aside").evaluate((e) => e.scrollTo(0, 5000));
  });
  await step("14-invalid", async () => {
    await page.locator("aside input[type=text], aside input:not([type])").last().fill("x");
  });
  await step("15-tasks", async () => {
    await page
      .getByRole("radio", { name: "StreamSpeech" })
      .first()
      .check({ force: true })
      .catch(() => {});
    await page.getByRole("tab").nth(1).click();
  });
  await page.getByRole("tab").nth(0).click();
  await step("16-stage", async () => {
    await page.getByRole("heading", { level: 1 }).first().click();
    await page.keyboard.press("p");
    await page.waitForTimeout(1200);
    await page.mouse.move(50, 50);
  });
  await step("17-programme", async () => {
    await page.getByRole("heading", { level: 1 }).first().click();
    await page.keyboard.press("p");
    await page.waitForTimeout(1200);
    await page.mouse.move(60, 60);
    await page
      .getByRole("button", { name: zh ? "节目单" : "Programme" })
      .first()
      .click();
    await page
      .getByRole("button", { name: zh ? /加入页面/ : /Add the page/ })
      .click()
      .catch(() => {});
  });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await step("18-empty-script", async () => {
    await page.locator("textarea").first().fill("");
  });
  await step("19-broken", async () => {
    await page
      .locator("textarea")
      .first()
      .fill(
        "This is a line that was broken by a page's width, as PDFs\nhave them, and it goes on in the next one, which is as long\nas the first one and so on, until the text is at its end by\nthen, or so it seems to whoever reads it today.",
      );
  });
  await context.close();
}
await browser.close();
await own.stop();
