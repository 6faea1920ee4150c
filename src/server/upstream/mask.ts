/**
 * Whether a secret is looked for: a short one would turn up in ordinary text, and digits alone in numbers. One such as
 * `my-key` is long enough.
 */
function isFindable(secret: string): boolean {
  return secret.length >= 8 || (secret.length >= 5 && /[a-z]/i.test(secret) && /[^a-z]/i.test(secret));
}

/** Replaces a secret in a stream of bytes, wherever chunks are cut. */
export interface Mask {
  /** Returns what can go out now; holds back at most the beginning of a possible secret. */
  push(chunk: Buffer): Buffer;
  /** Returns what was held back. */
  end(): Buffer;
}

const asterisk = 0x2a;
/** The fewest bytes that are taken for a part of the secret: fewer stand in ordinary text, too. */
const shortestPart = 4;

/**
 * Masks every occurrence of `secret` by asterisks of the same number, so that a Content-Length stays true: in any letter
 * case, and as JSON (with `/` escaped or not), an address or Base64 would write it. Nothing can be done about a secret
 * that somebody takes to pieces.
 */
export function createMask(secret: string): Mask {
  const forms = formsOf(secret);
  if (forms.length === 0) return { push: (chunk) => chunk, end: () => Buffer.alloc(0) };
  let held = Buffer.alloc(0);
  return {
    push(chunk) {
      const bytes = Buffer.concat([held, chunk]);
      let text = searchable(bytes);
      for (const form of forms) {
        for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
          bytes.fill(asterisk, at, at + form.length);
        }
        text = searchable(bytes);
      }
      const keep = Math.max(...forms.map((form) => beginningAtEnd(text, form)));
      held = bytes.subarray(bytes.length - keep);
      return bytes.subarray(0, bytes.length - keep);
    },
    end: () => held,
  };
}

/**
 * Masks what {@link createMask} does, and every part of `secret` of four bytes or more: services like to repeat how a key
 * begins and ends that they don't accept.
 */
export function createEchoMask(secret: string): Mask {
  const whole = createMask(secret);
  if (!isFindable(secret)) return whole;
  const form = secret.toLowerCase();
  const starts = new Set(Array.from(form, (_, at) => form.slice(at, at + shortestPart)));
  let held = Buffer.alloc(0);

  /** Masks the parts in `held`; what may go on behind its end stays there, unless this is the `last` of it. */
  function take(last: boolean): Buffer {
    const text = searchable(held);
    let at = 0;
    while (at < text.length) {
      const length = partAt(text, at);
      if (!last && length > 0 && at + length === text.length) break;
      if (length >= shortestPart) held.fill(asterisk, at, at + length);
      at += length >= shortestPart ? length : 1;
    }
    const bytes = held.subarray(0, at);
    held = held.subarray(at);
    return bytes;
  }

  /** How many bytes from `at` on are a part of the secret. */
  function partAt(text: string, at: number): number {
    const rest = text.length - at;
    if (rest < shortestPart) return form.includes(text.slice(at)) ? rest : 0;
    if (!starts.has(text.slice(at, at + shortestPart))) return 0;
    let length = shortestPart;
    while (length < rest && form.includes(text.slice(at, at + length + 1))) length++;
    return length;
  }

  return {
    push(chunk) {
      held = Buffer.concat([held, whole.push(chunk)]);
      return take(false);
    },
    end() {
      held = Buffer.concat([held, whole.end()]);
      return take(true);
    },
  };
}

/** Says of texts whether they hold `secret` in one of the forms that {@link createMask} masks. */
export function createFinder(secret: string): (text: string) => boolean {
  const forms = formsOf(secret);
  return (text) => {
    const lower = text.toLowerCase();
    return forms.some((form) => lower.includes(form));
  };
}

/** Masks every occurrence of `secret` in whole bytes that are text, as {@link createMask} does. */
export function hideSecret(bytes: Buffer, secret: string): Buffer {
  const mask = createMask(secret);
  return Buffer.concat([mask.push(bytes), mask.end()]);
}

/** Masks `secret` as it is in bytes that are no text; returns the very same bytes where it isn't in them. */
export function hideInBinary(bytes: Buffer, secret: string): Buffer {
  return isFindable(secret) && bytes.includes(secret, 0, "latin1") ? hideSecret(bytes, secret) : bytes;
}

/** One character for each byte. */
function searchable(bytes: Buffer): string {
  return bytes.toString("latin1").toLowerCase();
}

function formsOf(secret: string): readonly string[] {
  if (!isFindable(secret)) return [];
  const inJson = JSON.stringify(secret).slice(1, -1);
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
  const forms = [
    secret,
    inJson,
    inJson.replaceAll("/", "\\/"),
    encodeURIComponent(secret),
    base64(secret),
    base64(`Bearer ${secret}`),
  ];
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

/** The length of the longest end of `text` that is a beginning of `form`. */
function beginningAtEnd(text: string, form: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}
