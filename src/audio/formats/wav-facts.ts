import type { AudioFacts } from "./audio-facts.ts";

/** How far into a file its chunks are read: beyond, nobody writes the format. */
const looked = 64 * 1024;
const riffLength = 12;
const chunkHeaderLength = 8;

/**
 * What a WAV file's header says of it. A size of the samples that is 0 or beyond the file, as streaming programs write
 * it, means all that is there. Empty where it isn't such a file.
 */
export async function readWavFacts(file: Blob): Promise<Omit<AudioFacts, "bytes">> {
  const view = new DataView(await file.slice(0, looked).arrayBuffer());
  const idAt = (offset: number) => String.fromCharCode(...new Uint8Array(view.buffer, offset, 4));
  let format: { readonly channels: number; readonly sampleRate: number; readonly bytesPerSecond: number } | undefined;
  for (let offset = riffLength; offset + chunkHeaderLength <= view.byteLength; ) {
    const size = view.getUint32(offset + 4, true);
    const start = offset + chunkHeaderLength;
    if (idAt(offset) === "fmt " && start + 16 <= view.byteLength) {
      format = {
        channels: view.getUint16(start + 2, true),
        sampleRate: view.getUint32(start + 4, true),
        bytesPerSecond: view.getUint32(start + 8, true),
      };
    } else if (idAt(offset) === "data") {
      if (format === undefined || format.bytesPerSecond === 0) return {};
      const { channels, sampleRate, bytesPerSecond } = format;
      const there = file.size - start;
      const samples = size === 0 ? there : Math.min(size, there);
      return { channels, sampleRate, bitrate: (bytesPerSecond * 8) / 1000, duration: samples / bytesPerSecond };
    }
    offset = start + size + (size % 2);
  }
  return {};
}
