import { createHmac, timingSafeEqual } from "node:crypto";
import { taskPath } from "../../contract/routes.ts";

/** What a signed address carries in its query. */
interface SignedQuery {
  readonly signature: string;
  /** Unix time in seconds. */
  readonly expires: string;
}

/**
 * Signs and checks content addresses (section 5): an HMAC with SHA-256 over the path and the time at which the address
 * expires. Whoever has a valid one needs no key.
 */
export class ContentSigner {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The query of a task's content address. @param expires Unix time in seconds. */
  sign(taskId: string, expires: number): string {
    return `?signature=${this.#digest(taskId, String(expires)).toString("base64url")}&expires=${expires}`;
  }

  /** Whether the signature is ours for this task and time; says nothing about whether the time has passed. */
  verify(taskId: string, { signature, expires }: SignedQuery): boolean {
    const given = Buffer.from(signature, "base64url");
    const wanted = this.#digest(taskId, expires);
    // Compared as it was sent too: base64url has several spellings of the same bytes, and only one was given out.
    return (
      given.length === wanted.length && timingSafeEqual(given, wanted) && given.toString("base64url") === signature
    );
  }

  #digest(taskId: string, expires: string): Buffer {
    return createHmac("sha256", this.#secret)
      .update(`${taskPath("content", taskId)}\n${expires}`)
      .digest();
  }
}
