import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { type RunningService, startService } from "../service.fixture.ts";
import { readabilityOf } from "../synthesis/text/foreign-scripts.ts";
import { splitIntoPieces } from "../synthesis/text/pieces.ts";
import { piecesByScript } from "../synthesis/text/pieces-by-script.ts";
import { readingVoice } from "./languages.ts";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const timbre = { f0: 120, formantScale: 1, flutter: 0, roughness: 0, brightness: 100, liveliness: 1 };

const refusal = z.object({ error: z.object({ message: z.string(), param: z.string(), code: z.string() }) });

async function refusalOf(body: object, path?: string): Promise<z.infer<typeof refusal>["error"]> {
  const response = await (path === undefined
    ? service.speak(body)
    : service.request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }));
  expect(response.status).toBe(400);
  return refusal.parse(await response.json()).error;
}

/** Seconds of sound at 22,050 samples a second, and the languages that the answer names. */
async function heard(voice: string, input: string): Promise<{ seconds: number; languages: string | null }> {
  const response = await service.speak({ model: "cloud-tts", voice, input, response_format: "wav" });
  expect(response.status).toBe(200);
  const seconds = ((await response.arrayBuffer()).byteLength - 44) / 44_100;
  return { seconds, languages: response.headers.get("content-language") };
}

describe("a text of which a voice reads nothing is refused, and the part is named", () => {
  test.each([
    ["Emily", "你好世界", "你好世界"],
    ["Emily", "12: สวัสดี!", "สวัสดี"],
    ["Mei", "привет", "привет"],
    ["Mei", "これは日本語です。", "これは日本語です"],
  ])("%s: %s", async (voice, Text, part) => {
    const body = { model: "streamspeech-v8", VoiceId: voice, Text };
    for (const path of [undefined, "/v1/audio/speech/tasks"]) {
      const { message, param, code } = await refusalOf(body, path);
      expect([param, code]).toEqual(["Text", "language_not_supported"]);
      expect(message).toContain(`“${part}”`);
    }
  });

  test("in any script, by a voice of Model A, too", async () => {
    const input = "Ἐν ἀρχῇ ἦν ὁ λόγος";
    expect((await refusalOf({ model: "cloud-tts", voice: "fr-FR-DeniseNeural", input })).code).toBe(
      "language_not_supported",
    );
  });
});

describe("each script of a mixed text", () => {
  test("is spoken by its own language, and Content-Language names all of them", async () => {
    const mixed = await heard("en-US-AriaNeural", "Hello, 你好世界, goodbye. Привет!");
    expect(mixed.languages).toBe("en-US, zh-CN, ru-RU");
    const parts = await Promise.all([
      heard("en-US-AriaNeural", "Hello, goodbye."),
      heard("zh-CN-XiaoxiaoNeural", "你好世界"),
      heard("ru-RU-SvetlanaNeural", "Привет!"),
    ]);
    const together = parts.reduce((sum, { seconds }) => sum + seconds, 0);
    // Pauses come on top; spelt sign by sign it would be twice as long.
    expect(mixed.seconds).toBeGreaterThan(0.8 * together);
    expect(mixed.seconds).toBeLessThan(together + 1.2);
  });

  test.each([
    ["zh-CN-XiaoxiaoNeural", "他说：Where are you going tonight? 我不知道。", "zh-CN, en-US"],
    ["ru-RU-SvetlanaNeural", "Он сказал: je ne sais pas où est la gare.", "ru-RU, fr-FR"],
    // A name is read by the voice itself: eSpeak NG says it in English, in the same breath.
    ["zh-CN-XiaoxiaoNeural", "我用 iPhone 和 GPT-4，还有 A、B、C、D。", "zh-CN"],
    ["th-TH-PremwadeeNeural", "สวัสดี New York Times", "th-TH"],
    // But not in Japanese, where it would spell it.
    ["ja-JP-NanamiNeural", "iPhoneをかいました。", "ja-JP, en-US"],
  ])("is Latin letters, too: %s, %s", async (voice, input, languages) => {
    expect((await heard(voice, input)).languages).toBe(languages);
  });

  test.each([
    [
      "en-US-AriaNeural",
      "In Chinese it is 你好, and in Japanese it is こんにちは.",
      ["en-US: In Chinese it is ", "zh-CN: 你好, ", "en-US: and in Japanese it is ", "ja-JP: こんにちは."],
    ],
    [
      "en-US-AriaNeural",
      "In Russian: спасибо. In Ukrainian: дякую, їжак.",
      ["en-US: In Russian: ", "ru-RU: спасибо. ", "en-US: In Ukrainian: ", "uk-UA: дякую, їжак."],
    ],
    // A run without a clue is in the language of its sentence, else in that of most of the text.
    [
      "en-US-AriaNeural",
      "Russian is это. Ukrainian дом is їжак.",
      ["en-US: Russian is ", "ru-RU: это. ", "en-US: Ukrainian ", "uk-UA: дом ", "en-US: is ", "uk-UA: їжак."],
    ],
    [
      "en-US-AriaNeural",
      "The 漢字 is かんじ, or 谢谢.",
      ["en-US: The ", "ja-JP: 漢字 ", "en-US: is ", "ja-JP: かんじ, ", "en-US: or ", "zh-CN: 谢谢."],
    ],
    ["en-US-AriaNeural", "It is 東京、大阪のホテル.", ["en-US: It is ", "ja-JP: 東京、大阪のホテル."]],
    [
      "zh-CN-XiaoxiaoNeural",
      "他说：Where are you going tonight? 又说：je ne sais pas où est la gare.",
      [
        "zh-CN: 他说：",
        "en-US: Where are you going tonight? ",
        "zh-CN: 又说：",
        "fr-FR: je ne sais pas où est la gare.",
      ],
    ],
    ["zh-TW-HsiaoChenNeural", "你好就是こんにちは。", ["zh-TW: 你好就是", "ja-JP: こんにちは。"]],
    // A Chinese voice reads what Chinese characters aren't part of a Japanese word.
    ["zh-CN-XiaoxiaoNeural", "推荐一首歌：《さくら》。", ["zh-CN: 推荐一首歌：《", "ja-JP: さくら》。"]],
    ["zh-TW-HsiaoChenNeural", "推薦一首歌：《さくら》。", ["zh-TW: 推薦一首歌：《", "ja-JP: さくら》。"]],
    [
      "zh-CN-XiaoxiaoNeural",
      "日本的动画《千と千尋の神隠し》非常有名。",
      ["zh-CN: 日本的动画《", "ja-JP: 千と千尋の神隠し》", "zh-CN: 非常有名。"],
    ],
    ["zh-CN-XiaoxiaoNeural", "どら焼き很好吃，我天天都想吃。", ["ja-JP: どら焼き", "zh-CN: 很好吃，我天天都想吃。"]],
    ["zh-CN-XiaoxiaoNeural", "奶茶の味道", ["zh-CN: 奶茶", "ja-JP: の", "zh-CN: 味道"]],
    // And a Japanese one what Chinese characters the dictionary knows.
    ["ja-JP-NanamiNeural", "谢谢你们、ありがとう。", ["zh-CN: 谢谢你们、", "ja-JP: ありがとう。"]],
    [
      "ja-JP-NanamiNeural",
      "中国語で「谢谢」と言います。",
      ["ja-JP: 中国語で「", "zh-CN: 谢谢」", "ja-JP: と言います。"],
    ],
    // Where kana are joined, what Japanese has as well is Japanese.
    ["ja-JP-NanamiNeural", "對馬さんと個々の它山の石、很好。", ["ja-JP: 對馬さんと個々の它山の石、", "zh-CN: 很好。"]],
    ["ja-JP-NanamiNeural", "這麼い話を听く。", ["ja-JP: 這麼い話を听く。"]],
    ["ja-JP-NanamiNeural", "Happy birthday! おめでとう", ["en-US: Happy birthday! ", "ja-JP: おめでとう"]],
    [
      "zh-CN-XiaoxiaoNeural",
      "他说：God morgon, hur mår du idag?",
      ["zh-CN: 他说：", "sv-SE: God morgon, hur mår du idag?"],
    ],
    ["en-IN-NeerjaNeural", "ਪੰਜਾਬ and ଓଡ଼ିଆ.", ["pa-IN: ਪੰਜਾਬ ", "en-IN: and ", "or-IN: ଓଡ଼ିଆ."]],
    ["en-US-AriaNeural", "Բարեւ means hello.", ["hy-AM: Բարեւ ", "en-US: means hello."]],
  ])("may be in several languages, run by run: %s, %s", async (voice, input, parts) => {
    const spokenLanguage = voice.slice(0, 5);
    const own = { language: "own", spokenLanguage, timbre };
    const reading = await readingVoice(input, "input", own);
    const pieces = piecesByScript(splitIntoPieces(input, spokenLanguage), reading);
    expect(Array.from(pieces, (piece) => `${(piece.reading ?? own).spokenLanguage}: ${piece.text}`)).toEqual(parts);
    const languages = new Set(parts.map((part) => part.split(":")[0]));
    expect(new Set((await heard(voice, input)).languages?.split(", "))).toEqual(languages);
  });

  test("is said, not spelt: an English word in Japanese takes the time that it takes in English", async () => {
    const [mixed, own, english] = await Promise.all([
      heard("ja-JP-NanamiNeural", "Microsoft Windowsです。"),
      heard("ja-JP-NanamiNeural", "です。"),
      heard("en-US-AriaNeural", "Microsoft Windows"),
    ]);
    // Sixteen letters, each by its name, take more than four seconds.
    expect(mixed.seconds).toBeLessThan(own.seconds + 1.5 * english.seconds);
  });

  test("has the times of its own words", async () => {
    const response = await service.request("/v1/audio/speech/tasks", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "streamspeech-v8", voice: "Emily", input: "Say 东京 now.", TimestampType: "word" }),
    });
    const { id } = z.object({ id: z.string() }).parse(await response.json());
    const words = async () => {
      const answer = await service.request(`/v1/audio/speech/tasks/${id}/timestamps`);
      const document = z.object({ timestamps: z.array(z.object({ word: z.string(), text_offset: z.number() })) });
      return answer.status === 200 ? document.parse(await answer.json()).timestamps : [];
    };
    await expect.poll(words).not.toEqual([]);
    const found = await words();
    expect(found.map(({ word }) => word).join("")).toMatch(/^Say东京now\.?$/);
    expect(found.at(-1)?.text_offset).toBe(7);
  });

  test("is refused where no voice of the engine reads it, and the part is named", async () => {
    const body = { model: "cloud-tts", voice: "en-US-AriaNeural", input: "Hello, ⴰⴱⴳ and goodbye" };
    expect((await refusalOf(body)).message).toContain("“ⴰⴱⴳ”");
    const khmer = { model: "streamspeech-v8", voice: "Emily", input: "Hello សួស្តី" };
    expect((await refusalOf(khmer)).message).toContain("“សួស្តី”");
  });

  test("is named by Model C before the recording is fetched", async () => {
    const body = { model: "refvoice-2", voice: "https://example.invalid/voice.mp3", input: "Hello ⴰⴱⴳ" };
    expect((await refusalOf(body)).message).toContain("“ⴰⴱⴳ”");
    expect((await refusalOf(body, "/v1/audio/speech/tasks")).message).toContain("“ⴰⴱⴳ”");
  });
});

test.each([
  ["en-US", "Café, œuvre, Ⅷ, ª, ﬁ, 𝐀, H₂O, ② and 100 %"],
  ["zh-CN", "喜欢这家店，hello，ABC"],
  ["zh-CN", "用 New York Times 的 App\niOS\nmacOS\nWindows\nLinux"],
  ["ru-RU", "iPhone 15 Pro, Windows 11"],
  ["mk-MK", "Здраво, dobar den na site prijateli"],
  ["ja-JP", "東京タワー"],
  ["sr-RS", "Добар дан, dobar dan"],
  ["uz-UZ", "Салом"],
  ["ne-NP", "नमस्ते"],
  ["he-IL", "שָׁלוֹם"],
  ["ar-SA", "السَّلَامُ"],
  ["ko-KR", "안녕 hello"],
  ["zh-TW", "「ㄏㄠˇ」怎麼讀？"],
])("a voice of %s reads %s by itself", async (locale, text) => {
  expect((await readabilityOf(text, locale)).foreign).toEqual([]);
});

test.each([
  ["你 п ".repeat(125_000), "en-US"],
  ["a b c 你".repeat(80_000), "zh-CN"],
  ["你あ a".repeat(120_000), "en-US"],
  ["і п. ".repeat(100_000), "en-US"],
  [`${"a".repeat(1_000)}${" ".repeat(9_000)}`.repeat(50), "zh-CN"],
  ["天".repeat(500_000).concat("か"), "zh-CN"],
])("others have their turns beside a text of 500,000 characters in two scripts", async (text, locale) => {
  // Each look at the clock finds it a millisecond on.
  const clock = { looks: 0, turns: 0, longest: 0, since: 0 };
  const now = () => {
    clock.looks += 1;
    clock.longest = Math.max(clock.longest, clock.looks - clock.since);
    return clock.looks;
  };
  let others = setImmediate(function turn() {
    clock.turns += 1;
    clock.since = clock.looks;
    others = setImmediate(turn);
  });
  await readabilityOf(text, locale, now).finally(() => clearImmediate(others));
  expect(clock.turns).toBeGreaterThan(clock.looks / 25);
  expect(clock.longest).toBeLessThan(25);
});
