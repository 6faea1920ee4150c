import type { ModelDescriptor } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import type { FormValues } from "../../contract/request.ts";
import { type Direction, pauseRange } from "../text/directions.ts";
import type { Cue } from "../text/divide.ts";
import { voiceCalled, voiceFieldOf } from "../voices/voice-called.ts";

/**
 * What of a script's directions a model follows, and what it can't: a name in brackets is a direction where it is a
 * voice's, if only of another model, or where it stands beside such names.
 */
export function followDirections(
  directions: readonly Direction[],
  model: ModelDescriptor,
  values: FormValues,
  follows: boolean,
): { readonly cues: readonly Cue[]; readonly wrong: readonly Direction[]; readonly hasDirections: boolean } {
  const own = voiceFieldOf(model);
  const near = own && String(values[own.key] ?? "");
  const read = directions.map((direction) => {
    const { start, end } = direction;
    if (direction.kind === "pause") {
      const isPause = direction.seconds >= pauseRange.minimum && direction.seconds <= pauseRange.maximum;
      return { direction, isMeant: true, cue: isPause ? { start, end, pause: direction.seconds } : undefined };
    }
    const voice = own && voiceCalled(own, direction.name, near);
    const isMeant = voice !== undefined || isVoiceOf(direction.name, models);
    return { direction, isMeant, cue: voice && { start, end, voice: voice.name } };
  });
  const hasDirections = read.some(({ isMeant }) => isMeant);
  if (!follows || !hasDirections) return { cues: [], wrong: [], hasDirections };
  const namesVoices = read.some(({ direction, isMeant }) => direction.kind === "name" && isMeant);
  const meant = read.filter(({ isMeant }) => isMeant || namesVoices);
  return {
    cues: meant.flatMap(({ cue }) => cue ?? []),
    wrong: meant.filter(({ cue }) => cue === undefined).map(({ direction }) => direction),
    hasDirections,
  };
}

function isVoiceOf(called: string, among: readonly ModelDescriptor[]): boolean {
  return among.some((model) => {
    const field = voiceFieldOf(model);
    return field !== undefined && voiceCalled(field, called) !== undefined;
  });
}
