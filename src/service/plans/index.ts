import { type Engines, plainEngine } from "../../contract/engines.ts";
import { cloudTts } from "../../contract/models/cloud-tts.ts";
import { models } from "../../contract/models/index.ts";
import { refVoice2 } from "../../contract/models/refvoice-2.ts";
import { streamSpeechV8 } from "../../contract/models/streamspeech-v8.ts";
import type { AcceptedRequest } from "../accept.ts";
import type { NaturalModel } from "../engines/natural-voices.ts";
import { planCloudSpeech } from "./cloud-tts.ts";
import { describedPlanner } from "./described.ts";
import { allows, type EngineChoice } from "./engine-choice.ts";
import { naturallySpoken, withNaturalVoices } from "./natural-voices.ts";
import type { Planner, SpeechPlan } from "./plan.ts";
import { type RefVoiceTools, refVoicePlanner } from "./refvoice-2.ts";
import { planStreamSpeech } from "./streamspeech-v8.ts";

/** The models that a service speaks, each with its way into the engine. */
export interface SpeechPlanners {
  speaks(modelId: string): boolean;
  /**
   * Refuses at once what can be seen from the request alone, for a request that is planned later. Rejects with a
   * Refusal as {@link Planner} does.
   */
  check(request: AcceptedRequest): Promise<void>;
  /**
   * How an accepted request is going to be spoken. Rejects with a Refusal as {@link Planner} does.
   *
   * @param seed as of {@link Planner}.
   */
  plan(request: AcceptedRequest, signal: AbortSignal, seed?: number): Promise<SpeechPlan>;
  /** Which engine speaks which voice now. */
  engines(): Engines;
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

/** What speaks naturally, and what of it may. */
interface NaturalChoice {
  /** The models that are there now, in the order in which they are preferred. */
  readonly models: () => readonly NaturalModel[];
  readonly choice: EngineChoice;
  /** What speaks like a recording now; nothing does when absent. */
  readonly clones?: () => Engines["clones"];
}

export function speechPlanners(
  byModel: ReadonlyMap<string, Planner>,
  { models: installed, choice, clones }: NaturalChoice = { models: () => [], choice: [] },
): SpeechPlanners {
  const plannerOf = ({ model }: AcceptedRequest): Planner => {
    const planner = byModel.get(model.id);
    if (planner === undefined) throw new Error(`no plan for ${model.id}`);
    return planner;
  };
  const rulesOf = (model: string) => (language: string, engine: string) => allows(choice, model, language, engine);
  let told: { readonly models: readonly NaturalModel[]; readonly engines: Engines } | undefined;
  return {
    speaks: (modelId) => byModel.has(modelId),
    async check(request) {
      const planner = plannerOf(request);
      if (planner.fetches) await planner.check(request);
      else await planner.plan(request);
    },
    async plan(request, signal, seed) {
      // Before the plan is made, since that may ask for models, too.
      const present = installed();
      const plan = await plannerOf(request).plan(request, signal, seed);
      return withNaturalVoices(plan, present, rulesOf(request.model.id));
    },
    engines() {
      const present = installed();
      const isSame = told?.models.length === present.length && present.every((one, at) => one === told?.models[at]);
      if (told === undefined || !isSame) told = { models: present, engines: enginesBy(present, byModel, rulesOf) };
      return { ...told.engines, clones: clones?.() };
    },
  };
}

function enginesBy(
  present: readonly NaturalModel[],
  byModel: ReadonlyMap<string, Planner>,
  rulesOf: (model: string) => (language: string, engine: string) => boolean,
): Engines {
  const natural = models.flatMap(({ id, fields }) => {
    const voices = fields.flatMap((field) => (field.kind === "voice" ? field.voices : []));
    const spoken = byModel.has(id) ? naturallySpoken(voices, present, rulesOf(id)) : {};
    return Object.keys(spoken).length === 0 ? [] : [[id, spoken] as const];
  });
  return { usual: plainEngine, natural: Object.fromEntries(natural) };
}
