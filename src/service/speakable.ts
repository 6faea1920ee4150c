import { type AcceptedRequest, sentAs } from "./accept.ts";
import { NothingToSpeakError } from "./synthesis/synthesizer.ts";
import { isSpeakable } from "./synthesis/text/pieces.ts";
import { synthesisRefusal } from "./synthesis-refusal.ts";

/**
 * Refuses a text that no engine could speak before anything is kept or charged for it.
 *
 * @throws Refusal 400 `nothing_to_speak` naming the field as it was sent.
 */
export function checkSpeakable({ resolution, values }: AcceptedRequest): void {
  if (isSpeakable(String(values["text"]))) return;
  throw synthesisRefusal(new NothingToSpeakError(), sentAs(resolution, "text"));
}
