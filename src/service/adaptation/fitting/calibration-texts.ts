import { sampleSentences } from "../../../contract/sample-sentences.ts";

/**
 * What is said besides a language's sample sentence where much is spoken in it: statements long and short, and a
 * question, for the engine gives each a melody of its own.
 */
const more: Readonly<Record<string, string>> = {
  en:
    "My brother repaired the old wooden boat before winter came. Nobody else could have done it. " +
    "Do you know when the next train leaves?",
  zh: "我哥哥在冬天以前修好了那条旧木船。别人都做不到。你知道下一班火车几点开吗？",
};

/** A text in a language of the engine that its voice can be measured on; undefined where there is none. */
export function calibrationText(engineLanguage: string, locale: string): string | undefined {
  const [primary = ""] = locale.split("-", 1);
  const sample = sampleSentences[engineLanguage] ?? sampleSentences[primary];
  // The engine's voice wavers: where there is one sentence only, it is said twice.
  return sample === undefined ? undefined : `${sample} ${more[primary] ?? sample}`;
}
