import { contentMutations } from "./content.ts";
import { effectMutations } from "./effects.ts";
import { frameMutations } from "./frames.ts";
import type { Mutation, OtherSounds } from "./mutation.ts";
import { refusalMutations } from "./refusals.ts";
import { soundMutations } from "./sounds.ts";
import { lookMutations, madeMutations, modelMutations } from "./tasks.ts";
import { timeMutations } from "./times.ts";

/** Every way to be wrong that is tried. */
export function mutationsWith(found: OtherSounds): readonly Mutation[] {
  return [
    ...modelMutations,
    ...madeMutations,
    ...lookMutations,
    ...contentMutations,
    ...timeMutations,
    ...frameMutations,
    ...effectMutations,
    ...soundMutations(found),
    ...refusalMutations(found),
  ];
}
