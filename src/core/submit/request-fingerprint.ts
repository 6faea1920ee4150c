import * as z from "zod/mini";
import { hashOf } from "../../contract/hash.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { pathAt } from "../../contract/service-names.ts";

/** What a request is known again by: scripts may be long, and nothing of them is kept. */
export const requestFingerprintSchema = z.object({ path: z.string(), length: z.number(), hash: z.number() });
export type RequestFingerprint = Readonly<z.infer<typeof requestFingerprintSchema>>;

/** @param service what the service is called that it goes to, where there are several: elsewhere it is another one. */
export function fingerprintOf(
  { path, body }: Pick<SpeechRequest, "path" | "body">,
  service?: string,
): RequestFingerprint {
  return { path: pathAt(service, path), length: body.length, hash: hashOf(body) };
}

export function isSameRequest(one: RequestFingerprint, other: RequestFingerprint): boolean {
  return one.path === other.path && one.length === other.length && one.hash === other.hash;
}
