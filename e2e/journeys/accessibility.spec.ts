import { findings } from "../axe.ts";
import { listOf, startFakeUpstream } from "../fake-upstream.ts";
import { expect, test } from "../fixtures.ts";
import { allowStorage } from "../page.ts";
import { startProduct } from "../product.ts";

const languages = [
  {
    locale: "en-GB",
    script: "Script",
    speak: "Speak",
    voice: /^Voice:/,
    search: "Search voices",
    player: "Player",
    play: "Play",
    more: "More",
    edit: "Name and note…",
    manage: "Manage takes",
    readAlong: "Read along",
    captions: "Captions",
    hear: "Hear Autumn",
    japanese: /The script is written in Japanese/,
    full: /storage is full/,
    noMatch: "No take matches.",
    speech: "Speech",
    reference: "Reference recording",
    stop: "Stop",
  },
  {
    locale: "zh-CN",
    script: "文本",
    speak: "朗读",
    voice: /^音色：/,
    search: "搜索音色",
    player: "播放器",
    play: "播放",
    more: "更多",
    edit: "名称与备注…",
    manage: "管理记录",
    readAlong: "跟读",
    captions: "字幕",
    hear: "试听 Mei",
    japanese: /文本使用日/,
    full: /存储已满/,
    noMatch: "没有符合条件的记录。",
    speech: "语音",
    reference: "参考录音",
    stop: "停止",
  },
] as const;

for (const colorScheme of ["light", "dark"] as const) {
  for (const { locale, ...names } of languages) {
    test.describe(`${colorScheme}, ${locale}`, () => {
      // axe is run as a script of the page, which the page's own policy forbids.
      test.use({ colorScheme, locale, bypassCSP: true, reducedMotion: "reduce" });

      test("axe finds nothing on the page in its main states", async ({ page, expectPageErrors }) => {
        expectPageErrors(/status of 400/);
        await page.goto("/");
        const script = page.getByRole("textbox", { name: names.script });
        await expect(page.getByText(/· 3 /)).toBeVisible();
        expect(await findings(page), "a first visit").toEqual([]);

        await page.getByRole("button", { name: names.voice }).click();
        const search = page.getByRole("combobox", { name: names.search });
        await expect(search).toBeFocused();
        expect(await findings(page), "the list of voices").toEqual([]);
        await search.press("Escape");

        await page.getByRole("button", { name: /^(Connection|连接)/ }).click();
        await expect(page.getByRole("textbox", { name: /^(Group multiplier|分组倍率)/ })).toBeVisible();
        expect(await findings(page), "the connection").toEqual([]);
        await page.keyboard.press("Escape");

        await page.getByRole("button", { name: /^(Samples|示例)$/ }).click();
        await expect(page.getByRole("menuitem").first()).toBeVisible();
        expect(await findings(page), "the sample scripts").toEqual([]);
        await page.keyboard.press("Escape");

        for (const model of ["Cloud TTS", "RefVoice 2", "StreamSpeech v8"]) {
          await page.getByRole("radio", { name: model }).check({ force: true });
          expect(await findings(page), model).toEqual([]);
        }

        await script.fill("a".repeat(500_001));
        await expect(page.getByText("500,001 / 500,000")).toBeVisible();
        expect(await findings(page), "a script that is too long").toEqual([]);

        await script.fill("");
        expect(await findings(page), "an empty script").toEqual([]);

        await script.fill("One.");
        await page.getByRole("button", { name: names.speak }).click();
        await expect(page.getByRole("region", { name: names.player }).getByRole("link")).toBeVisible();
        await expect(page.getByRole("button", { name: names.play, exact: true })).toBeVisible();
        expect(await findings(page), "after a sentence").toEqual([]);

        await page.getByRole("textbox", { name: /^(Speed|语速)/ }).fill("5");
        await page.getByRole("button", { name: names.speak }).click();
        await expect(page.getByRole("alert")).toBeVisible();
        expect(await findings(page), "a refusal").toEqual([]);
        await page.getByRole("alert").getByRole("button").last().click();

        const takes = page.getByRole("grid");
        await takes.getByRole("button", { name: names.more }).first().click();
        await expect(page.getByRole("menuitem").first()).toBeVisible();
        // What an open menu covers in part isn't pressed before the menu is gone.
        expect(await findings(page, "[role=menu]"), "a take's menu").toEqual([]);
        await page.getByRole("menuitem", { name: names.edit }).click();
        await expect(takes.getByRole("textbox").first()).toBeFocused();
        expect(await findings(page), "a take's name").toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: names.manage }).click();
        await page.getByRole("menuitem").last().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await findings(page), "a question").toEqual([]);
      });

      test("axe finds nothing in questions, hints and notices", async ({ page, context, expectPageErrors }) => {
        test.slow();
        expectPageErrors(/Failed to load resource/);
        const upstream = await startFakeUpstream(listOf("chat-large"));
        const playground = await startProduct({
          environment: { SPEECH_BASE_URL: upstream.address, SPEECH_API_KEY: "sk-any" },
        });
        try {
          // Synchronous RefVoice requests are never answered; the others are, by a second of sound.
          await context.route("**/v1/audio/speech", async (route) => {
            if (!route.request().postData()?.includes("refvoice-2")) await route.fallback();
          });
          page.on("dialog", (dialog) => dialog.accept());
          await allowStorage(page, playground.address, 12_000);
          await page.goto(playground.address);
          await page.getByRole("button", { name: names.hear }).click();
          await expect(page.locator("#samples-cost")).toBeVisible();
          expect(await findings(page), "what hearing the chosen voice costs").toEqual([]);
          await page.keyboard.press("Escape");

          await page.getByRole("button", { name: names.voice }).click();
          await page.getByRole("combobox", { name: names.search }).press("Shift+Enter");
          await expect(page.locator("#samples-cost")).toBeVisible();
          expect(await findings(page), "what hearing a voice costs").toEqual([]);
          await page.keyboard.press("Escape");
          await page.keyboard.press("Escape");

          await page
            .getByRole("textbox", { name: names.script })
            .fill("みなさま、こんばんは。ご乗車ありがとうございます。");
          await expect(page.getByText(names.japanese)).toBeVisible();
          expect(await findings(page), "a hint that the voice speaks another language").toEqual([]);

          await page.getByRole("button", { name: names.speak }).click();
          const question = page.getByRole("alertdialog");
          await expect(question).toBeVisible();
          expect(await findings(page), "a model that isn't listed").toEqual([]);
          await question.getByRole("button").first().click();
          await expect(page.getByRole("grid").getByRole("row")).toHaveCount(1);
          await expect(page.getByText(names.full)).toBeVisible();
          expect(await findings(page), "a full storage").toEqual([]);
          await page.getByRole("searchbox").fill("nothing like this");
          await expect(page.getByText(names.noMatch)).toBeVisible();
          expect(await findings(page), "a search that finds nothing").toEqual([]);

          await page.getByRole("radio", { name: "RefVoice 2" }).check({ force: true });
          await page.getByRole("radio", { name: names.speech, exact: true }).check({ force: true });
          await page.getByRole("textbox", { name: names.reference }).fill("https://voices.example/mine.wav?expires=1");
          const press = page.getByRole("button", { name: names.speak });
          await press.click();
          await question.getByRole("button").first().click();
          const stop = page.getByRole("button", { name: names.stop, exact: true });
          await stop.click();
          await press.click();
          await expect(question).toBeVisible();
          expect(await findings(page), "a request that may be running already").toEqual([]);
          await question.getByRole("button").last().click();

          await context.unroute("**/v1/audio/speech");
          await context.setOffline(true);
          await press.click();
          await question.getByRole("button").first().click();
          await expect(page.getByRole("alert")).toBeVisible();
          expect(await findings(page), "off line").toEqual([]);
        } finally {
          await playground.stop();
          await upstream.stop();
        }
      });

      test("axe finds nothing in the words, over the script and as captions", async ({ page }) => {
        await page.goto("/");
        await page.getByRole("textbox", { name: names.script }).fill("One.");
        await page.getByRole("radio", { name: "WebSocket" }).check({ force: true });
        await page.getByRole("button", { name: names.speak }).click();
        await page.getByRole("button", { name: names.captions }).click();
        await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(3);
        expect(await findings(page), "the captions").toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: names.readAlong }).click();
        const readAlong = page.getByRole("region", { name: names.readAlong });
        await readAlong.getByText("One", { exact: true }).click();
        await expect(readAlong.locator("[data-span]")).toHaveCount(1);
        expect(await findings(page), "reading along").toEqual([]);
      });
    });
  }
}
