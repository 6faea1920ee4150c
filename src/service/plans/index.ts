import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { models } from "../../contract/models/index.ts";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import type { AcceptedRequest } from "../accept.ts";
import type { NeuralModel } from "../engines/neural/model.ts";
import { planCloudSpeech } from "./cloud-tts.ts";
import { describedPlanner } from "./described.ts";
import { withNaturalVoices } from "./natural-voices.ts";
import type { Planner, SpeechPlan } from "./plan.ts";
import { type RefVoiceTools, refVoicePlanner } from "./refvoice-2.ts";
import { planStreamSpeech } from "./streamspeech-v8.ts";

/** The models that a service speaks, each with its way into the engine. */
export interface SpeechPlanners {
  speaks(modelId: string): boolean;
  /**
   * Refuses at once what can be seen from the request alone, for a request that is planned later.
   *
   * @throws Refusal as {@link Planner} does.
   */
  check(request: AcceptedRequest): void;
  /** How an accepted request is going to be spoken. Rejects with a Refusal as {@link Planner} does. */
  plan(request: AcceptedRequest, signal: AbortSignal): Promise<SpeechPlan>;
}

/** The planners of the models with named voices, by model. */
export const planners: ReadonlyMap<string, Planner> = new Map<string, Planner>([
  [cloudTts.id, { fetches: false, plan: planCloudSpeech }],
  [streamSpeechV8.id, { fetches: false, plan: planStreamSpeech }],
]);

/**
 * The planners of the whole embedded service, by model: those written for one, and what the descriptors of further ones
 * say.
 */
export function plannersWith(tools: RefVoiceTools): ReadonlyMap<string, Planner> {
  const own = new Map([...planners, [refVoice2.id, refVoicePlanner(tools)]]);
  const described = models.flatMap((model): readonly (readonly [string, Planner])[] => {
    const planner = own.has(model.id) ? undefined : describedPlanner(model);
    return planner === undefined ? [] : [[model.id, planner]];
  });
  return new Map([...own, ...described]);
}

/** @param models the natural voices' models, in the order in which they are preferred. */
export function speechPlanners(
  byModel: ReadonlyMap<string, Planner>,
  models: readonly NeuralModel[] = [],
): SpeechPlanners {
  const plannerOf = ({ model }: AcceptedRequest): Planner => {
    const planner = byModel.get(model.id);
    if (planner === undefined) throw new Error(`no plan for ${model.id}`);
    return planner;
  };
  return {
    speaks: (modelId) => byModel.has(modelId),
    check(request) {
      const planner = plannerOf(request);
      if (planner.fetches) planner.check(request);
      else planner.plan(request);
    },
    async plan(request, signal) {
      return withNaturalVoices(await plannerOf(request).plan(request, signal), models);
    },
  };
}
