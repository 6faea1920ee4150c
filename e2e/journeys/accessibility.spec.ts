import { findings, findingsByLook } from "../axe.ts";
import { listOf, startFakeUpstream } from "../fake-upstream.ts";
import { expect, test } from "../fixtures.ts";
import { allowStorage } from "../page.ts";
import { startProduct } from "../product.ts";

const languages = [
  {
    locale: "en-GB",
    colorScheme: "light",
    find: findings,
    script: "Script",
    speak: "Speak",
    voice: /^Voice:/,
    search: "Search voices",
    hear: "Hear Autumn",
    japanese: /The script is written in Japanese/,
    history: "History",
    full: /storage is full/,
    noMatch: "No take matches.",
    speech: "Speech",
    reference: "Reference recording",
    stop: "Stop",
  },
  {
    locale: "zh-CN",
    colorScheme: "dark",
    find: findingsByLook,
    script: "文本",
    speak: "朗读",
    voice: /^音色：/,
    search: "搜索音色",
    hear: "试听 Mei",
    japanese: /文本使用日/,
    history: "历史",
    full: /存储已满/,
    noMatch: "没有符合条件的记录。",
    speech: "整段",
    reference: "参考录音",
    stop: "停止",
  },
] as const;

for (const { locale, colorScheme, find, ...names } of languages) {
  test.describe(`${colorScheme}, ${locale}`, () => {
    // axe is run as a script of the page, which the page's own policy forbids.
    test.use({ colorScheme, locale, bypassCSP: true, reducedMotion: "reduce" });

    test("axe finds nothing in questions, hints and notices", async ({ page, context, expectPageErrors }) => {
      test.slow();
      expectPageErrors(/Failed to load resource/);
      const upstream = await startFakeUpstream(listOf("chat-large"));
      const playground = await startProduct({
        environment: { SPEECH_BASE_URL: upstream.address, SPEECH_API_KEY: "sk-any" },
      });
      try {
        // Synchronous RefVoice requests are never answered; the others are, by a second of sound.
        let unanswered = 0;
        await context.route("**/v1/audio/speech", async (route) => {
          if (route.request().postData()?.includes("refvoice-2")) unanswered += 1;
          else await route.fallback();
        });
        page.on("dialog", (dialog) => dialog.accept());
        await allowStorage(page, playground.address, 12_000);
        await page.goto(playground.address);
        await page.getByRole("button", { name: names.hear }).click();
        await expect(page.locator("#samples-cost")).toBeVisible();
        expect(await find(page), "what hearing the chosen voice costs").toEqual([]);
        await page.keyboard.press("Escape");

        await page.getByRole("button", { name: names.voice }).click();
        await page.getByRole("combobox", { name: names.search }).press("Shift+Enter");
        await expect(page.locator("#samples-cost")).toBeVisible();
        expect(await find(page), "what hearing a voice costs").toEqual([]);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");

        await page
          .getByRole("textbox", { name: names.script })
          .fill("みなさま、こんばんは。ご乗車ありがとうございます。");
        await expect(page.getByText(names.japanese)).toBeVisible();
        expect(await find(page), "a hint that the voice speaks another language").toEqual([]);

        await page.getByRole("button", { name: names.speak }).click();
        const question = page.getByRole("alertdialog");
        await expect(question).toBeVisible();
        expect(await find(page), "a model that isn't listed").toEqual([]);
        await question.getByRole("button").first().click();
        await expect(page.getByRole("grid").getByRole("row")).toHaveCount(1);
        await expect(page.getByRole("region", { name: names.history })).toContainText(names.full);
        expect(await find(page), "a full storage").toEqual([]);
        await page.getByRole("searchbox").fill("nothing like this");
        await expect(page.getByText(names.noMatch)).toBeVisible();
        expect(await find(page), "a search that finds nothing").toEqual([]);

        await page.getByRole("radio", { name: "RefVoice 2" }).check();
        await page.getByRole("radio", { name: names.speech, exact: true }).check();
        await page.getByRole("textbox", { name: names.reference }).fill("https://voices.example/mine.wav?expires=1");
        const press = page.getByRole("button", { name: names.speak });
        await press.click();
        await question.getByRole("button").first().click();
        await expect.poll(() => unanswered).toBe(1);
        await page.getByRole("button", { name: names.stop, exact: true }).click();
        await press.click();
        await expect(question).toBeVisible();
        expect(await find(page), "a request that may be running already").toEqual([]);
        await question.getByRole("button").last().click();

        await context.unroute("**/v1/audio/speech");
        await context.setOffline(true);
        await press.click();
        await question.getByRole("button").first().click();
        await expect(page.getByRole("alert")).toBeVisible();
        expect(await find(page), "off line").toEqual([]);
      } finally {
        await playground.stop();
        await upstream.stop();
      }
    });
  });
}
