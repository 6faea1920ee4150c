import { type TimbreTrait, timbreOf, traitsOfTimbre } from "../../contract/embedded-timbres.ts";
import type { Voice } from "../../contract/voices.ts";
import type { NaturalEngineOf } from "./natural-voices.ts";

/** How a voice sounds beside others of its gender; nothing where that isn't known. */
export type TraitsOf = (voice: Voice) => readonly TimbreTrait[];

/**
 * How the voices of a catalogue sound at the embedded service, by what its usual engine makes of each. Of a voice that
 * a natural model speaks nothing is known but what the model's own page says, which is its language and gender.
 */
export function traitsAtEmbedded(catalogue: readonly Voice[], engineOf: NaturalEngineOf | undefined): TraitsOf {
  const known = new Map<string, readonly TimbreTrait[]>();
  return (voice) => {
    if (engineOf?.(voice.name) !== undefined) return [];
    const traits = known.get(voice.name) ?? traitsOfTimbre(timbreOf(voice, catalogue), voice.gender);
    known.set(voice.name, traits);
    return traits;
  };
}

/**
 * Words that people look for a voice by that sounds so, in both interface languages. None of age or use: no engine
 * tells those.
 */
export const traitWords: Readonly<Record<TimbreTrait, readonly string[]>> = {
  low: ["low", "deep", "低沉", "深沉", "低音", "音调低"],
  high: ["high", "高音", "音调高"],
  bright: ["bright", "clear", "明亮", "清亮", "清脆"],
  // With less of the high frequencies: that is what people call a warm or soft sound.
  dark: ["dark", "warm", "soft", "偏暗", "暗", "温暖", "柔和"],
  lively: ["lively", "expressive", "活泼", "语调活泼"],
  even: ["even", "calm", "steady", "平稳", "沉稳", "语调平稳"],
  creaky: ["creaky", "rough", "hoarse", "沙哑", "嘶哑", "略沙哑"],
};
