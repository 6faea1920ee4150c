import { formsOf, shortestPart } from "./secret-forms.ts";
import { type SecretSearch, searchFor } from "./secret-search.ts";

/** Replaces a secret in a stream of bytes, wherever chunks are cut. */
export interface Mask {
  /** Returns what can go out now; holds back at most what may be the beginning of a part of the secret. */
  push(chunk: Buffer): Buffer;
  /** Returns what was held back. */
  end(): Buffer;
}

/** What hides one secret; finding out how it may be written is done once. */
export interface SecretMask {
  begin(): Mask;
  /** Masks whole bytes; returns the very same where the secret isn't in them. */
  hide(bytes: Buffer): Buffer;
  /** Whether a text holds the secret, or a part of it. */
  isIn(text: string): boolean;
}

const asterisk = 0x2a;
const nothing: Buffer = Buffer.alloc(0);
/**
 * The one that was asked for last: a server's own key is the same for every answer, and no visitor's is kept for
 * long.
 */
let latest: { readonly secret: string; readonly mask: SecretMask } | undefined;

/** What hides `secret`, whole or in parts of {@link shortestPart} characters and more. */
export function secretMask(secret: string): SecretMask {
  if (latest?.secret !== secret) latest = { secret, mask: createSecretMask(secret) };
  return latest.mask;
}

/**
 * What hides `secret` and parts of four characters: services like to repeat how a key begins and ends that they
 * refuse.
 */
export function echoMask(secret: string): SecretMask {
  return createSecretMask(secret, { plainPart: 4, held: 1 });
}

/**
 * Masks every part of `secret` that is at least as long as {@link formsOf} says, by asterisks of the same number, so
 * that a Content-Length stays true. Nothing can be done about a secret that somebody takes to pieces.
 *
 * @param plainPart the fewest characters of a part that is written as it is.
 * @param held the fewest bytes from the middle of the secret, or of an encoded one, that a stream holds back: fewer
 *   stand at the end of every third word. So a cut may show one less of a part.
 */
function createSecretMask(secret: string, { plainPart, held } = { plainPart: shortestPart, held: 4 }): SecretMask {
  const forms = formsOf(secret, plainPart);
  if (forms.length === 0) {
    const passes: Mask = { push: (chunk) => chunk, end: () => nothing };
    return { begin: () => passes, hide: (bytes) => bytes, isIn: () => false };
  }
  const search = searchFor(forms);
  return {
    begin: () => createMask(search, held),
    hide: (bytes) => cover(search, bytes, bytes),
    isIn(text) {
      let found = false;
      search.each(Buffer.from(text, "latin1"), () => {
        found = true;
      });
      return found;
    },
  };
}

function createMask(search: SecretSearch, held: number): Mask {
  // The bytes at the end that may begin a part, as they came and masked (the very same while nothing in them is), and
  // how many of them have gone out.
  let came = nothing;
  let masked = nothing;
  let sent = 0;
  return {
    push(chunk) {
      const bytes = came.length === 0 ? chunk : Buffer.concat([came, chunk]);
      const covered = cover(search, bytes, masked === came ? bytes : Buffer.concat([masked, chunk]));
      const start = bytes.length - search.unfinished(bytes);
      const ready = Math.max(sent, bytes.length - search.awaited(bytes, held));
      const out = covered.subarray(sent, ready);
      came = bytes.subarray(start);
      masked = covered === bytes ? came : covered.subarray(start);
      sent = ready - start;
      return out;
    },
    end: () => masked.subarray(sent),
  };
}

/** Masks what is found in `bytes` in their `copy`, which is made where they are one and the same. */
function cover(search: SecretSearch, bytes: Buffer, copy: Buffer): Buffer {
  let covered = copy;
  search.each(bytes, (start, end) => {
    if (covered === bytes) covered = Buffer.from(bytes);
    // Faster than fill() for so few.
    for (let at = start; at < end; at++) covered[at] = asterisk;
  });
  return covered;
}
