import type { Texts } from "../../core/page/playground-context.ts";
import { type Take, voicesOf } from "../../core/takes/take.ts";
import { voiceInSight } from "../../core/voices/voice-in-sight.ts";

/** Whoever speaks a take. */
export function voiceNameOf(take: Pick<Take, "model" | "voice" | "voices">, texts: Texts): string {
  return voicesOf(take)
    .map((voice) => voiceInSight(take.model, voice, texts))
    .join(texts.page.between.list);
}
