import { engineField } from "../contract/engines.ts";
import { joinNotes, noteField, pitchNote } from "../contract/spoken-note.ts";
import { reachablePitch } from "./engines/espeak/variant.ts";
import { enginesOf } from "./plans/natural-voices.ts";
import type { Utterance } from "./synthesis/synthesizer.ts";

/**
 * How an utterance is spoken, as every kind of answer tells it: the fields of a direct answer and of a task's sound,
 * and the `complete` frame of a WebSocket. But for `Content-Language`, it is ours: the document has none of it.
 */
export interface SpokenAs {
  /** BCP 47 tags of what is heard, the voice's own first. */
  readonly language: string;
  /** The names of what speaks. */
  readonly engine: string;
  /** What is spoken otherwise than it was asked for, or by something else than would be preferred. */
  readonly note?: string;
}

export function spokenAs(utterance: Pick<Utterance, "voice" | "pitch" | "note">): SpokenAs {
  const { voice } = utterance;
  const heard = [voice, ...(voice.otherScripts ?? [])].map(({ spokenLanguage }) => spokenLanguage);
  const notes = [utterance.note, noteOfPitch(utterance)].filter((each) => each !== undefined);
  return {
    language: [...new Set(heard)].join(", "),
    engine: enginesOf(voice).join(", "),
    ...(notes.length === 0 ? {} : { note: joinNotes(notes) }),
  };
}

/** The fields of an answer that say how its sound was spoken. */
export function spokenFields({ language, engine, note }: SpokenAs): Readonly<Record<string, string>> {
  return {
    "content-language": language,
    [engineField]: engine,
    ...(note === undefined ? {} : { [noteField]: note }),
  };
}

/** The same for what a task has kept of it; none where a version that didn't keep it has spoken. */
export function keptFields(kept: string | null): Readonly<Record<string, string>> {
  return kept === null ? {} : spokenFields(JSON.parse(kept));
}

/** Says where the pitch that was asked for, by a number or by a recording, is beyond the voice's reach. */
function noteOfPitch({ voice, pitch }: Pick<Utterance, "voice" | "pitch">): string | undefined {
  if (voice.natural !== undefined) return undefined;
  const at = (f0: number): number => f0 * pitch.multiplier + pitch.offset;
  const asked = Math.round(at(voice.unreached?.asked ?? voice.timbre.f0));
  const spoken = Math.round(reachablePitch(at(voice.unreached?.spoken ?? voice.timbre.f0)));
  return asked === spoken ? undefined : pitchNote(asked, spoken);
}
