import { findings } from "../axe.ts";
import { expect, test } from "../fixtures.ts";

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

        const takes = page.getByRole("grid");
        await takes.getByRole("button", { name: names.more }).first().click();
        await expect(page.getByRole("menuitem").first()).toBeVisible();
        expect(await findings(page), "a take's menu").toEqual([]);
        await page.getByRole("menuitem", { name: names.edit }).click();
        await expect(takes.getByRole("textbox").first()).toBeFocused();
        expect(await findings(page), "a take's name").toEqual([]);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: names.manage }).click();
        await page.getByRole("menuitem").last().click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await findings(page), "a question").toEqual([]);
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
