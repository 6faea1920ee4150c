import { emotionPresets } from "../../contract/models/emotion-presets.ts";
import { emotionMethods, refVoice2 } from "../../contract/models/refvoice-2.ts";
import { type EmotionValues, emotionLevels } from "../submit/emotion-values.ts";
import type { HistoryTexts } from "./use-history.ts";

/** The most emotions that are named of a mix. */
const named = 2;

/** What a take's emotion was in a few words: a preset's name, the strongest of a mix, or where it came from; empty for the voice's own. */
export function describeEmotion(emotion: EmotionValues | undefined, { h, of, numbers }: HistoryTexts): string {
  if (emotion === undefined) return "";
  switch (emotion["emo_control_method"]) {
    case emotionMethods.emotionReference:
      return h.emotionRecording;
    case emotionMethods.emotionVector:
      break;
    default:
      return "";
  }
  const levels = emotionLevels(emotion);
  const preset = emotionPresets.find(
    ({ values }) =>
      Object.keys(values).length === levels.length && levels.every(([key, level]) => values[key] === level),
  );
  if (preset !== undefined) return of(preset.label);
  return levels
    .slice(0, named)
    .map(([key, level]) => {
      const label = refVoice2.fields.find((field) => field.key === key)?.label;
      return `${label === undefined ? key : of(label)} ${numbers.decimal(level)}`;
    })
    .join(" ");
}
