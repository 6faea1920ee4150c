import { engineRoutes } from "../contract/engines.ts";
import { type Heard, heardSchema } from "../contract/hearing.ts";
import { parseJson } from "../contract/json.ts";
import { playgroundRoutes } from "../contract/playground.ts";
import { accepts, type Fetch, keepBody, refusedReply, send } from "./http.ts";

/** The most that is read of what was heard, in bytes: a hundred times what is said in the longest sound. */
const longestText = 1 << 20;

/**
 * Asks a playground, or the embedded service itself, what is said in a sound. Throws `SpeechRequestError` where it
 * doesn't tell, and as `send` does where no answer comes.
 *
 * @param wav as `hearing` describes it.
 * @param language a primary BCP 47 tag, where it is known.
 */
export async function hear(
  { fetch, isService = false }: { readonly fetch: Fetch; readonly isService?: boolean },
  wav: Blob,
  language: string | undefined,
  signal: AbortSignal,
): Promise<Heard> {
  const { method, path } = isService ? engineRoutes.hear : playgroundRoutes.hear;
  const query = language === undefined ? "" : `?language=${language}`;
  const response = await send(fetch, { method, path: path + query, accept: accepts.json, body: wav, signal });
  const kept = await keepBody(response.body?.getReader(), [], longestText);
  signal.throwIfAborted();
  const heard = heardSchema.safeParse(parseJson(new TextDecoder().decode(kept.bytes)));
  if (response.ok && heard.success) return heard.data;
  throw refusedReply(response.ok ? "unknown_shape" : "status", response, kept);
}
