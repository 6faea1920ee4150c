/** What the frame says that encoders put in front of a finished file. Counts are samples per channel. */
export interface Mp3Info {
  /** Samples that the encoder put in front. */
  readonly delay: number;
  /** Samples that the encoder put behind. */
  readonly padding: number;
  /** Frames of sound behind this one; absent when it is not said. */
  readonly frames: number | undefined;
}

/** Samples by which every layer III decoder is late, beside what the encoder added. */
export const mp3DecoderDelay = 529;

/**
 * Reads the Xing or Info frame. It holds no sound, but says what the encoder added to the sound. Undefined when the frame
 * is an ordinary one.
 */
export function readMp3InfoFrame(frame: Uint8Array): Mp3Info | undefined {
  const text = String.fromCharCode(...frame.subarray(0, 200));
  const start = text.search(/Xing|Info/);
  if (start < 0 || start > 40) return undefined;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  if (frame.length < start + 8) return { delay: 0, padding: 0, frames: undefined };
  const flags = view.getUint32(start + 4);
  const has = (bit: number): boolean => (flags & bit) !== 0;
  const frames = has(1) && frame.length >= start + 12 ? view.getUint32(start + 8) || undefined : undefined;
  const tables = (has(1) ? 4 : 0) + (has(2) ? 4 : 0) + (has(4) ? 100 : 0) + (has(8) ? 4 : 0);
  const delays = start + 8 + tables + 21;
  if (frame.length < delays + 3) return { delay: 0, padding: 0, frames };
  const packed = (view.getUint16(delays) << 8) | view.getUint8(delays + 2);
  return { delay: packed >> 12, padding: packed & 0xfff, frames };
}

/**
 * Where the sound lies in what the frames behind an Info frame decode to, in samples: from `start` to before `end`. The
 * end is infinite when the frame doesn't say how many follow.
 */
export function soundWithin(
  { delay, padding, frames }: Mp3Info,
  frameSamples: number,
): { readonly start: number; readonly end: number } {
  if (delay + padding === 0) return { start: 0, end: Number.POSITIVE_INFINITY };
  const start = delay + mp3DecoderDelay;
  if (frames === undefined) return { start, end: Number.POSITIVE_INFINITY };
  return { start, end: start + Math.max(0, frames * frameSamples - delay - padding) };
}
