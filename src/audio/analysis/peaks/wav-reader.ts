import { joinBytes } from "../../../contract/bytes.ts";
import { createLayoutReader, type LayoutReader, layouts, type SampleLayout } from "./sample-layout.ts";

/** A WAV file that says nothing usable about its samples. */
export class UnreadableWavError extends Error {
  override readonly name = "UnreadableWavError";
}

/** WAVE_FORMAT_… numbers with their sizes in bits. */
const layoutsByTag: Readonly<Record<string, SampleLayout>> = {
  "1/8": layouts.pcm_u8,
  "1/16": layouts.pcm_s16le,
  "1/24": layouts.pcm_s24le,
  "1/32": layouts.pcm_s32le,
  "3/32": layouts.pcm_f32le,
  "7/8": layouts.pcm_mulaw,
};
/** WAVE_FORMAT_EXTENSIBLE: the real number stands further back. */
const extensible = 0xfffe;
const riffLength = 12;
const chunkHeaderLength = 8;

/**
 * Reads the samples of a WAV file that comes in pieces. Chunks before the samples are passed over; a size of the
 * samples that is 0 or beyond the file, as streaming programs write it, is no hindrance.
 */
export function createWavReader(): LayoutReader {
  let head = new Uint8Array(0);
  let samples: LayoutReader | undefined;
  /** Bytes of the samples that are still to come; behind them stand other chunks. */
  let left = 0;

  function readHead(): Uint8Array | undefined {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    let layout: Parameters<typeof createLayoutReader>[0] | undefined;
    for (let offset = riffLength; offset + chunkHeaderLength <= head.length; ) {
      const id = String.fromCharCode(...head.subarray(offset, offset + 4));
      const size = view.getUint32(offset + 4, true);
      const start = offset + chunkHeaderLength;
      if (id === "data") {
        if (layout === undefined) throw new UnreadableWavError("The samples come before their format.");
        samples = createLayoutReader(layout);
        left = size === 0 ? Number.POSITIVE_INFINITY : size;
        return head.subarray(start);
      }
      const end = start + size + (size % 2);
      if (end > head.length) return undefined;
      if (id === "fmt ") layout = readFormat(view, start, size);
      offset = end;
    }
    return undefined;
  }

  return (bytes) => {
    let data: Uint8Array | undefined = bytes;
    if (samples === undefined) {
      head = joinBytes([head, bytes]);
      data = readHead();
    }
    if (samples === undefined || data === undefined) return undefined;
    head = new Uint8Array(0);
    const own = data.subarray(0, Math.min(data.length, left));
    left -= own.length;
    return samples(own);
  };
}

function readFormat(view: DataView, start: number, size: number): Parameters<typeof createLayoutReader>[0] {
  if (size < 16) throw new UnreadableWavError("The format is too short.");
  const named = view.getUint16(start, true);
  const tag = named === extensible && size >= 26 ? view.getUint16(start + 24, true) : named;
  const bits = view.getUint16(start + 14, true);
  const layout = layoutsByTag[`${tag}/${bits}`];
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  if (layout === undefined || channels === 0 || sampleRate === 0) {
    throw new UnreadableWavError(`Format ${tag} with ${bits} bits and ${channels} channels at ${sampleRate} Hz.`);
  }
  return { layout, channels, sampleRate };
}
