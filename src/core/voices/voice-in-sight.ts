import type { ModelDescriptor } from "../../contract/model.ts";
import { ownRecordingEnd } from "../../contract/own-recordings.ts";
import type { Texts } from "../page/playground-context.ts";
import { voiceNamed } from "./voice-other-names.ts";

/**
 * A voice as people say it, and of a recording its file's name: without what opens it to whoever reads that, since a
 * room, or a locked screen, may show it.
 */
export function voiceInSight(
  model: ModelDescriptor | undefined,
  voice: string,
  { page, language }: Pick<Texts, "page" | "language">,
): string {
  if (ownRecordingEnd(voice) !== undefined) return page.player.ownRecording;
  const [address = ""] = voice.split(/[?#]/, 1);
  return voiceNamed(model, address.replace(/^.*\/(?=.)/, ""), language);
}
