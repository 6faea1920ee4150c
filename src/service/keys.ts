import { createHash } from "node:crypto";
import { findModel } from "../contract/models/index.ts";

/** What a key may do. Two keys are the same caller only when their `id` is the same. */
export interface Caller {
  /** A digest of the key: tells callers apart without holding the key. */
  readonly id: string;
  readonly mayUse: (modelId: string) => boolean;
  /** The one task whose content a signed address opens; a key opens its own. */
  readonly signedTask?: string;
}

export type Keyring = ReadonlyMap<string, Caller>;

const keyRemedy = 'A key itself can\'t hold "=", which Base64 often ends in: make it with openssl rand -hex 32';

/**
 * Reads `SERVICE_API_KEYS`: comma-separated, `key` may use every model, `key=cloud-tts|refvoice-2` these, `key=` none.
 *
 * @throws Error with one sentence when an entry cannot be read; it never repeats a key.
 */
export function parseKeys(text: string): Keyring {
  const keyring = new Map<string, Caller>();
  for (const [index, entry] of text.split(",").entries()) {
    const [key = "", ...rest] = entry.trim().split("=");
    const allowed = rest[0]?.split("|").filter((id) => id !== "");
    if (!/^[\x21-\x7e]+$/.test(key)) {
      throw new Error(`SERVICE_API_KEYS: entry ${index + 1} has no key of visible characters before "=" or ","`);
    }
    if (rest.length > 1) {
      throw new Error(`SERVICE_API_KEYS: entry ${index + 1} has more than one "=". ${keyRemedy}`);
    }
    const unknown = allowed?.find((id) => findModel(id) === undefined);
    if (unknown !== undefined) throw new Error(`SERVICE_API_KEYS: entry ${index + 1} names an unknown model`);
    const id = digest(key);
    keyring.set(id, { id, mayUse: (modelId) => allowed?.includes(modelId) ?? true });
  }
  return keyring;
}

/** One sentence for each entry of `SERVICE_API_KEYS` whose key may use no model: it may be meant to end in "=". */
export function warningsOfKeys(text: string): readonly string[] {
  return text.split(",").flatMap((entry, index) => {
    if (!entry.trim().endsWith("=")) return [];
    return `SERVICE_API_KEYS: entry ${index + 1} ends in "=", so its key may use no model. ${keyRemedy}`;
  });
}

/** The caller of an `Authorization` header; undefined when it is missing, malformed or its key is unknown. */
export function identify(keyring: Keyring, authorization: string | undefined): Caller | undefined {
  const key = /^bearer +([\x21-\x7e]+) *$/i.exec(authorization ?? "")?.[1];
  // Looked up by digest, so that the time of the comparison tells nothing about the keys.
  return key === undefined ? undefined : keyring.get(digest(key));
}

function digest(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
