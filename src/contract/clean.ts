import { isJsonObject } from "./json.ts";
import { withoutOwnRecordings } from "./own-recordings.ts";

/** Stands where something was that must not leave the browser. */
export const removed = "[removed]";

/** How deep JSON may stand in the strings of JSON; what lies deeper goes through as plain text only. */
const deepest = 4;

/** Names whose value is a secret whatever it looks like, without `-`, `_` and spaces. */
const secretNames = oneOf(
  "(?:proxy)?authorization|(?:set)?cookie2?|passw(?:or)?d|passphrase|pwd|signature|credentials?",
  "x(?:amz|goog).*(?:signature|credential|token)",
  ".*(?:apikey|accesskey|secretkey|privatekey|clientsecret)",
  ".*(?:access|refresh|auth|session|security|id)token",
);
/** Names whose value is one where it looks random: elsewhere they name a word of the text, or a note. */
const doubtfulNames = /^(?:token|key|secret|session|sid|jwt|auth|sig|sign)$/;
/** Names of addresses that open what they lead to, by a query whose form the document doesn't show (section 5). */
const capabilityNames = /^(?:contenturl|timestampsurl|foreigncontent|audiourl|downloadurl)$/;
/** Names in the query of an address that make it a capability. */
const signingNames = oneOf(
  ".*(?:signature|credential|token|secret|password|passwd|apikey|accesskeyid|policy)",
  "sig|sign|hmac|auth|authorization|key|keypairid|expires?|expiry|exp|pwd|jwt|session|sessionid|sid",
  "se|st|skoid|sktid",
);

function oneOf(...patterns: readonly string[]): RegExp {
  return new RegExp(`^(?:${patterns.join("|")})$`);
}

// Keys as services write them, and tokens that hold signed claims.
const keys = new RegExp(
  [
    String.raw`\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{8,}`,
    String.raw`\bAKIA[0-9A-Z]{16}\b`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\bgh[pousr]_[A-Za-z0-9]{20,}`,
    String.raw`\bxox[abprs]-[\w-]{10,}`,
    String.raw`\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?`,
  ].join("|"),
  "g",
);
// Only what can be a key: "bearer of this letter" is prose.
const schemes = /\b((?:proxy-)?(?:bearer|basic|token|apikey))(\s+)(?=[\w.~+/=-]*\d|[\w.~+/=-]{20})[\w.~+/-]{8,}=*/gi;
// A short key behind the word that headers have, where it is no word of a sentence itself.
const bearers = /\b(Bearer)(\s+)(?=[\w.~+/=-]*\d|[\w~+/=-]+[.~+/=_-]\w)[\w.~+/-]+\w=*/g;
const headerLines = new RegExp(
  [
    String.raw`\b((?:proxy-)?authorization|(?:x-)?api[-_]?key|access[-_]?token|client[-_]?secret)`,
    String.raw`((?:\\*["'])?\s{0,9}[:=]\s{0,9}(?:\\*["'])?)`,
    String.raw`(?!\[removed\])[^\s,;"'<>&\\][^\r\n"'<>&\\]*`,
  ].join(""),
  "gi",
);
const cookieLines = /\b((?:set-)?cookie)(\s{0,9}:\s{0,9})[^\s=;]{1,200}=[^\r\n"'<>]*/gi;
// Slashes may be escaped, as in JSON that was cut off.
const userInfo = /((?:\b[a-z][a-z0-9+.-]{0,20}:)?(?:\\?\/){2})[^\s\\/?#"'<>]{0,2000}@/gi;
const taskQueries = /(\/tasks\/[^\s/?#"'<>]{1,300}\/(?:content|timestamps))\?[^\s"'<>]*/gi;
const queries = /[?#;][^\s"'<>?#=]{0,300}=[^\s"'<>]*/g;
// One that never closes goes to the end: looking for its end again from each quote would take for ever.
const literals = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"(\s{0,99}:)?|\\?$)/g;
const simplePairs = /"([^"\\]{1,60})"(\s{0,99}:\s{0,99})(?:-?\d[\d.eE+-]*|"[^"\\]*")/g;

/**
 * A text without keys, cookies, signatures and passwords in addresses, each replaced by {@link removed}. In JSON,
 * strings are read as what they mean; what holds no secret stays byte for byte. Applied again, nothing changes any
 * more.
 */
export function cleanText(text: string): string {
  return cleanDeep(text, 0);
}

/** The same for everything in a value that JSON or the browser's storage could hold. */
export function cleanValue<Value>(value: Value): Value;
export function cleanValue(value: unknown): unknown {
  return cleanUnder("", value, 0);
}

/** Whether a text is one that may leave as it is. */
export function isClean(text: string): boolean {
  return cleanText(text) === text;
}

function cleanUnder(name: string, value: unknown, depth: number): unknown {
  if (typeof value === "string") return cleanNamed(name, value, 0);
  // Deeper than anything that is kept, and than the stack allows.
  if (depth > 200) return removed;
  if (Array.isArray(value)) {
    const [first, second, ...others] = value;
    // One header, or one field of a form.
    const isPair = typeof first === "string" && typeof second === "string" && others.length === 0;
    if (isPair && !isSecret(name)) return [cleanText(first), cleanNamed(first, second, 0)];
    return value.map((inner) => cleanUnder(isSecret(name) ? name : "", inner, depth + 1));
  }
  // Own kinds of objects, such as a sound's bytes, are none that JSON holds.
  if (!isJsonObject(value) || !isPlain(value)) return isSecret(name) && typeof value === "number" ? removed : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [cleanText(key), cleanUnder(key, inner, depth + 1)]),
  );
}

function cleanNamed(name: string, text: string, depth: number): string {
  if (text === "") return text;
  const plain = plainName(name);
  if (secretNames.test(plain) || (doubtfulNames.test(plain) && looksRandom(text))) return removed;
  const address = capabilityNames.test(plain) ? text.replace(/[?#][\s\S]*/, `?${removed}`) : text;
  return cleanDeep(address, depth);
}

function cleanDeep(text: string, depth: number): string {
  return cleanPlain(depth < deepest && text.includes('"') ? cleanLiterals(text, depth) : text);
}

/** Cleans the string literals of JSON, whole or cut off, by what they mean. */
function cleanLiterals(text: string, depth: number): string {
  let name = "";
  let nameEnd = 0;
  const cleaned = text.replace(literals, (whole: string, colon: string | undefined, at: number) => {
    const quoted = colon === undefined ? whole : whole.slice(0, -colon.length);
    const value = readLiteral(quoted);
    if (value === undefined) return whole;
    if (colon !== undefined) {
      name = value;
      nameEnd = at + whole.length;
      const cleanName = cleanDeep(value, depth + 1);
      return cleanName === value ? whole : JSON.stringify(cleanName) + colon;
    }
    // What stands between a name and its value, or its list of values, has neither a brace nor the end of a list.
    const belongs = name !== "" && !/[{}\]]/.test(text.slice(nameEnd, at));
    const isDirect = belongs && text.slice(nameEnd, at).trim() === "";
    const next = cleanNamed(isDirect || (belongs && isSecret(name)) ? name : "", value, depth + 1);
    return next === value ? whole : JSON.stringify(next);
  });
  // Where a stray quote stands before, what is a literal and what isn't was the wrong way round.
  return cleaned.replace(simplePairs, (whole, key: string, colon: string) =>
    isSecret(key) && !whole.endsWith('""') ? `"${key}"${colon}"${removed}"` : whole,
  );
}

function cleanPlain(text: string): string {
  return withoutOwnRecordings(text, removed)
    .replace(userInfo, `$1${removed}@`)
    .replace(taskQueries, `$1?${removed}`)
    .replace(queries, (query) => (isSigned(query.slice(1)) ? `${query.charAt(0)}${removed}` : query))
    .replace(headerLines, `$1$2${removed}`)
    .replace(cookieLines, `$1$2${removed}`)
    .replace(schemes, `$1$2${removed}`)
    .replace(bearers, `$1$2${removed}`)
    .replace(keys, removed);
}

/** Whether a query, or what stands for one behind `#` or `;`, makes its address one that opens something. */
function isSigned(query: string): boolean {
  return query.split(/\\u0026|[&;?#]/i).some((part) => {
    const at = part.indexOf("=");
    if (at < 0) return false;
    const value = decode(part.slice(at + 1));
    if (value === "" || value === removed) return false;
    return signingNames.test(plainName(decode(part.slice(0, at)))) || looksRandom(value) || cleanPlain(value) !== value;
  });
}

/** Long, without spaces, with digits among its letters, as no word and no name is. */
function looksRandom(text: string): boolean {
  return /^[\w.~+/=%:-]{20,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text) && !/^https?:/i.test(text);
}

function isSecret(name: string): boolean {
  return secretNames.test(plainName(name));
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, "");
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function readLiteral(quoted: string): string | undefined {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
