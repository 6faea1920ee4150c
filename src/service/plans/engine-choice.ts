import { plainEngine } from "../../contract/engines.ts";
import { findModel } from "../../contract/models/index.ts";
import { kindOf } from "../engines/neural/model.ts";
import { catalogue, serverName } from "../voices/catalogue.ts";

/** Which engine speaks what, where somebody said so: the first rule that fits decides. */
export type EngineChoice = readonly EngineRule[];

interface EngineRule {
  /** The id of a model of the document; any when absent. */
  readonly model?: string;
  /** A primary BCP 47 tag; any when absent. */
  readonly language?: string;
  readonly engine: string;
}

/** What a choice may name: eSpeak NG, the server that is configured, and the models that speak. */
export const knownEngines: readonly string[] = [
  plainEngine,
  serverName,
  ...catalogue.flatMap(({ name, family }) => (kindOf(family) === "recognition" ? [] : [name])),
];

/**
 * Reads `SERVICE_ENGINES`: rules separated by commas, such as `streamspeech-v8=espeak-ng`, `zh=kokoro…`, or
 * `cloud-tts/en=kitten…`. Undefined where one can't be read, or names what nobody knows.
 */
export function parseEngineChoice(text: string): EngineChoice | undefined {
  const rules = text.split(",").map((entry): EngineRule | undefined => {
    const [what = "", engine = "", ...more] = entry.trim().split("=");
    const [first = "", language, ...others] = what.split("/");
    if (more.length + others.length > 0 || !knownEngines.includes(engine)) return undefined;
    if (language === undefined && isLanguage(first)) return { language: first, engine };
    if (findModel(first) === undefined || (language !== undefined && !isLanguage(language))) return undefined;
    return { model: first, engine, ...(language === undefined ? {} : { language }) };
  });
  return rules.includes(undefined) ? undefined : rules.filter((rule) => rule !== undefined);
}

const isLanguage = (text: string): boolean => /^[a-z]{2,3}$/.test(text);

/** Whether an engine may speak a language of a model: every one where nothing is said of it. */
export function allows(choice: EngineChoice, model: string, language: string, engine: string): boolean {
  const rule = choice.find(
    (each) => (each.model ?? model) === model && (each.language === undefined || each.language === language),
  );
  return rule === undefined || rule.engine === engine;
}
