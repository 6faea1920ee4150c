/**
 * So much is held in memory at most before it is handed to the browser, which keeps blobs on disk as it needs, in
 * bytes.
 */
const piece = 8 << 20;

/** A place for a file that is being made. */
export interface BlobSink {
  readonly writable: WritableStream<Uint8Array>;
  write(text: string): void;
  /** Everything that was written so far, as one file. */
  blob(type: string): Blob;
}

/** Gathers a file piece by piece, so that memory doesn't grow with it as far as the browser can help that. */
export function createBlobSink(): BlobSink {
  const done: Blob[] = [];
  let open: BlobPart[] = [];
  let size = 0;
  const encoder = new TextEncoder();

  function append(bytes: Uint8Array<ArrayBuffer>): void {
    open.push(bytes);
    size += bytes.length;
    if (size >= piece) close();
  }

  function close(): void {
    if (open.length > 0) done.push(new Blob(open));
    open = [];
    size = 0;
  }

  return {
    // A copy: who writes may use its bytes again.
    writable: new WritableStream({ write: (bytes) => append(new Uint8Array(bytes)) }),
    write: (text) => append(encoder.encode(text)),
    blob(type) {
      close();
      return new Blob(done, { type });
    },
  };
}

/** So many bytes are read of a sound at once: a multiple of three, so that base64 of the parts can be put together. */
const base64Piece = 3 << 18;

/** The base64 of a blob, a part at a time. */
export async function* base64Of(blob: Blob): AsyncGenerator<string> {
  for (let at = 0; at < blob.size; at += base64Piece) {
    yield toBase64(new Uint8Array(await blob.slice(at, at + base64Piece).arrayBuffer()));
  }
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  // A call takes so many arguments safely.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

/** The bytes of a base64 text; undefined where it is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
