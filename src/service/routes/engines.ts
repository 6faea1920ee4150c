import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { engineRoutes } from "../../contract/engines.ts";
import { isJsonObject } from "../../contract/json.ts";
import { voiceModelChangeSchema } from "../../contract/voice-models.ts";
import { kindOf } from "../engines/neural/model.ts";
import { mediaTypeOf } from "../media-type.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { Refusal } from "../refusal.ts";
import { engineSampleRate } from "../synthesis/formats.ts";
import { catalogue } from "../voices/catalogue.ts";
import type { ModelLibrary } from "../voices/model-library.ts";
import { type HearingTools, registerHearing } from "./hearing.ts";

export interface EngineTools extends HearingTools {
  readonly planners: SpeechPlanners;
  /** Brings and removes natural voices; absent where callers may not. */
  readonly library?: ModelLibrary | undefined;
}

/** Registers what the document doesn't have: which engine speaks or hears what, and natural voices to be had. */
export function registerEngineRoutes(app: FastifyInstance, tools: EngineTools): void {
  const { planners, library, recogniser } = tools;
  app.get(engineRoutes.engines.path, (_request, reply) => {
    const { name, languages } = recogniser?.() ?? {};
    const hears = name === undefined ? undefined : { [name]: languages };
    return reply.header("cache-control", "no-store").send({ ...planners.engines(), hears });
  });
  registerHearing(app, tools);
  app.get(engineRoutes.voiceModels.path, async (_request, reply) => sendList(reply, allowed(library)));
  app.post(engineRoutes.changeVoiceModels.path, async (request, reply) => {
    const models = allowed(library);
    await change(request.body, models);
    return sendList(reply, models);
  });
  app.get(engineRoutes.voiceSample.path.replace("{name}", ":name"), async (request, reply) => {
    const wav = allowed(library).sample(nameIn(request));
    if (wav === undefined) {
      throw new Refusal(404, "sample_not_found", "Nothing that this model spoke is kept: have it speak first.");
    }
    const type = mediaTypeOf({ codec: "wav", sampleRate: engineSampleRate });
    return reply.header("cache-control", "no-store").type(type).send(wav);
  });
}

async function sendList(reply: FastifyReply, library: ModelLibrary): Promise<FastifyReply> {
  return reply.header("cache-control", "no-store").send({ models: await library.list() });
}

/** @throws Refusal 400, where the body asks for what can't be done. */
async function change(body: unknown, library: ModelLibrary): Promise<void> {
  const parsed = voiceModelChangeSchema.safeParse(body);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? "the body");
    const message =
      `${field} is wrong: send {"action": "add", "cancel", "remove" or "verify", "name": a model's name}, and ` +
      '"consent": true to add a model that speaks like a recording.';
    throw new Refusal(400, "invalid_request", message, { param: field });
  }
  const { action, name, consent } = parsed.data;
  const entry = catalogue.find((each) => each.name === name);
  if (entry === undefined) {
    const message = `There is no model ${name}. The names are: ${catalogue.map((each) => each.name).join(", ")}.`;
    throw new Refusal(404, "model_not_found", message, { param: "name" });
  }
  if (action === "add" && kindOf(entry.family) === "cloning" && consent !== true) {
    const message = "consent must be true: with this model use only voices you may use.";
    throw new Refusal(400, "consent_required", message, { param: "consent" });
  }
  await library[action](name);
}

/** @throws Refusal 403 where callers may bring no voices. */
function allowed(library: ModelLibrary | undefined): ModelLibrary {
  if (library !== undefined) return library;
  const message = "This service lets nobody bring natural voices: set SERVICE_ADD_VOICES=yes, or use npm run voices.";
  throw new Refusal(403, "voices_not_allowed", message);
}

function nameIn({ params }: FastifyRequest): string {
  return isJsonObject(params) ? String(params["name"]) : "";
}
