import type { AskWords } from "../../api/hearing.ts";
import type { AudioFormat } from "../../audio/base/format.ts";
import type { Heard, Recogniser } from "../../contract/hearing.ts";

/**
 * Hears what is said in a whole sound, by a recogniser of speech that knows the language, a primary BCP 47 tag.
 * Undefined where none is here. Rejects where the sound can't be decoded, lasts too long, or the recogniser fails.
 */
export type HearWords = (
  sound: Blob,
  format: AudioFormat,
  language: string | undefined,
  signal: AbortSignal,
) => Promise<Heard | undefined>;

interface Hearing {
  /** What a playground or the embedded service has; undefined for nothing. */
  readonly recogniser: Recogniser | undefined;
  /** A sound in the form in which it is sent. Rejects where it can't be decoded, or lasts too long. */
  readonly speechOf: (sound: Blob, format: AudioFormat, signal: AbortSignal) => Promise<Blob>;
  readonly ask: AskWords;
}

/** Hears words by a recogniser of speech; undefined where there is none. */
export function hearBy({ recogniser, speechOf, ask }: Hearing): HearWords | undefined {
  if (recogniser === undefined) return undefined;
  return async (sound, format, language, signal) => {
    if (language !== undefined && !recogniser.languages.includes(language)) return undefined;
    return ask(await speechOf(sound, format, signal), language, signal);
  };
}
