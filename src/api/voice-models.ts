import { parseJson } from "../contract/json.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { type VoiceModelChange, type VoiceModels, voiceModelsSchema } from "../contract/voice-models.ts";
import { accepts, type Fetch, keepBody, refusedReply, send } from "./http.ts";

/**
 * Natural voices on the machine of the embedded service. Errors: `SpeechRequestError` for an answer that isn't what was
 * asked for, `ServiceUnreachableError` for none, the signal's reason when the caller gave up.
 */
export interface VoiceModelClient {
  /** The models that can be had, and how far each is. */
  list(signal: AbortSignal): Promise<VoiceModels>;
  /** Begins or does something with a model; resolves with how far all are then. */
  change(change: VoiceModelChange, signal: AbortSignal): Promise<VoiceModels>;
}

/** The most that is read of a list, in bytes. */
const longestList = 1 << 20;

export function createVoiceModelClient(fetch: Fetch): VoiceModelClient {
  async function ask(method: "GET" | "POST", signal: AbortSignal, body?: string): Promise<VoiceModels> {
    const { path } = playgroundRoutes.voiceModels;
    const response = await send(fetch, {
      ...{ method, path, accept: accepts.json, signal },
      ...(body === undefined ? {} : { body }),
    });
    const kept = await keepBody(response.body?.getReader(), [], longestList);
    signal.throwIfAborted();
    const models = voiceModelsSchema.safeParse(parseJson(new TextDecoder().decode(kept.bytes)));
    if (response.ok && models.success) return models.data;
    throw refusedReply(response.ok ? "unknown_shape" : "status", response, kept);
  }

  return {
    list: (signal) => ask("GET", signal),
    change: (change, signal) => ask("POST", signal, JSON.stringify(change)),
  };
}
