import * as z from "zod/mini";
import type { SpeechRequest } from "../../contract/request.ts";

/** What of a request makes it the same one. */
export type Sent = Pick<SpeechRequest, "path" | "body">;

/** Scripts may be long: what is kept of a request is enough to know it again. */
export const requestFingerprintSchema = z.object({ path: z.string(), length: z.number(), hash: z.number() });
export type RequestFingerprint = Readonly<z.infer<typeof requestFingerprintSchema>>;

/** What a request is known again by. */
export function markOf({ path, body }: Sent): RequestFingerprint {
  return { path, length: body.length, hash: hashOf(body) };
}

export function isSameRequest(one: RequestFingerprint, other: RequestFingerprint): boolean {
  return one.path === other.path && one.length === other.length && one.hash === other.hash;
}

/** FNV-1a over UTF-16 units: two texts of one length that differ have the same once in four billion times. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < text.length; unit++) hash = Math.imul(hash ^ text.charCodeAt(unit), 0x01000193);
  return hash >>> 0;
}
