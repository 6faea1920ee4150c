import type { FieldValue } from "../../contract/model.ts";

/** The values of Model C's emotion fields as a request means them (section 2.5). */
export type EmotionValues = Readonly<Record<string, FieldValue>>;

/** Those of `values` that are about emotion; undefined where nothing is. */
export function emotionOf(values: EmotionValues): Record<string, FieldValue> | undefined {
  const entries = Object.entries(values).filter(([key]) => key.startsWith("emo_"));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** The emotions of a mix that are more than nothing, the strongest first. */
export function emotionLevels(values: EmotionValues): readonly (readonly [key: string, level: number])[] {
  return Object.entries(values)
    .flatMap(([key, level]) => (typeof level === "number" && level > 0 ? [[key, level] as const] : []))
    .sort(([, one], [, other]) => other - one);
}

/** An emotion for a file's name, such as `sad 0.6 melancholic 0.3`; empty where none was mixed. */
export function emotionInName(values: EmotionValues | undefined): string {
  return emotionLevels(values ?? {})
    .slice(0, 2)
    .map(([key, level]) => `${key.replace("emo_", "")} ${level}`)
    .join(" ");
}
