import type { PlaygroundConfig } from "../../contract/playground.ts";
import { isPublicHost } from "../submit/internal-address.ts";

/**
 * What there is to say of a reference address. Wrong by the document (section 2.4: a public HTTP(S) address; no upload,
 * no Base64): `data`, `base64`, `blob`, `file` and `scheme`. Allowed, but it may not work: `unreachable` from a service
 * elsewhere, `not_public` for the embedded one, `credentials` in the address, `expiring` before the task ends, and a
 * recording that is neither MP3 nor WAV by its name (`other_format`).
 */
export type ReferenceAdvice = (typeof wrong)[number] | (typeof doubtful)[number];

const wrong = ["data", "base64", "blob", "file", "scheme"] as const;
const doubtful = ["unreachable", "not_public", "credentials", "expiring", "other_format"] as const;

/** Whether an advice names what the document rules out, so that the address is wrong. */
export function isWrong(advice: ReferenceAdvice): advice is (typeof wrong)[number] {
  return wrong.some((candidate) => candidate === advice);
}

/** Parameters of a signed address that say until when it holds, in lower case: those of the large stores. */
const expiryParameters: ReadonlySet<string> = new Set([
  "x-amz-expires",
  "x-goog-expires",
  "expires",
  "se",
  "x-oss-expires",
]);

/** Endings of recordings that the document doesn't recommend, and of what holds no recording. */
const otherEndings = /\.(?:aac|aif{1,2}|amr|avi|flac|m4a|m4b|mkv|mov|mp4|oga|ogg|opus|webm|wma|html?|txt|zip)$/i;

/**
 * Says what may be in the way of a reference address; undefined when nothing is known to be.
 *
 * @param config which service is to fetch it; nothing is said about reach while that isn't known.
 */
export function adviseReference(
  address: string,
  config: Pick<PlaygroundConfig, "service" | "references"> | undefined,
): ReferenceAdvice | undefined {
  const text = address.trim();
  if (text === "") return undefined;
  const kind = kindOf(text);
  if (kind !== "address") return kind;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (isHostAlone(text)) return undefined;
  if (!isPublicHost(url.hostname)) {
    if (config?.service === "remote") return "unreachable";
    const isSample = config?.references !== undefined && text.startsWith(config.references);
    if (config?.service === "embedded" && !isSample) return "not_public";
  }
  if (url.username !== "" || url.password !== "") return "credentials";
  if ([...url.searchParams.keys()].some((name) => expiryParameters.has(name.toLowerCase()))) return "expiring";
  return otherEndings.test(url.pathname) ? "other_format" : undefined;
}

/** Whether an address ends with its host, which is no recording: somebody may still be typing. */
export function isHostAlone(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { pathname, search } = new URL(address);
  return pathname === "/" && search === "";
}

function kindOf(text: string): (typeof wrong)[number] | "address" | undefined {
  if (/^https?:/i.test(text)) return "address";
  if (/^data:/i.test(text)) return "data";
  if (/^blob:/i.test(text)) return "blob";
  if (/^(?:file:|[a-z]:[\\/]|\\\\|~?\/|\.{1,2}[\\/])/i.test(text)) return "file";
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return "scheme";
  // Longer than any name that someone is still typing, and of nothing but Base64's characters.
  if (text.length >= 100 && /^[\w+/=\s-]+$/.test(text)) return "base64";
  return undefined;
}
