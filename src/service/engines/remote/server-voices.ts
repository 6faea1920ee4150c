import { isJsonObject } from "../../../contract/json.ts";
import type { NaturalSpeaker } from "../natural-voices.ts";

/** What Kokoro's names begin with: the language's letter, then the gender's, as in `af_heart` and `zm_yunxi`. */
const kokoroLanguages: Readonly<Record<string, string>> = {
  a: "en-US",
  b: "en-GB",
  e: "es-ES",
  f: "fr-FR",
  h: "hi-IN",
  i: "it-IT",
  j: "ja-JP",
  p: "pt-BR",
  z: "zh-CN",
};
const kokoroName = /^([abefhijpz])([fm])_/;
const genders = { f: "female", m: "male" } as const;

/** The names of voices are sent as they are, and stand in a list with commas. */
const voiceName = /^[^\s,=]{1,100}$/u;

/**
 * Reads voices as they are configured: names separated by commas, each with its language and gender, such as
 * `alloy=en-US/female`; a name of Kokoro's says both by itself. Undefined where one can't be read.
 */
export function parseServerVoices(text: string): readonly NaturalSpeaker[] | undefined {
  const voices = text.split(",").map((entry): NaturalSpeaker | undefined => {
    const [name = "", facts, ...more] = entry.trim().split("=");
    if (!voiceName.test(name) || more.length > 0) return undefined;
    if (facts === undefined) return namedLikeKokoro(name);
    const [locale, gender, ...rest] = facts.split("/");
    return rest.length > 0 ? undefined : speakerOf(name, locale, gender);
  });
  return voices.includes(undefined) ? undefined : voices.filter((voice) => voice !== undefined);
}

/**
 * The voices in a server's answer: an array, or one under `voices` or `data`, of names or of objects. Those whose
 * language and gender neither the server nor their name tells are left out, by name; undefined where it is no list.
 */
export function readServerVoices(
  answer: unknown,
): { readonly voices: readonly NaturalSpeaker[]; readonly unknown: readonly string[] } | undefined {
  const list = isJsonObject(answer) ? (answer["voices"] ?? answer["data"]) : answer;
  if (!Array.isArray(list)) return undefined;
  const voices = new Map<string, NaturalSpeaker>();
  const unknown: string[] = [];
  for (const entry of list.slice(0, mostVoices)) {
    const facts = isJsonObject(entry) ? entry : {};
    const name = [entry, facts["id"], facts["voice_id"], facts["name"]].find((each) => typeof each === "string");
    if (typeof name !== "string" || !voiceName.test(name) || voices.has(name)) continue;
    const locale = facts["language"] ?? facts["locale"] ?? facts["lang"];
    const speaker = speakerOf(name, locale, facts["gender"]) ?? namedLikeKokoro(name);
    if (speaker === undefined) unknown.push(name);
    else voices.set(name, speaker);
  }
  return { voices: [...voices.values()], unknown };
}

/** More than any server has. */
const mostVoices = 5_000;

function namedLikeKokoro(name: string): NaturalSpeaker | undefined {
  const [, letter = "", gender] = kokoroName.exec(name) ?? [];
  const language = kokoroLanguages[letter];
  if (language === undefined || (gender !== "f" && gender !== "m")) return undefined;
  return { speaker: name, language, gender: genders[gender] };
}

function speakerOf(name: string, locale: unknown, gender: unknown): NaturalSpeaker | undefined {
  const language = typeof locale === "string" ? tagOf(locale) : undefined;
  const lower = typeof gender === "string" ? gender.toLowerCase() : undefined;
  if (language === undefined || (lower !== "female" && lower !== "male")) return undefined;
  return { speaker: name, language, gender: lower };
}

/** A language with its most likely country, whatever letters it is written in: `zh` is zh-CN, `en-us` en-US. */
function tagOf(locale: string): string | undefined {
  try {
    const { language, region } = new Intl.Locale(locale.replaceAll("_", "-")).maximize();
    return region === undefined ? undefined : `${language}-${region}`;
  } catch {
    return undefined;
  }
}
