import type { ModelDescriptor } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import type { FormValues } from "../../contract/request.ts";
import { type Direction, pauseRange, readDirections } from "../text/directions.ts";
import { type Cue, divideAtCues } from "../text/divide.ts";
import { voiceCalled, voiceFieldOf } from "../voices/voice-called.ts";

/**
 * The directions that are meant as such: a name in brackets is one where it is a voice's, whichever model's, or where
 * it stands beside such names.
 */
export function meantDirections(directions: readonly Direction[]): readonly Direction[] {
  const names = new Set(directions.flatMap((direction) => (direction.kind === "name" ? direction.name : [])));
  const namesVoices = [...names].some(isVoice);
  return directions.filter(({ kind }) => kind === "pause" || namesVoices);
}

/** What of a script's directions a model follows, and what it can't. */
export function followDirections(
  directions: readonly Direction[],
  model: ModelDescriptor,
  values: FormValues,
  follows: boolean,
): { readonly cues: readonly Cue[]; readonly wrong: readonly Direction[]; readonly hasDirections: boolean } {
  const meant = meantDirections(directions);
  const hasDirections = meant.length > 0;
  if (!follows) return { cues: [], wrong: [], hasDirections };
  const own = voiceFieldOf(model);
  const near = own && String(values[own.key] ?? "");
  const cueOf = (direction: Direction): Cue | undefined => {
    const { start, end } = direction;
    if (direction.kind === "pause") {
      const isPause = direction.seconds >= pauseRange.minimum && direction.seconds <= pauseRange.maximum;
      return isPause ? { start, end, pause: direction.seconds } : undefined;
    }
    const voice = own && voiceCalled(own, direction.name, near);
    return voice && { start, end, voice: voice.name };
  };
  const read = meant.map((direction) => ({ direction, cue: cueOf(direction) }));
  return {
    cues: read.flatMap(({ cue }) => cue ?? []),
    wrong: read.flatMap(({ direction, cue }) => (cue === undefined ? direction : [])),
    hasDirections,
  };
}

/** What of a script the form's voice says: not the paragraphs that name another one, unless there are no others. */
export function saidByForm(text: string): string {
  const cues = meantDirections(readDirections(text)).map(
    (direction): Cue =>
      direction.kind === "pause" ? { ...direction, pause: direction.seconds } : { ...direction, voice: direction.name },
  );
  if (cues.length === 0) return text;
  const parts = divideAtCues(text, text.length, cues);
  const own = parts.filter(({ voice }) => voice === undefined);
  return (own.length > 0 ? own : parts).map(({ start, end }) => text.slice(start, end)).join("\n");
}

function isVoice(called: string): boolean {
  return models.some((model) => {
    const field = voiceFieldOf(model);
    return field !== undefined && voiceCalled(field, called) !== undefined;
  });
}
