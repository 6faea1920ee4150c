import { ownRecordingEnd } from "../../contract/own-recordings.ts";
import type { Texts } from "../../core/page/playground-context.ts";
import { type Take, voicesOf } from "../../core/takes/take.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";

/** Whoever speaks, without what opens a recording to whoever reads it: a room, or a locked screen, shows it. */
export function voiceNameOf(take: Pick<Take, "model" | "voice" | "voices">, { page, language }: Texts): string {
  const nameOf = (voice: string) => {
    if (ownRecordingEnd(voice) !== undefined) return page.player.ownRecording;
    const [address = ""] = voice.split(/[?#]/, 1);
    return voiceNamed(take.model, address.replace(/^.*\/(?=.)/, ""), language);
  };
  return voicesOf(take).map(nameOf).join(page.between.list);
}
