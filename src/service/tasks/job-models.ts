import type { ModelDescriptor } from "../../contract/model.ts";
import { isPaidByAudio } from "../../contract/prices.ts";

/**
 * Whether every request of a model is a job that runs to its end, even a synchronous one whose client left (section 4,
 * rule 1): what it costs depends on the finished audio, so leaving early can't undo it. The content addresses of such
 * models carry a signature (section 5).
 */
export function runsAsJob(model: ModelDescriptor): boolean {
  return isPaidByAudio(model);
}
