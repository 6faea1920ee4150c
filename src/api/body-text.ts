/** The decoder for the charset that a Content-Type names; for UTF-8 where it names none, or one that nobody knows. */
export function decoderFor(contentType: string | null | undefined): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? "")?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** A body as text, and as bytes where the text doesn't bring the same bytes back. */
export interface BodyText {
  readonly text: string;
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

/** Reads a body by the charset that its type names. */
export function readBody(bytes: Uint8Array<ArrayBuffer>, contentType: string | null | undefined): BodyText {
  const text = decoderFor(contentType).decode(bytes);
  const back = new TextEncoder().encode(text);
  const same = back.length === bytes.length && back.every((byte, at) => byte === bytes[at]);
  return same ? { text } : { text, bytes };
}
