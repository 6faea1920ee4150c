import { ownRecordingEnd } from "../../contract/own-recordings.ts";
import type { Texts } from "../../core/page/playground-context.ts";
import type { Take } from "../../core/takes/take.ts";
import { voiceNamed } from "../../core/voices/voice-other-names.ts";

/** The voice that sounds, without what opens a recording to whoever reads it: a room, or a locked screen, shows it. */
export function voiceNameOf({ model, voice }: Pick<Take, "model" | "voice">, { page, language }: Texts): string {
  if (ownRecordingEnd(voice) !== undefined) return page.player.ownRecording;
  const [address = ""] = voice.split(/[?#]/, 1);
  return voiceNamed(model, address.replace(/^.*\/(?=.)/, ""), language);
}
