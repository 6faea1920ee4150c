import { eld } from "eld/extrasmall";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModel, models } from "../../contract/models/index.ts";
import { sampleSentence } from "../../contract/sample-sentences.ts";
import type { Voice } from "../../contract/voices.ts";
import { findMismatch } from "../voices/voice-fit.ts";
import { type DetectedLanguage, mayTellLanguage, tellLanguage } from "./latin-language.ts";
import { readWritingSystem } from "./writing-system.ts";

const cloud = findModel("cloud-tts");
const stream = findModel("streamspeech-v8");
if (cloud === undefined || stream === undefined) throw new Error("no models");
const voices = cloud.fields.flatMap((field): readonly Voice[] => (field.kind === "voice" ? field.voices : []));
const english = "en-GB-SoniaNeural";

/** As the page's worker does. */
async function detect(sample: string): Promise<DetectedLanguage> {
  const detected = eld.detect(sample);
  return { language: detected.language, scores: detected.getScores(), isReliable: detected.isReliable() };
}

/** What the page says of a text beside a voice, as it asks for the language. */
async function hintOf(text: string, name: string, model = cloud, liked: readonly string[] = []) {
  const writing = readWritingSystem(text);
  const latin = mayTellLanguage(text, writing) ? await tellLanguage(text, detect) : undefined;
  return model && findMismatch(writing, { model, models, name, atHand: () => liked }, latin);
}

describe("the language of a text in Latin letters", () => {
  it.each([
    ["es", "El tren sale a las diez.", /^es-ES-.*Neural$/],
    ["es", "Hoy vamos a hablar de la historia de España.", /^es-ES-/],
    ["de", "Heute sprechen wir über das Wetter.", /^de-DE-/],
    ["de", "Der Nachtzug fährt um zehn.", /^de-DE-/],
    ["fr", "Le train part à dix heures.", /^fr-FR-/],
    ["fr", "Bienvenue dans notre émission sur les chemins de fer.", /^fr-FR-/],
    ["it", "Il treno parte alle dieci.", /^it-IT-/],
    ["pt", "Bem-vindos ao nosso programa de hoje.", /^pt-BR-/],
    ["nl", "De trein vertrekt om tien uur.", /^nl-NL-/],
    ["sv", "God morgon, vädret är mycket fint i dag.", /^sv-SE-/],
    ["nb", "Nattoget går klokken ti i kveld.", /^nb-NO-/],
    ["id", "Selamat pagi semuanya, hari ini kita bicara tentang kereta.", /^id-ID-/],
    ["vi", "Chuyến tàu khởi hành lúc mười giờ.", /^vi-VN-/],
  ])("%s: %s with an English voice offers one that speaks it", async (language, text, offered) => {
    const hint = await hintOf(text, english);
    expect(hint).toMatchObject({ language, told: true, offer: { model: cloud } });
    expect(hint?.offer?.voice).toMatchObject({ name: expect.stringMatching(offered), gender: "female" });
    // A model that hasn't the language leads to one that has, and a voice of another writing learns the language, too.
    expect((await hintOf(text, "Autumn", stream))?.offer).toMatchObject({ model: cloud });
    expect((await hintOf(text, "Mei", stream))?.language).toBe(language);
  });

  it.each([
    "es-ES-ElviraNeural",
    "de-DE-KatjaNeural",
    "fr-FR-DeniseNeural",
    "it-IT-ElsaNeural",
    "pt-BR-FranciscaNeural",
  ])("English with %s offers an English voice", async (name) => {
    const hint = await hintOf("The night train leaves at ten, and you can hear it long before you see it.", name);
    expect(hint).toMatchObject({ language: "en", told: true, offer: { voice: { locale: "en-US" } } });
  });

  it.each([
    "Hello",
    "Hola, ¿qué tal?",
    "Guten Tag",
    "Welcome to Night Shift, the podcast about people who work while you sleep.",
    "Dear Ms. Müller, the café is open.",
    "Angela Merkel met Emmanuel Macron in Berlin on Monday.",
    "Der Spiegel is a German magazine.",
    "Le Monde reported it first.",
    "Bonjour! she said, and closed the door.",
    "Pasta alla carbonara with parmesan",
    "Tacos al pastor, burritos and quesadillas",
    "De Gaulle and De Niro in Los Angeles",
    "San Francisco, Los Angeles, Santa Barbara",
    "Johann Sebastian Bach, Brandenburg Concerto",
    "Lorem ipsum dolor sit amet",
    "Red red red red",
    "npm install speech playground",
    "A B C D E F G",
    // Danish as much as Norwegian.
    "God morgen, været er veldig fint i dag og vi skal på markedet.",
    "SKU A-2000-B, version 3.1, 99 % off",
    "",
  ])("isn't told for an English voice: %s", async (text) => {
    expect(await hintOf(text, english)).toBeUndefined();
    expect(await hintOf(text, "Autumn", stream)).toBeUndefined();
  });

  it("agrees with every voice of the catalogue that says the sentence of its language", async () => {
    const disagreeing: string[] = [];
    for (const { name, locale } of voices)
      if ((await hintOf(sampleSentence(locale) ?? "", name)) !== undefined) disagreeing.push(name);
    expect(disagreeing).toEqual([]);
  });

  it("says nothing for voices that promise other languages, and offers a liked one first", async () => {
    const text = "El tren sale a las diez.";
    expect(await hintOf(text, "en-US-AvaMultilingualNeural")).toBeUndefined();
    expect((await hintOf(text, english, cloud, ["es-MX-DaliaNeural"]))?.offer?.voice.name).toBe("es-MX-DaliaNeural");
  });

  it("isn't asked for of texts that hold other letters, and never throws", async () => {
    expect(mayTellLanguage("夜车 the night train leaves", readWritingSystem("夜车 the night train leaves"))).toBe(
      false,
    );
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
        await tellLanguage(text, detect);
      }),
    );
  });
});
