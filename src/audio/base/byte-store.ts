import type { AudioBytes } from "./source.ts";

/** Bytes that were appended, to be read from any place; most of them outside of the page's memory. */
export interface ReadableBytes {
  readonly length: number;
  /**
   * Up to `limit` bytes from `start` on: fewer at the end of a block, none beyond the end. At once when they are at
   * hand.
   */
  read(start: number, limit: number): AudioBytes | Promise<AudioBytes>;
  /** The bytes from `start` up to `end`. */
  slice(start: number, end: number): Blob;
}

/** The same for the one who appends. */
export interface ByteStore extends ReadableBytes {
  append(bytes: Uint8Array): void;
}

/** Bytes are gathered into blobs of this size, which the browser may keep where it likes. */
const blockBytes = 1 << 20;

export function createByteStore(): ByteStore {
  const blocks: Blob[] = [];
  let open: AudioBytes = new Uint8Array(1 << 14);
  let openLength = 0;

  /** Takes what fits into the open block and returns how much that was. */
  function fill(bytes: Uint8Array): number {
    const taken = Math.min(bytes.length, blockBytes - openLength);
    if (openLength + taken > open.length) {
      const larger = new Uint8Array(Math.min(blockBytes, Math.max(2 * open.length, openLength + taken)));
      larger.set(open.subarray(0, openLength));
      open = larger;
    }
    open.set(bytes.subarray(0, taken), openLength);
    openLength += taken;
    if (openLength === blockBytes) {
      blocks.push(new Blob([open]));
      openLength = 0;
    }
    return taken;
  }

  return {
    get length() {
      return blocks.length * blockBytes + openLength;
    },
    append(bytes) {
      for (let offset = 0; offset < bytes.length; ) offset += fill(bytes.subarray(offset));
    },
    read(start, limit) {
      const offset = start % blockBytes;
      const block = blocks[(start - offset) / blockBytes];
      if (block === undefined) return open.slice(Math.min(offset, openLength), Math.min(offset + limit, openLength));
      return block
        .slice(offset, offset + limit)
        .arrayBuffer()
        .then((buffer) => new Uint8Array(buffer));
    },
    slice(start, end) {
      const first = Math.floor(start / blockBytes);
      const last = Math.ceil(end / blockBytes);
      const parts: BlobPart[] = blocks.slice(first, last);
      if (last > blocks.length) parts.push(open.slice(0, openLength));
      const [only] = parts;
      const whole = parts.length === 1 && only instanceof Blob ? only : new Blob(parts);
      return whole.slice(start - first * blockBytes, end - first * blockBytes);
    },
  };
}
