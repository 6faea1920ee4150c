import { parseJson } from "../contract/json.ts";
import { type KeptRecording, keptRecordingSchema, playgroundRoutes } from "../contract/playground.ts";
import { accepts, type Fetch, keepBody, refusedReply, send } from "./http.ts";

/**
 * What the playground's server does with a person's own recordings. Every function throws as `send` does where no
 * answer comes.
 */
export interface RecordingClient {
  /** Gives one to the server. Throws `SpeechRequestError` where it doesn't take it. */
  give(wav: Blob, signal: AbortSignal): Promise<KeptRecording>;
  /** Removes it; one that is gone already is removed. Throws `SpeechRequestError` where it can't be. */
  remove(address: string, signal: AbortSignal): Promise<void>;
  /** Whether the server has it. */
  isThere(address: string, signal: AbortSignal): Promise<boolean>;
}

/** A client of the own origin. */
export function createRecordingClient({ fetch }: { readonly fetch: Fetch }): RecordingClient {
  const ask = (method: "HEAD" | "DELETE", address: string, signal: AbortSignal) =>
    // From here it may be reached otherwise than by the service.
    send(fetch, { method, path: new URL(address).pathname, accept: accepts.any, signal });

  return {
    async give(wav, signal) {
      const { method, path } = playgroundRoutes.keepRecording;
      const response = await send(fetch, { method, path, accept: accepts.json, body: wav, signal });
      const body = await keepBody(response.body?.getReader());
      const kept = keptRecordingSchema.safeParse(parseJson(new TextDecoder().decode(body.bytes)));
      if (response.ok && kept.success) return kept.data;
      throw refusedReply(response.ok ? "unknown_shape" : "status", response, body);
    },
    async remove(address, signal) {
      const response = await ask("DELETE", address, signal);
      if (response.ok || response.status === 404) return;
      throw refusedReply("status", response, await keepBody(response.body?.getReader()));
    },
    isThere: async (address, signal) => (await ask("HEAD", address, signal)).ok,
  };
}
