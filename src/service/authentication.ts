import type { FastifyRequest } from "fastify";
import { type Caller, identify, type Keyring } from "./keys.ts";
import { queryOf } from "./query.ts";
import { Refusal } from "./refusal.ts";
import { taskIdOf } from "./routes/tasks.ts";
import type { SharedWrongKeys } from "./shared-wrong-keys.ts";
import type { ContentSigner } from "./tasks/content-signature.ts";
import { type WrongKeys, wrongKey } from "./wrong-keys.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who calls; set before any route runs. */
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** The route may be used with a signed address in place of a key. */
    signedAddress?: boolean;
  }
}

/** What callers are known by. */
interface Credentials {
  readonly keys: Keyring;
  readonly signer: ContentSigner;
  readonly wrongKeys: WrongKeys | SharedWrongKeys;
}

/**
 * Finds out who calls (section 5): by the key, or on the content route by a signed address, which is a capability by
 * itself. A signature that is there decides alone, so that a changed one never passes.
 *
 * @param now the time in milliseconds.
 * @throws Refusal 401 `invalid_api_key`; 403 `signature_invalid` or `signature_expired`; 429 `too_many_wrong_keys`.
 */
export async function authenticate(
  request: FastifyRequest,
  { keys, signer, wrongKeys }: Credentials,
  now: number,
): Promise<Caller> {
  const { signature, expires } = queryOf(request);
  if (request.routeOptions.config.signedAddress === true && (signature !== undefined || expires !== undefined)) {
    const taskId = taskIdOf(request);
    const isOurs =
      taskId !== undefined &&
      typeof signature === "string" &&
      typeof expires === "string" &&
      signer.verify(taskId, { signature, expires });
    if (!isOurs) throw new Refusal(403, "signature_invalid", "The address's signature is not valid for this content.");
    if (now >= Number(expires) * 1000) throw new Refusal(403, "signature_expired", "The signed address has expired.");
    return { id: `signature of ${taskId}`, mayUse: () => false, signedTask: taskId };
  }
  const { authorization } = request.headers;
  if (authorization === undefined) throw wrongKey();
  const { remoteAddress } = request.raw.socket;
  const caller = identify(keys, authorization);
  if (caller === undefined) throw await wrongKeys.refuse(remoteAddress, now);
  wrongKeys.forgive(remoteAddress);
  return caller;
}
