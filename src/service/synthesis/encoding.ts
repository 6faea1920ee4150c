import type { Mp3Bitrate } from "./formats.ts";

/**
 * A part of a sound that is encoded as one MP3 stream, part by part: what comes out, joined, is byte for byte what one
 * encoder makes of the whole, since each part goes on with the state that the one before it left.
 */
export interface EncodingPart {
  readonly bitrate: Mp3Bitrate;
  /** What the part before it left; absent for the first. */
  readonly state?: Uint8Array | undefined;
  /** Samples of silence in front. */
  readonly silence: number;
  /**
   * 16-bit samples at the engine's rate, little-endian: the path of a file, which is read where it is encoded, a second
   * at a time; or the samples themselves.
   */
  readonly file?: string | Uint8Array | undefined;
  readonly isLast: boolean;
}

export interface EncodedPart {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoder as it is now, about half a megabyte; nothing follows the last part, so that it leaves none. */
  readonly state?: Uint8Array | undefined;
}
