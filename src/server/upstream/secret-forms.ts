/** One way in which a secret may be written. */
export interface SecretForm {
  /** In lower case; every character is one byte. */
  readonly text: string;
  /** The fewest characters of it in a row that are taken for the secret. */
  readonly least: number;
  /** Whether it can be read as it stands. */
  readonly isPlain: boolean;
}

/** The fewest characters of a secret that are hidden where it isn't whole. */
export const shortestPart = 8;

/**
 * Whether a secret is looked for: a short one would turn up in ordinary text, and digits alone in numbers. One such as
 * `my-key` is long enough.
 */
function isFindable(secret: string): boolean {
  return secret.length >= 8 || (secret.length >= 5 && /[a-z]/i.test(secret) && /[^a-z]/i.test(secret));
}

/**
 * How a secret is written as it is, in JSON, in an address, in hexadecimal digits and in Base64. A secret that is
 * shorter than a part is found only whole; one that can't be told from ordinary text has no form at all.
 *
 * @param plainPart the fewest characters of a part that is written as it is.
 */
export function formsOf(secret: string, plainPart: number): readonly SecretForm[] {
  if (!isFindable(secret)) return [];
  const length = Math.min(secret.length, shortestPart);
  const forms = [
    ...plainForms(secret).map((text) => ({ text, least: Math.min(plainPart, text.length), isPlain: true })),
    { text: Buffer.from(secret, "latin1").toString("hex"), least: 2 * length, isPlain: false },
    ...base64Forms(secret).map((text) => ({ text, least: fewestBase64(length), isPlain: false })),
  ];
  // Most keys look alike in several ways of writing.
  const known = new Map(forms.map((form) => [form.text.toLowerCase(), form]));
  return [...known].map(([text, form]) => ({ ...form, text }));
}

function plainForms(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  // Go escapes what HTML reads as markup, and PHP the slash.
  const unicode = (character: string) => `\\u00${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  return [
    secret,
    inJson,
    inJson.replaceAll("/", "\\/"),
    inJson.replace(/[<>&]/g, unicode),
    encodeURI(secret),
    encodeURIComponent(secret),
    // RFC 3986 also reserves these.
    encodeURIComponent(secret).replace(/[!'()*]/g, percent),
  ];
}

/**
 * The characters of Base64 that the secret alone decides, for each of the three places in a group of three bytes at
 * which it can begin; every part of it is a part of one of them.
 */
function base64Forms(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bits = 8 * (before + secret.length);
    const whole = Buffer.from("\0".repeat(before) + secret, "latin1").toString("base64");
    const decided = whole.slice(Math.ceil((8 * before) / 6), Math.floor(bits / 6));
    return [decided, decided.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

/** The fewest characters of Base64 that so many bytes decide, wherever they begin. */
function fewestBase64(bytes: number): number {
  const decided = [0, 1, 2].map((before) => Math.floor((8 * (before + bytes)) / 6) - Math.ceil((8 * before) / 6));
  return Math.min(...decided);
}
