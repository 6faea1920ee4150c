import { expect, test } from "vitest";
import { sampleSentences } from "../../../contract/sample-sentences.ts";
import { calibrationText } from "../../adaptation/fitting/calibration-texts.ts";
import { languageForLocale } from "../../engines/espeak/languages.ts";
import { languageOfText } from "./text-language.ts";

const told =
  "af am ar az bg bn ca cs cy da de el en es et fa fi fil fr ga gu he hi hr hu id is it ja ka kk kn ko lt lv " +
  "mk ml mr mt my nb ne nl pl pt ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yue zh";

test.each(told.split(" "))("an everyday sentence in %s", async (language) => {
  const found = await languageOfText(sampleSentences[language] ?? "");
  expect(language === "yue" ? found : found.split("-")[0]).toBe(language === "yue" ? "zh-HK" : language);
});

test.each([
  ["", "en-US"],
  ["12345 ... 67 €", "en-US"],
  ["OK", "en-US"],
  ["The naïve café owner", "en-US"],
  ['I said "Guten Tag" to the man and he was happy with it.', "en-US"],
  ["Wie geht es dir heute?", "de-DE"],
  ["Bom dia, como você está?", "pt-BR"],
  ["God morgon, hur mår du idag?", "sv-SE"],
  ["Hyvää päivää kaikille, tervetuloa Helsinkiin.", "fi-FI"],
  ["Buongiorno, come stai oggi?", "it-IT"],
  ["Dobré ráno, jak se máš?", "cs-CZ"],
  ["Guten Tag", "de-DE"],
  ["Señor Muñoz, welcome.", "en-US"],
  ["Der Spiegel is a German magazine.", "en-US"],
  ["Angela Merkel met Emmanuel Macron in Berlin on Monday.", "en-US"],
  ["San Francisco, Los Angeles, Santa Barbara", "en-US"],
  ["Open the door", "en-US"],
  ["Microsoft Windows", "en-US"],
  ["¿Qué hora es?", "es-ES"],
  ["Buenas noches", "es-ES"],
  ["Wo bist du?", "de-DE"],
  ["Kein Problem", "de-DE"],
  ["Buona notte", "it-IT"],
  ["Dobrý den", "cs-CZ"],
  ["À bientôt !", "fr-FR"],
  ["Goede morgen", "nl-NL"],
  ["你好", "zh-CN"],
  ["我用Python写了一个程序", "zh-CN"],
  ["这个の字很流行，大家都喜欢用它来写招牌", "zh-CN"],
  ["今天学习一个词：ありがとう。", "zh-CN"],
  ["どら焼き很好吃，我天天都想吃。", "zh-CN"],
  ["中国語で「谢谢」と言います。", "ja-JP"],
  ["東京タワーに行きたい", "ja-JP"],
  ["ラーメン", "ja-JP"],
  ["안녕 world", "ko-KR"],
  ["hello мир, как дела сегодня", "ru-RU"],
  ["សួស្តី", "km-KH"],
  ["Բարեւ ձեզ", "hy-AM"],
  ["ਸਤ ਸ੍ਰੀ ਅਕਾਲ", "pa-IN"],
  ["ଶୁଭ ସକାଳ", "or-IN"],
  ["ㄏㄠˇ", "zh-TW"],
  ["😀😀", "en-US"],
  ["\ud800", "en-US"],
])("%j is taken for %s", async (text, expected) => {
  expect(await languageOfText(text)).toBe(expected);
});

const english =
  "Happy birthday!|Birthday party|Kung fu panda|Mamma mia!|Hay bales|Na na na na|Happy birthday to you|Come in|" +
  "Müller Ltd|Malaysia|Go get an apple.|Do not disturb|Meet Zoë Kravitz|Bon appetit!";

test.each(english.split("|"))("%j, a short line, is taken for English", async (text) => {
  expect(await languageOfText(text)).toBe("en-US");
  expect(await languageOfText(text, "zh-CN")).toBe("en-US");
});

test.each([
  ["de", "Guten Tag|Wie geht es dir?"],
  ["es", "Ya llegó la noche.|Muchas gracias, hola"],
  ["pl", "Na stole leży chleb, a za oknem pada.|Idę na spacer za dom.|Stoję za tobą na przystanku.|Dzień dobry"],
  ["cs", "Čekám na tebe za rohem.|Zaplatil jsem za lístek na vlak.|Jsem na cestě za tebou."],
  ["sk", "Ani za nič na svete by som nešiel.|Ďakujem za pozvanie na večeru."],
  ["sl", "Grem na delo za eno uro z bratom.|Kako si danes?"],
  ["hr", "Idem na posao za sat vremena s bratom.|Kako ste danas?"],
  ["sv", "Hon vill nå toppen av berget.|Jag älskar dig"],
  ["nl", "Dank je wel|Wij gaan vandaag met ons boek naar huis."],
  ["ro", "Dan vine din oraș cu trenul."],
  ["tr", "Biz bu okulda okuyoruz.|Biz bu akşam gidiyoruz.|Yarın görüşürüz"],
  ["it", "Il gatto li ha visti.|Li ho visti il giorno dopo."],
  ["fil", "Sana kumain na ni Ana ang kanin."],
  ["fi", "Hän ei sano yhtään sana siitä."],
  ["lv", "Viņš ar mani iet uz veikalu."],
  ["sw", "Habari yako leo?|Asante sana kwa msaada wako katika kazi hii."],
  ["ga", "Dia duit, conas atá tú?"],
  ["cy", "Sut wyt ti heddiw?"],
  ["uz", "Qanday yaxshi kun bugun, rahmat."],
])("everyday lines in %s are taken for no neighbour of it", async (language, lines) => {
  for (const line of lines.split("|")) expect((await languageOfText(line)).split("-")[0], line).toBe(language);
});

test.each([
  ["pl-PL", "Kot na płocie|Do jutra|Na obiad i za obiad"],
  ["cs-CZ", "Jdu na pivo za kamarádem|Na stole, za oknem"],
  ["sk-SK", "Idem na pivo za kamarátom|Ľúbim ťa"],
  ["hr-HR", "Volim te|Sretan Božić"],
  ["nl-NL", "Ons huis is nog more."],
  ["fil-PH", "Maligayang kaarawan"],
])("a voice of %s speaks everyday lines in its own language", async (own, lines) => {
  for (const line of lines.split("|")) expect(await languageOfText(line, own), line).toBe(own);
});

test("what stands before the first letter doesn't tell", async () => {
  expect(await languageOfText(`${"1 ".repeat(2_500)}\n以上是今天的数字，谢谢大家收听。`)).toBe("zh-CN");
});

test("a voice's own language is kept where another is hardly likelier", async () => {
  expect(await languageOfText("Hvordan har du det?", "nb-NO")).toBe("nb-NO");
  expect(await languageOfText("推薦一首歌：《さくら》。", "zh-TW")).toBe("zh-TW");
  expect(await languageOfText("Selamat pagi, apa khabar semua?", "en-US")).toBe("id-ID");
});

test("every language that is told has a voice of the engine and a sample to measure it on", async () => {
  const others = ["Բարեւ ձեզ", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ", "ଶୁଭ ସକାଳ"];
  for (const text of [...told.split(" ").map((language) => sampleSentences[language] ?? ""), ...others]) {
    const locale = await languageOfText(text);
    const engine = languageForLocale(locale)?.engine.name ?? "none";
    expect(calibrationText(engine, locale), locale).toBeDefined();
  }
});
