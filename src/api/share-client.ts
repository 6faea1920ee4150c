import { joinBytes } from "../contract/bytes.ts";
import { parseJson } from "../contract/json.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { type KeptShare, keptShareSchema, type SentShare, share, shareLengthBytes } from "../contract/shares.ts";
import { accepts, type Fetch, keepBody, refusedReply, send } from "./http.ts";

/**
 * What the playground's server does with shared takes. Every function throws as `send` does where no answer comes.
 * Nobody calls them off: the server keeps what it has got.
 */
export interface ShareClient {
  /** Gives one to the server. Throws `SpeechRequestError` where it doesn't take it. */
  give(details: SentShare, sound: Blob): Promise<KeptShare>;
  /** Removes one; one that is gone already is removed. Throws `SpeechRequestError` where it can't be. */
  remove(removal: string): Promise<void>;
}

/** A client of the own origin. */
export function createShareClient(fetch: Fetch): ShareClient {
  const { signal } = new AbortController();
  return {
    async give(details, sound) {
      const { method, path } = playgroundRoutes.keepShare;
      const body = packShare(details, sound);
      const response = await send(fetch, { method, path, accept: accepts.json, body, signal });
      const answer = await keepBody(response.body?.getReader());
      const kept = keptShareSchema.safeParse(parseJson(new TextDecoder().decode(answer.bytes)));
      if (response.ok && kept.success) return kept.data;
      throw refusedReply(response.ok ? "unknown_shape" : "status", response, answer);
    },
    async remove(removal) {
      const { method, path } = playgroundRoutes.removeShare;
      const body = JSON.stringify({ removal });
      const response = await send(fetch, { method, path, accept: accepts.json, body, signal });
      if (response.ok || response.status === 404) return;
      throw refusedReply("status", response, await keepBody(response.body?.getReader()));
    },
  };
}

/** A shared take as it is sent; the server has the other half of this. */
export function packShare(details: SentShare, sound: Blob): Blob {
  const json = new TextEncoder().encode(JSON.stringify(details));
  const length = new Uint8Array(shareLengthBytes);
  new DataView(length.buffer).setUint32(0, json.length);
  return new Blob([joinBytes([length, json]), sound], { type: share.mediaType });
}
