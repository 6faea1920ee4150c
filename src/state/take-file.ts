import { fileExtensionOf } from "../audio/format.ts";
import { emotionInName } from "./emotion-values.ts";
import { fileNameOf } from "./file-name.ts";
import type { TakeRow, TakeSound } from "./library/take.ts";

/** The name under which a take's sound is saved: the voice, and the name that a person gave it or its first words. */
export function takeFileName({ voice, emotion, name, excerpt }: TakeRow, { format }: TakeSound): string {
  return fileNameOf(voice, name || excerpt, fileExtensionOf(format), emotionInName(emotion));
}
