import { bytesPerSampleOf, type RawFormat } from "./format.ts";

/** The bytes of a canonical RIFF header. */
const wavHeaderLength = 44;

/** The RIFF header that makes a WAV file of `dataBytes` bytes of headerless samples. */
export function wavHeader(format: RawFormat, dataBytes: number): Uint8Array<ArrayBuffer> {
  const bytesPerSample = bytesPerSampleOf(format);
  const blockAlign = format.channels * bytesPerSample;
  const header = new Uint8Array(wavHeaderLength);
  const view = new DataView(header.buffer);
  const write = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) header[offset + index] = text.charCodeAt(index);
  };
  write(0, "RIFF");
  view.setUint32(4, wavHeaderLength - 8 + dataBytes, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, format.codec === "pcm_s16le" ? 1 : 7, true); // WAVE_FORMAT_PCM, WAVE_FORMAT_MULAW
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRate, true);
  view.setUint32(28, format.sampleRate * blockAlign, true);
  view.setUint16(32, blockAlign, true);
  view.setUint16(34, bytesPerSample * 8, true);
  write(36, "data");
  view.setUint32(40, dataBytes, true);
  return header;
}
