import { languageOf, type Voice } from "../../contract/voices.ts";
import { type AcceptedRequest, sentAs } from "../accept.ts";
import { Refusal } from "../refusal.ts";
import { planVoice } from "../synthesis/voices/plan.ts";
import { readingVoice } from "./languages.ts";
import { textOf } from "./values.ts";

/**
 * How the voice that a request names reads its text.
 *
 * @param localeOf what the voice speaks this time, where that isn't its own.
 * @throws Refusal 400 `voice_not_found` and `language_not_supported` naming the field as it was sent.
 */
export async function namedReading(
  { resolution, values }: AcceptedRequest,
  catalogue: readonly Voice[],
  localeOf = async ({ locale }: Voice, _text: string): Promise<string> => locale,
) {
  const text = textOf(values);
  const param = sentAs(resolution, "voice");
  const voice = catalogue.find(({ name }) => name === values["voice"]);
  if (voice === undefined) {
    const names = `${catalogue.length} voice names of ${resolution.model.id}`;
    const message = `${param} must be one of the ${names}, such as ${catalogue[0]?.name}.`;
    throw new Refusal(400, "voice_not_found", message, { param });
  }
  const locale = await localeOf(voice, text);
  const spoken = planVoice(voice, catalogue, locale);
  if (spoken === undefined) {
    const language = `${languageOf(locale)} (${locale})`;
    const message = `The embedded engine has no voice for the language ${language}. Choose a voice of another one.`;
    throw new Refusal(400, "language_not_supported", message, { param });
  }
  return { text, voice: await readingVoice(text, sentAs(resolution, "text"), spoken), named: { voice, catalogue } };
}
