import { frameBytesOf, layouts, type SampleFormat } from "./sample-layout.ts";

/**
 * The RIFF header that makes a WAV file of `dataBytes` bytes of plain samples: 44 bytes for PCM. What isn't PCM has a
 * longer format and its number of samples in a chunk `fact`, as the format's definition asks: 58 bytes for mu-law.
 */
export function wavHeader(format: SampleFormat, dataBytes: number): Uint8Array<ArrayBuffer> {
  const { wavTag, bytes: bytesPerSample } = layouts[format.codec];
  const isPcm = wavTag === 1;
  const blockAlign = frameBytesOf(format);
  const formatLength = isPcm ? 16 : 18;
  const dataChunk = 20 + formatLength + (isPcm ? 0 : 12);
  const header = new Uint8Array(dataChunk + 8);
  const view = new DataView(header.buffer);
  const write = (offset: number, text: string): void => {
    for (let index = 0; index < text.length; index += 1) header[offset + index] = text.charCodeAt(index);
  };
  write(0, "RIFF");
  view.setUint32(4, header.length - 8 + dataBytes + (dataBytes % 2), true);
  write(8, "WAVEfmt ");
  view.setUint32(16, formatLength, true);
  view.setUint16(20, wavTag, true);
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRate, true);
  view.setUint32(28, format.sampleRate * blockAlign, true);
  view.setUint16(32, blockAlign, true);
  view.setUint16(34, bytesPerSample * 8, true);
  if (!isPcm) {
    write(38, "fact");
    view.setUint32(42, 4, true);
    view.setUint32(46, Math.floor(dataBytes / blockAlign), true);
  }
  write(dataChunk, "data");
  view.setUint32(dataChunk + 4, dataBytes, true);
  return header;
}

/** Samples of one channel, between −1 and 1, as a WAV file of 16 bits. */
export function monoWav(samples: Float32Array, sampleRate: number): Blob {
  const integers = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
  const header = wavHeader({ codec: "pcm_s16le", sampleRate, channels: 1 }, integers.byteLength);
  return new Blob([header, integers], { type: "audio/wav" });
}

/**
 * Plain samples as a WAV file that any player opens, the samples unchanged. A half sample at the end of a sound that
 * broke off stays out: it is none.
 */
export function wavFileOf(format: SampleFormat, samples: Blob): Blob {
  const whole = samples.size - (samples.size % frameBytesOf(format));
  // A chunk of odd length is filled up to an even one.
  const parts = [wavHeader(format, whole), samples.slice(0, whole), new Uint8Array(whole % 2)];
  return new Blob(parts, { type: "audio/wav" });
}
