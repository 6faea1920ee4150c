import { type Heard, heardSchema, hearingRoutes } from "../contract/hearing.ts";
import { parseJson } from "../contract/json.ts";
import type { SpeechClient } from "./client.ts";

/** What asks of a sound, as `hearing` describes it, what is said in it; `language` is a primary BCP 47 tag. */
export type AskWords = (wav: Blob, language: string | undefined, signal: AbortSignal) => Promise<Heard>;

/** Asks a playground, or the embedded service itself. Rejects where neither tells, and as `exchange` does. */
export function askWords(
  { exchange }: Pick<SpeechClient, "exchange">,
  whom: keyof typeof hearingRoutes = "playground",
): AskWords {
  return async (wav, language, signal) => {
    const { method, path } = hearingRoutes[whom];
    const query = language === undefined ? "" : `?language=${language}`;
    const { status, body } = await exchange({ method, path: path + query, body: wav }, signal);
    const heard = heardSchema.safeParse(parseJson(await body.text()));
    if (status === 200 && heard.success) return heard.data;
    throw new Error(`Nobody says what is said in the sound: HTTP ${status}.`);
  };
}
